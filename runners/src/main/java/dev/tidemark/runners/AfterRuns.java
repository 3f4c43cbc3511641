// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.report.RunReport;
import dev.tidemark.pipelines.run.AfterRun;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.ResultFile;
import dev.tidemark.pipelines.run.TidemarkOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What is made of a run after it has ended; one that fails stops neither the others nor the run.
 */
final class AfterRuns {

  /** The jobs that are runs, with an outcome that is worth a report. */
  static final List<String> PUBLISHING = List.of("nightly", "compare-keys", "rebucket");

  private final List<AfterRun> all;
  private final PrintStream err;

  private AfterRuns(List<AfterRun> all, PrintStream err) {
    this.all = List.copyOf(all);
    this.err = err;
  }

  /**
   * Those that the options ask for.
   *
   * @param err gets what goes wrong with them, a line each
   * @throws dev.tidemark.pipelines.config.ConfigException naming the option that cannot be followed
   */
  static AfterRuns of(TidemarkOptions options, PrintStream err) {
    List<AfterRun> all = new ArrayList<>();
    String report = options.getReportFile();
    // the demo makes one report, of the day it likes, and the job for it makes its own
    if (report != null && !options.getDemo() && PUBLISHING.contains(options.getPipeline())) {
      all.add(RunReport.to(ResultFile.at("--reportFile", Path.of(report))));
    }
    return new AfterRuns(all, err);
  }

  /** None, of arguments that were not understood. */
  static AfterRuns none(PrintStream err) {
    return new AfterRuns(List.of(), err);
  }

  void ended(EndedRun run) {
    for (AfterRun after : all) {
      try {
        after.ended(run);
      } catch (RuntimeException e) {
        err.println(
            "tidemark: " + Failure.oneLine(e) + "; the run itself is " + run.summary().outcome());
      }
    }
  }
}
