// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.finding.WatchFindings;
import dev.tidemark.pipelines.observe.RunLineage;
import dev.tidemark.pipelines.observe.RunMetrics;
import dev.tidemark.pipelines.report.RunReport;
import dev.tidemark.pipelines.run.AfterRun;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.NamedPipeline;
import dev.tidemark.pipelines.run.ResultFile;
import dev.tidemark.pipelines.run.TidemarkOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * What is made of a run after it has ended; one that fails stops neither the others nor the run.
 */
final class AfterRuns {

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
  static AfterRuns of(TidemarkOptions options, PrintStream err, Clock clock) {
    List<AfterRun> all = new ArrayList<>();
    all.add(WatchFindings.at(clock));
    if (NamedPipeline.named(options.getPipeline())
        .filter(NamedPipeline::isPublishing)
        .isPresent()) {
      String metrics = options.getMetricsFile();
      if (metrics != null) {
        ResultFile file = ResultFile.at("--metricsFile", Path.of(metrics));
        all.add(RunMetrics.to(file, options.getPipeline()));
      }
      String lineage = options.getLineageFile();
      if (lineage != null) {
        ResultFile file = ResultFile.at("--lineageFile", Path.of(lineage));
        all.add(RunLineage.to(file));
      }
      String report = options.getReportFile();
      // the demo makes one report, of the day it likes
      if (report != null && !options.getDemo()) {
        all.add(RunReport.to(ResultFile.at("--reportFile", Path.of(report))));
      }
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
      } catch (RuntimeException | Error e) {
        // whatever it is, memory that ran out included: the run has ended as it has
        err.println(
            RunLog.COMPLAINT
                + Failure.oneLine(e)
                + "; the run itself is "
                + run.summary().outcome());
      }
    }
  }
}
