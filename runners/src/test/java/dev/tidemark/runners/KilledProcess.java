// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.source.SourcePools;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A process in which runs come to a halt, each at its point and in a lake of its own, and which is
 * then killed: no hook of it runs, no file of it is closed.
 */
final class KilledProcess {

  private final List<KillPoint> points;
  private final Process process;
  private final Path errors;

  private KilledProcess(List<KillPoint> points, Process process, Path errors) {
    this.points = points;
    this.process = process;
    this.errors = errors;
  }

  /**
   * Starts a process whose runs do the day in these lakes, each until it is at its point. They
   * follow one another from the last point to the first: a graph that is held keeps the direct
   * runner busy, and Spark has one graph at a time.
   */
  static KilledProcess start(DueDay day, Map<KillPoint, DemoLake> lakes, String... runner) {
    SourcePools.closeAll();
    NavigableMap<KillPoint, DemoLake> lastFirst = new TreeMap<>(Comparator.reverseOrder());
    lastFirst.putAll(lakes);
    List<String> command = java(KilledRun.class);
    lastFirst.forEach(
        (point, lake) ->
            command.add(point + "=" + String.join(" ", day.commandLine(lake, runner))));
    try {
      Path errors = Files.createTempFile("killed", ".stderr");
      errors.toFile().deleteOnExit();
      return new KilledProcess(
          List.copyOf(lastFirst.keySet()),
          new ProcessBuilder(command).redirectError(errors.toFile()).start(),
          errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The command of a process like this one; its arguments are to be added. */
  static List<String> java(Class<?> main) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-Xmx1g",
            "-Duser.timezone=UTC",
            "-cp",
            configuration() + File.pathSeparator + System.getProperty("java.class.path"),
            main.getName()));
    return command;
  }

  /** The folder of Hadoop's configuration that has every local file watched. */
  private static Path configuration() {
    try {
      return Path.of(KilledProcess.class.getResource("/killed/core-site.xml").toURI().resolve("."));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until every run has stopped, and kills them. */
  void kill() {
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (KillPoint point : points) {
        String said = out.readLine();
        if (!(KilledRun.STOPPED + point).equals(said)) {
          throw new AssertionError(
              "not stopped at " + point + ", but " + said + "; " + Files.readString(errors));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      end();
    }
  }

  private void end() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(1, TimeUnit.MINUTES)) {
        throw new AssertionError("process " + process.pid() + " does not die");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
