// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** A Java process of its own, with what it says in two files. */
final class ChildJava implements AutoCloseable {

  private final Process process;
  private final Path out;
  private final Path err;

  private ChildJava(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts one.
   *
   * @param folder where it works, and leaves what it says in files of that name
   */
  static ChildJava start(
      Path folder, String name, Map<String, String> environment, List<String> arguments) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    try {
      Files.createDirectories(folder);
      Path out = folder.resolve(name + ".stdout");
      Path err = folder.resolve(name + ".stderr");
      ProcessBuilder builder =
          new ProcessBuilder(Stream.concat(Stream.of(java), arguments.stream()).toList())
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().putAll(environment);
      return new ChildJava(builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How it ended, which it does in time. */
  Launch ended(Duration atMost) {
    waitUntil("the process ends", () -> !process.isAlive(), atMost);
    return new Launch(process.exitValue(), said(out).lines().toList(), said(err));
  }

  /** Waits for what must become true while the process lives, and says what it said if not. */
  void waitUntil(String what, BooleanSupplier condition, Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        close();
        throw new AssertionError("not in " + atMost + ": " + what + "\n" + said(err) + said(out));
      }
      try {
        process.waitFor(100, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  /** What it has started, and what these have. */
  Stream<ProcessHandle> descendants() {
    return process.descendants();
  }

  /** The packages that this process has open, as a command line says it. */
  static List<String> opens() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .toList();
  }

  /** Kills the process with all that it started, none of which gets to know. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static String said(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
