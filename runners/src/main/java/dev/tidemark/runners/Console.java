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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Tells how a run goes: an event per table as it starts and ends, one with the totals. */
final class Console implements RunListener {

  private final RunLog log;
  private final Clock clock;
  private final Instant startedAt;

  /** Whether what is told was done by an earlier run. */
  private boolean isRepeated;

  Console(RunLog log, Clock clock) {
    this.log = log;
    this.clock = clock;
    startedAt = clock.instant();
  }

  @Override
  public void rolledForward(long batchId, String runId) {
    log.tell(
        LogEvent.warn(
                "rolled_forward",
                "batch %d of run %s had not been published wholly; it is now",
                batchId,
                runId)
            .with("batch_id", batchId)
            .with("rolled_forward_run_id", runId));
  }

  @Override
  public void hadSucceeded(RunSummary earlier) {
    isRepeated = true;
    log.tell(
        LogEvent.info(
            "already_succeeded",
            "run %s has succeeded already, for %s; nothing is done, --force repeats it",
            String.valueOf(earlier.runId()),
            String.valueOf(earlier.logicalTime())));
  }

  @Override
  public void tableCaptured(TableSummary table) {
    log.tell(
        captured(table)
            .of(table.table())
            .with("status", table.status())
            .with("source_rows", table.counts().sourceBefore())
            .with("window_low", table.windowLow())
            .with("window_high", table.windowHigh()));
    if (table.message() != null) {
      warn(table, "%s", table.message());
    }
    table.warnings().forEach(warning -> warn(table, "%s", warning));
    if (table.futureRows() > 0) {
      warn(
          table,
          "%d rows are later than the source's clock; they go to quarantine until it reaches them",
          table.futureRows());
    }
    if (table.nullRows() > 0) {
      warn(table, "%d rows have no mark", table.nullRows());
    }
  }

  private static LogEvent captured(TableSummary table) {
    String name = "table_captured";
    return switch (table.status()) {
      case DISABLED -> LogEvent.info(name, "left out");
      case EMPTY -> LogEvent.info(name, "nothing new since %s", since(table));
      case LATE ->
          LogEvent.info(
              name,
              "start   %,9d rows   nothing new, but other rows behind %s",
              table.counts().sourceBefore(),
              since(table));
      default ->
          LogEvent.info(
              name, "start   %,9d rows   window %s", table.counts().sourceBefore(), window(table));
    };
  }

  private void warn(TableSummary table, String format, Object value) {
    log.tell(LogEvent.warn("table_warning", format, value).of(table.table()));
  }

  @Override
  public void keysCompared(String table, KeyCounts keys) {
    log.tell(
        LogEvent.info(
                "keys_compared",
                "compared %,d live keys with %,d at the source: %,d are gone",
                keys.live(),
                keys.source(),
                keys.deleted())
            .of(table)
            .with("live_keys", keys.live())
            .with("source_keys", keys.source())
            .with("deleted_keys", keys.deleted()));
  }

  @Override
  public void keysLost(String table, String warning) {
    log.tell(LogEvent.warn("keys_lost", "%s", warning).of(table));
  }

  @Override
  public void rebuilding(String reason) {
    log.tell(LogEvent.info("rebuilding", "%s", reason));
  }

  @Override
  public void noted(String note) {
    log.tell(LogEvent.info("noted", "%s", note));
  }

  @Override
  public void graphStarted(int dueTables) {
    log.tell(
        LogEvent.info("graph_started", "%d tables are due; the graph runs", dueTables)
            .with("due_tables", dueTables));
    log.awaiting("the graph runs");
  }

  @Override
  public void tablePublished(TableSummary table) {
    LoadCounts counts = table.counts();
    log.tell(
        LogEvent.info(
                "table_published",
                "done    %,9d landed   %d new, %d changed, %d the same%s%s",
                counts.landedRows(),
                counts.inserted(),
                counts.updated(),
                counts.unchanged(),
                counts.quarantined() == 0 ? "" : ", " + counts.quarantined() + " quarantined",
                counts.lateRows() == 0 ? "" : ", " + late(counts))
            .of(table.table())
            .with("status", table.status())
            .with("landed_rows", counts.landedRows())
            .with("inserted", counts.inserted())
            .with("updated", counts.updated())
            .with("unchanged", counts.unchanged())
            .with("deleted", counts.deleted())
            .with("quarantined", counts.quarantined())
            .with("late_rows", counts.lateRows())
            .with("max_lateness_micros", counts.maxLatenessMicros()));
  }

  @Override
  public void tableFailed(TableSummary table) {
    log.tell(
        LogEvent.error("table_failed", "FAILED  %s", String.valueOf(table.message()))
            .of(table.table()));
  }

  /** The last words of a run: its changes, its checks, its totals. */
  void ended(RunSummary summary) {
    if (isRepeated) {
      return;
    }
    summary.lake().forEach(this::changed);
    summary.histories().forEach(this::met);
    MartsSummary marts = summary.marts();
    if (marts != null) {
      log.tell(
          LogEvent.info(
                  "marts_recomputed",
                  "  marts as of %s made again for %d sections, %d coverholders, %d accounts",
                  String.valueOf(summary.asOf()),
                  marts.sectionsRecomputed(),
                  marts.coverholdersRecomputed(),
                  marts.accountsRecomputed())
              .with("sections", marts.sectionsRecomputed())
              .with("coverholders", marts.coverholdersRecomputed())
              .with("accounts", marts.accountsRecomputed()));
    }
    long held = summary.checks().stream().filter(Check::holds).count();
    long rows = summary.tables().stream().mapToLong(t -> t.counts().landedRows()).sum();
    double seconds = Duration.between(startedAt, clock.instant()).toMillis() / 1000.0;
    log.tell(
        LogEvent.info(
                "run_ended",
                "run %s %s: %d tables, %,d rows landed, %d lake tables changed, %d of %d checks"
                    + " hold, %.1f s",
                String.valueOf(summary.runId()),
                summary.outcome().name().toLowerCase(Locale.ROOT),
                summary.tables().size(),
                rows,
                summary.lake().size(),
                held,
                summary.checks().size(),
                seconds)
            .with("outcome", summary.outcome())
            .with("batch_id", summary.batchId())
            .with("tables", summary.tables().size())
            .with("landed_rows", rows)
            .with("lake_tables", summary.lake().size())
            .with("checks", summary.checks().size())
            .with("checks_held", held)
            .with("seconds", seconds));
  }

  private void changed(LakeChange change) {
    log.tell(
        LogEvent.info(
                "lake_changed",
                "  %-42s v%-3d %d new, %d changed, %d gone",
                change.table(),
                change.version(),
                change.inserted(),
                change.updated(),
                change.deleted())
            .with("lake_table", change.table())
            .with("version", change.version())
            .with("inserted", change.inserted())
            .with("updated", change.updated())
            .with("deleted", change.deleted()));
  }

  /** What a run brought that left no version behind. */
  private void met(HistorySummary history) {
    if (history.newNoopUpdates() + history.newSequenceConflicts() > 0) {
      log.tell(
          LogEvent.info(
                  "history_met",
                  "  %-42s %d updates changed no tracked column, %d met another of the same time",
                  history.table(),
                  history.newNoopUpdates(),
                  history.newSequenceConflicts())
              .with("lake_table", history.table())
              .with("new_noop_updates", history.newNoopUpdates())
              .with("new_sequence_conflicts", history.newSequenceConflicts()));
    }
  }

  private static String late(LoadCounts counts) {
    Duration most = Duration.of(counts.maxLatenessMicros(), ChronoUnit.MICROS);
    return counts.lateRows() + " late by up to " + most;
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
}
