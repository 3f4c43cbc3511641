// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a {@link Worker} for a contender, and takes what it has measured. */
final class MeasuredProcess {

  /** So much of what a process said is shown when it fails. */
  private static final int LAST_LINES = 20;

  private MeasuredProcess() {}

  /**
   * Runs one to its end.
   *
   * @param options of java; the heap of a contender that has one of its own is that
   * @param scratch a folder for its temporary files and what it says
   * @param outputs the folder of each time of the work
   */
  static List<Measurement> run(
      Workplace place,
      Job job,
      Contender contender,
      List<String> options,
      Path scratch,
      List<Path> outputs)
      throws IOException, InterruptedException {
    Path measured = scratch.resolve("measured.json");
    Path log = scratch.resolve("log");
    List<String> command = java(scratch);
    command.addAll(options);
    if (contender.heap() != null) {
      command.add("-Xmx" + contender.heap());
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Worker.class.getName());
    command.add(Long.toString(System.currentTimeMillis()));
    command.add(place.folder().toString());
    command.add(job.name());
    command.add(job.scale().label());
    command.add(contender.name());
    command.add(measured.toString());
    outputs.forEach(output -> command.add(output.toString()));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    Thread killer = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(killer);
    int code = process.waitFor();
    Runtime.getRuntime().removeShutdownHook(killer);
    if (code != 0) {
      throw new IOException(
          "%s of %s failed with exit code %d, see %s; the last that it said:%n%s"
              .formatted(contender.name(), job.name(), code, log, last(log)));
    }
    return new ObjectMapper().readValue(measured.toFile(), new TypeReference<>() {});
  }

  private static List<String> java(Path scratch) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-Duser.timezone=UTC");
    command.add("-Djava.io.tmpdir=" + scratch);
    return command;
  }

  private static String last(Path log) throws IOException {
    List<String> lines =
        Files.readAllLines(log).stream().filter(line -> !line.startsWith("\tat ")).toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }
}
