// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.nightly.KeyCounts;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.HistorySummary;
import dev.tidemark.pipelines.run.LakeChange;
import dev.tidemark.pipelines.run.MartsSummary;
import dev.tidemark.pipelines.run.RunListener;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TableSummary;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Tells people how a run goes: a line per table as it starts and ends, a line of totals. */
final class Console implements RunListener {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

  private final PrintStream out;
  private final Clock clock;
  private final Instant startedAt;

  /** Whether what is told was done by an earlier run. */
  private boolean isRepeated;

  Console(PrintStream out, Clock clock) {
    this.out = out;
    this.clock = clock;
    startedAt = clock.instant();
  }

  @Override
  public void rolledForward(long batchId, String runId) {
    line("batch %d of run %s had not been published wholly; it is now", batchId, runId);
  }

  @Override
  public void hadSucceeded(RunSummary earlier) {
    isRepeated = true;
    line(
        "run %s has succeeded already, for %s; nothing is done, --force repeats it",
        String.valueOf(earlier.runId()), String.valueOf(earlier.logicalTime()));
  }

  @Override
  public void tableCaptured(TableSummary table) {
    switch (table.status()) {
      case DISABLED -> line("%-20s left out", table.table());
      case EMPTY -> line("%-20s nothing new since %s", table.table(), since(table));
      case LATE ->
          line(
              "%-20s start   %,9d rows   nothing new, but other rows behind %s",
              table.table(), table.counts().sourceBefore(), since(table));
      default ->
          line(
              "%-20s start   %,9d rows   window %s",
              table.table(), table.counts().sourceBefore(), window(table));
    }
    if (table.message() != null) {
      line("%-20s %s", table.table(), table.message());
    }
    table.warnings().forEach(warning -> line("%-20s %s", table.table(), warning));
    if (table.futureRows() > 0) {
      line(
          "%-20s %d rows are later than the source's clock; they go to quarantine until it"
              + " reaches them",
          table.table(), table.futureRows());
    }
    if (table.nullRows() > 0) {
      line("%-20s %d rows have no mark", table.table(), table.nullRows());
    }
  }

  @Override
  public void keysCompared(String table, KeyCounts keys) {
    line(
        "%-20s compared %,d live keys with %,d at the source: %,d are gone",
        table, keys.live(), keys.source(), keys.deleted());
  }

  @Override
  public void keysLost(String table, String warning) {
    line("%-20s %s", table, warning);
  }

  @Override
  public void rebuilding(String reason) {
    line("%s", reason);
  }

  @Override
  public void noted(String note) {
    line("%s", note);
  }

  @Override
  public void graphStarted(int dueTables) {
    line("%d tables are due; the graph runs", dueTables);
  }

  @Override
  public void tablePublished(TableSummary table) {
    LoadCounts counts = table.counts();
    line(
        "%-20s done    %,9d landed   %d new, %d changed, %d the same%s%s",
        table.table(),
        counts.landedRows(),
        counts.inserted(),
        counts.updated(),
        counts.unchanged(),
        counts.quarantined() == 0 ? "" : ", " + counts.quarantined() + " quarantined",
        counts.lateRows() == 0 ? "" : ", " + late(counts));
  }

  @Override
  public void tableFailed(TableSummary table) {
    line("%-20s FAILED  %s", table.table(), String.valueOf(table.message()));
  }

  /** The last words of a run: its changes, its checks, its totals. */
  void ended(RunSummary summary) {
    if (isRepeated) {
      return;
    }
    for (LakeChange change : summary.lake()) {
      line(
          "  %-42s v%-3d %d new, %d changed, %d gone",
          change.table(), change.version(), change.inserted(), change.updated(), change.deleted());
    }
    summary.histories().forEach(this::met);
    MartsSummary marts = summary.marts();
    if (marts != null) {
      line(
          "  marts as of %s made again for %d sections, %d coverholders, %d accounts",
          String.valueOf(summary.asOf()),
          marts.sectionsRecomputed(),
          marts.coverholdersRecomputed(),
          marts.accountsRecomputed());
    }
    long held = summary.checks().stream().filter(Check::holds).count();
    long rows = summary.tables().stream().mapToLong(t -> t.counts().landedRows()).sum();
    line(
        "run %s %s: %d tables, %,d rows landed, %d lake tables changed, %d of %d checks hold, %s",
        String.valueOf(summary.runId()),
        summary.outcome().name().toLowerCase(Locale.ROOT),
        summary.tables().size(),
        rows,
        summary.lake().size(),
        held,
        summary.checks().size(),
        took());
  }

  /** What a run brought that left no version behind. */
  private void met(HistorySummary history) {
    if (history.newNoopUpdates() + history.newSequenceConflicts() > 0) {
      line(
          "  %-42s %d updates changed no tracked column, %d met another of the same time",
          history.table(), history.newNoopUpdates(), history.newSequenceConflicts());
    }
  }

  private static String late(LoadCounts counts) {
    Duration most = Duration.of(counts.maxLatenessMicros(), ChronoUnit.MICROS);
    return counts.lateRows() + " late by up to " + most;
  }

  private String took() {
    Duration took = Duration.between(startedAt, clock.instant());
    return String.format(Locale.ROOT, "%.1f s", took.toMillis() / 1000.0);
  }

  private static String since(TableSummary table) {
    return table.windowLow() == null ? "its content was read" : table.windowLow();
  }

  private static String window(TableSummary table) {
    if (table.windowHigh() == null) {
      return "whole";
    }
    return "("
        + (table.windowLow() == null ? "" : table.windowLow())
        + ", "
        + table.windowHigh()
        + "]";
  }

  private void line(String format, Object... values) {
    out.printf(
        Locale.ROOT,
        "%s  %s%n",
        TIME.format(clock.instant()),
        String.format(Locale.ROOT, format, values));
  }
}
