// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.run.TidemarkOptions;
import dev.tidemark.testing.MutableClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * One launch of the product in this process, as a command line would do it.
 *
 * @param exitCode how it ended
 * @param output the lines of standard output
 * @param progress what standard error got
 */
record Launch(int exitCode, List<String> output, String progress) {

  /** Launches at an instant that stands still. */
  static Launch at(Instant now, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        new Launcher(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                MutableClock.at(now))
            .run(args);
    return new Launch(
        exitCode,
        out.toString(StandardCharsets.UTF_8).lines().toList(),
        err.toString(StandardCharsets.UTF_8));
  }

  /** The options of a command line that is understood. */
  static TidemarkOptions options(String... args) {
    Problems problems = new Problems();
    TidemarkOptions options = Arguments.read(problems, args).options();
    problems.refuse();
    return options;
  }

  /** The lines that tell what went wrong. */
  List<String> complaints() {
    return progress.lines().filter(line -> line.startsWith("tidemark: ")).toList();
  }

  /** The last line of standard output, where machines look for the summary. */
  String lastLine() {
    return output.isEmpty() ? "" : output.get(output.size() - 1);
  }
}
