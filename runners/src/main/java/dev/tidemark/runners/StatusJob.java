// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.FindingKind;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.run.Status;
import dev.tidemark.pipelines.run.StatusSummary;
import dev.tidemark.pipelines.run.TidemarkOptions;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The job that tells how an installation stands: to people on one stream, to machines on the other.
 */
final class StatusJob {

  /** So that a screen holds them; machines get them all. */
  private static final int MOST_OF_A_KIND = 10;

  private final TidemarkConfig config;
  private final Status status;
  private final Clock clock;
  private final PrintStream out;
  private final PrintStream err;

  StatusJob(TidemarkOptions options, PrintStream out, PrintStream err, Clock clock) {
    int lastRuns = Requests.lastRuns(options);
    config = Requests.config(options);
    status = new Status(config, clock, lastRuns);
    this.clock = clock;
    this.out = out;
    this.err = err;
  }

  /** Tells; it is no failure when there is something to look at. */
  ExitCode run() {
    Optional<StatusSummary> found = status.look();
    if (found.isEmpty()) {
      err.println(
          "no run has been made yet: control database "
              + config.control().displayUrl()
              + " has no schema etl; begin with --pipeline=nightly");
      out.println(StatusSummary.beforeTheFirstRun(clock.instant()).toJson());
      return ExitCode.DONE;
    }
    StatusSummary summary = found.get();
    stand(summary);
    line("%n%-20s %-29s %8s %12s  %s", "table", "mark", "lag", "last rows", "last moved");
    summary.tables().forEach(this::print);
    line("%n%-32s %-8s %6s %9s  %s", "run", "outcome", "batch", "took", "recorded");
    summary.runs().forEach(this::print);
    findings(summary.findings());
    out.println(summary.toJson());
    return ExitCode.DONE;
  }

  private void stand(StatusSummary summary) {
    if (summary.published() == null) {
      line("nothing is published in the lake %s", config.lake().root());
    } else {
      line(
          "batch %d is published since %s in the lake %s",
          summary.published(), String.valueOf(summary.publishedAt()), config.lake().root());
    }
    if (summary.heldBy() != null) {
      line(
          "run %s is under way, its lease lasts until %s",
          summary.heldBy(), String.valueOf(summary.heldUntil()));
    }
    if (summary.unpublished() != null && summary.heldBy() == null) {
      line("batch %d is not published wholly; the next run ends it first", summary.unpublished());
    }
  }

  private void print(StatusSummary.Table table) {
    String moved = table.lastMoved();
    line(
        "%-20s %-29s %8s %,12d  %s",
        table.table(),
        table.mark() == null ? "not loaded yet" : shortened(table.mark()),
        lag(table.lagSeconds()),
        table.lastRows(),
        (moved == null ? "" : moved) + (table.enabled() ? "" : "  left out"));
  }

  private void print(StatusSummary.Run run) {
    Double seconds = run.seconds();
    line(
        "%-32s %-8s %6s %9s  %s",
        run.runId(),
        run.outcome(),
        run.batchId() == 0 ? "-" : Long.toString(run.batchId()),
        seconds == null ? "-" : String.format(Locale.ROOT, "%.1f s", seconds),
        run.recordedAt());
    if (run.message() != null) {
      line("  %s", Failure.oneLine(run.message()));
    }
  }

  private void findings(List<StatusSummary.Finding> findings) {
    if (findings.isEmpty()) {
      line("%nno findings are open");
      return;
    }
    line("%n%d findings are open", findings.size());
    for (FindingKind kind : FindingKind.values()) {
      List<StatusSummary.Finding> ofKind =
          findings.stream().filter(finding -> finding.kind().equals(kind.text())).toList();
      if (ofKind.isEmpty()) {
        continue;
      }
      line("%s: %d, %s", kind, ofKind.size(), kind.remedy());
      ofKind.stream()
          .limit(MOST_OF_A_KIND)
          .forEach(finding -> line("  since %s  %s", finding.openedAt(), finding.text()));
      if (ofKind.size() > MOST_OF_A_KIND) {
        line("  and %d more, in the JSON on standard output", ofKind.size() - MOST_OF_A_KIND);
      }
    }
  }

  /** A fingerprint says nothing to people. */
  private static String shortened(String mark) {
    return mark.length() <= 29 ? mark : mark.substring(0, 12) + "…";
  }

  private static String lag(@Nullable Long seconds) {
    if (seconds == null) {
      return "-";
    }
    Duration lag = Duration.ofSeconds(seconds);
    if (lag.toDays() > 1) {
      return lag.toDays() + " d";
    }
    return lag.toHours() > 1 ? lag.toHours() + " h" : lag.toMinutes() + " min";
  }

  private void line(String format, @Nullable Object... values) {
    err.printf(Locale.ROOT, format + "%n", values);
  }
}
