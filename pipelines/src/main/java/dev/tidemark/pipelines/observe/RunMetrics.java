// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.observe;

import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.run.AfterRun;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.LakeChange;
import dev.tidemark.pipelines.run.ResultFile;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TableSummary;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Leaves the figures of a run as a text file for Prometheus' node exporter. Every series carries
 * the lake and the pipeline, so that the files of several jobs can lie in one folder; the run's id
 * stands on {@code tidemark_run_info} only, else each night would begin new series.
 */
public final class RunMetrics implements AfterRun {

  private static final BigDecimal MICROS = BigDecimal.valueOf(1, 6);

  private final ResultFile file;
  private final String pipeline;

  private RunMetrics(ResultFile file, String pipeline) {
    this.file = file;
    this.pipeline = pipeline;
  }

  /**
   * Metrics in a file.
   *
   * @param pipeline what runs, such as {@code nightly}
   */
  public static RunMetrics to(ResultFile file, String pipeline) {
    return new RunMetrics(file, pipeline);
  }

  @Override
  public void ended(EndedRun run) {
    file.write(text(run, pipeline));
  }

  static String text(EndedRun run, String pipeline) {
    RunRequest request = run.request();
    String lake = request == null ? "" : request.config().lake().root();
    PrometheusText text = new PrometheusText(Map.of("lake", lake, "pipeline", pipeline));
    run(text, run);
    for (TableSummary table : run.summary().tables()) {
      table(text, table);
      if (request != null && request.config().tables().containsKey(table.table())) {
        mark(text, table, request.config().table(table.table()).zone(), run.endedAt());
      }
    }
    run.summary().lake().forEach(change -> lake(text, change));
    return text.toString();
  }

  private static void run(PrometheusText text, EndedRun run) {
    RunSummary summary = run.summary();
    Map<String, String> info = new LinkedHashMap<>();
    info.put("outcome", summary.outcome().name());
    put(info, "run_id", summary.runId());
    put(info, "logical_time", summary.logicalTime());
    text.gauge("tidemark_run_info", "The last run; always 1.", info, 1);
    text.gauge(
        "tidemark_run_success",
        "Whether the last run ended with exit code 0: 1 if so, else 0.",
        run.exitCode() == 0 ? 1 : 0);
    text.gauge("tidemark_run_exit_code", "The exit code of the last run.", run.exitCode());
    text.gauge(
        "tidemark_run_start_timestamp_seconds",
        "When the last run began, in seconds since 1970.",
        seconds(run.startedAt()));
    text.gauge(
        "tidemark_run_end_timestamp_seconds",
        "When the last run ended, in seconds since 1970.",
        seconds(run.endedAt()));
    text.gauge(
        "tidemark_run_duration_seconds",
        "How long the last run took.",
        seconds(Duration.between(run.startedAt(), run.endedAt())));
    text.gauge(
        "tidemark_run_checks",
        "Identities that the last run checked before it published.",
        summary.checks().size());
    text.gauge(
        "tidemark_run_checks_failed",
        "Those of them that did not hold.",
        summary.checks().stream().filter(check -> !check.holds()).count());
  }

  private static void table(PrometheusText text, TableSummary table) {
    Map<String, String> label = Map.of("table", table.table());
    text.gauge(
        "tidemark_table_success",
        "Whether the source table did not fail in the last run: 1 if so, else 0.",
        label,
        table.status() == LoadStatus.FAILED ? 0 : 1);
    LoadCounts counts = table.counts();
    rows(text, label, "landed", "Rows landed by the last run.", counts.landedRows());
    rows(text, label, "inserted", "Landed rows whose key was new.", counts.inserted());
    rows(text, label, "updated", "Landed rows that changed something.", counts.updated());
    rows(text, label, "unchanged", "Landed rows that changed nothing.", counts.unchanged());
    rows(text, label, "deleted", "Rows that left silver in the last run.", counts.deleted());
    rows(text, label, "quarantined", "Keys of the last run in quarantine.", counts.quarantined());
    rows(text, label, "late", "Rows committed behind the mark before.", counts.lateRows());
    text.gauge(
        "tidemark_table_max_lateness_seconds",
        "How far behind that mark the latest of them lay.",
        label,
        BigDecimal.valueOf(counts.maxLatenessMicros()).multiply(MICROS).stripTrailingZeros());
  }

  private static void rows(
      PrometheusText text, Map<String, String> label, String kind, String help, long rows) {
    text.gauge("tidemark_table_" + kind + "_rows", help, label, rows);
  }

  /** Where the table's mark stands after the run: told of marks that are times, not of others. */
  private static void mark(PrometheusText text, TableSummary table, ZoneId zone, Instant endedAt) {
    Instant mark =
        instant(table.status() == LoadStatus.LOADED ? table.windowHigh() : table.windowLow(), zone);
    if (mark == null) {
      return;
    }
    Map<String, String> label = Map.of("table", table.table());
    text.gauge(
        "tidemark_table_mark_timestamp_seconds",
        "The time up to which the source table is loaded, in seconds since 1970.",
        label,
        seconds(mark));
    text.gauge(
        "tidemark_table_mark_lag_seconds",
        "How far that time lay behind the end of the last run.",
        label,
        seconds(Duration.between(mark, endedAt)));
  }

  /** The instant of a mark as a summary writes it; null of a date, a number, or none. */
  private static @Nullable Instant instant(@Nullable String mark, ZoneId zone) {
    if (mark == null || mark.indexOf(' ') < 0) {
      return null;
    }
    String time = mark.replace(' ', 'T');
    return time.endsWith("+00:00")
        ? Instant.parse(time.replace("+00:00", "Z"))
        : Instant.from(LocalDateTime.parse(time).atZone(zone));
  }

  private static void lake(PrometheusText text, LakeChange change) {
    Map<String, String> label = Map.of("table", change.table());
    text.gauge(
        "tidemark_lake_table_version",
        "The version of the lake table that the last run published.",
        label,
        change.version());
    changed(text, change.table(), "inserted", change.inserted());
    changed(text, change.table(), "updated", change.updated());
    changed(text, change.table(), "deleted", change.deleted());
  }

  private static void changed(PrometheusText text, String table, String change, long rows) {
    text.gauge(
        "tidemark_lake_table_changed_rows",
        "Rows of the lake table that the last run changed.",
        Map.of("table", table, "change", change),
        rows);
  }

  private static void put(Map<String, String> labels, String name, @Nullable String value) {
    if (value != null) {
      labels.put(name, value);
    }
  }

  private static BigDecimal seconds(Instant at) {
    return seconds(Duration.between(Instant.EPOCH, at));
  }

  private static BigDecimal seconds(Duration duration) {
    return BigDecimal.valueOf(duration.toMillis(), 3);
  }
}
