// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.run.TidemarkOptions;
import dev.tidemark.pipelines.run.VacuumRequest;
import dev.tidemark.pipelines.run.VacuumRun;
import dev.tidemark.pipelines.run.VacuumSummary;
import dev.tidemark.pipelines.table.DeltaTableStore;
import java.io.PrintStream;
import java.time.Clock;
import java.util.Locale;
import java.util.stream.Collectors;

/** The job that deletes what nobody needs any more; no graph runs. */
final class VacuumJob {

  private final VacuumRequest request;
  private final PrintStream out;
  private final PrintStream err;
  private final Clock clock;

  VacuumJob(TidemarkOptions options, PrintStream out, PrintStream err, Clock clock) {
    request = Requests.vacuuming(options);
    this.out = out;
    this.err = err;
    this.clock = clock;
  }

  ExitCode run() {
    TidemarkConfig config = request.config();
    LakeJobs.requireBegun(config);
    VacuumSummary summary;
    try (ControlStore control = JdbcControlStore.open(config.control())) {
      summary =
          new VacuumRun(
                  request,
                  control,
                  DeltaTableStore.in(config.lake().root()),
                  clock,
                  place -> print(place.place(), place.files(), place.bytes()))
              .execute();
    }
    if (!summary.expiredCuts().isEmpty()) {
      err.println(
          "cuts that "
              + (summary.dryRun() ? "would expire: " : "expired: ")
              + summary.expiredCuts().stream()
                  .map(String::valueOf)
                  .collect(Collectors.joining(", ")));
    }
    print(summary.dryRun() ? "would be deleted" : "deleted", summary.files(), summary.bytes());
    out.println(summary.toJson());
    return ExitCode.DONE;
  }

  private void print(String what, long files, long bytes) {
    err.printf(Locale.ROOT, "%-42s %,9d files %,16d bytes%n", what, files, bytes);
  }
}
