// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.List;
import java.util.Optional;

/** The SQL of {@code etl.run}, {@code etl.load_audit} and {@code etl.batch_sequence}. */
final class RunTables {
  private static final String SEQUENCE = "batch";

  private static final String RUNS =
      "SELECT run_id, batch_id, logical_utc, status, recorded_utc, summary FROM etl.run";

  private RunTables() {}

  static long openBatch(Sql sql, long taken) throws SQLException {
    Optional<Long> last =
        sql.first(
            "SELECT last_id FROM etl.batch_sequence WHERE sequence_name = ?",
            row -> row.getLong(1),
            SEQUENCE);
    if (last.isEmpty()) {
      sql.update(
          "INSERT INTO etl.batch_sequence (sequence_name, last_id) VALUES (?, ?)",
          SEQUENCE,
          taken + 1);
      return taken + 1;
    }
    if (last.get() > taken && !hasEnded(sql, last.get())) {
      return last.get();
    }
    long next = Math.max(last.get(), taken) + 1;
    int drawn =
        sql.update(
            "UPDATE etl.batch_sequence SET last_id = ? WHERE sequence_name = ? AND last_id = ?",
            next,
            SEQUENCE,
            last.get());
    if (drawn == 0) {
      // Another run was quicker; the transaction is done again and draws the next one.
      throw new SQLTransactionRollbackException("batch sequence changed meanwhile", "40001");
    }
    return next;
  }

  private static boolean hasEnded(Sql sql, long batchId) throws SQLException {
    return sql.first(
            "SELECT batch_id FROM etl.run WHERE batch_id = ? AND status IN (?, ?)",
            row -> row.getLong(1),
            batchId,
            RunStatus.SUCCEEDED.name(),
            RunStatus.PARTIAL.name())
        .isPresent();
  }

  static void record(Sql sql, RunRecord run) throws SQLException {
    sql.update("DELETE FROM etl.run WHERE run_id = ?", run.runId());
    sql.update(
        "INSERT INTO etl.run (run_id, batch_id, logical_utc, status, recorded_utc, summary)"
            + " VALUES (?, ?, ?, ?, ?, ?)",
        run.runId(),
        run.batchId(),
        run.logicalTime(),
        run.status().name(),
        run.recordedAt(),
        run.summary());
  }

  static void record(Sql sql, LoadAudit audit) throws SQLException {
    sql.update(
        "DELETE FROM etl.load_audit WHERE run_id = ? AND table_name = ?",
        audit.runId(),
        audit.table());
    LoadCounts counts = audit.counts();
    sql.update(
        "INSERT INTO etl.load_audit (run_id, table_name, batch_id, window_low, window_high,"
            + " source_count_before, source_count_after, landed_rows, landed_keys, re_read,"
            + " inserted, updated, unchanged, deleted, quarantined, late_rows, max_lateness_micros,"
            + " future_rows, null_rows, status, started_utc, ended_utc, message, silver_version)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        audit.runId(),
        audit.table(),
        audit.batchId(),
        audit.windowLow(),
        audit.windowHigh(),
        counts.sourceBefore(),
        counts.sourceAfter(),
        counts.landedRows(),
        counts.landedKeys(),
        counts.reRead(),
        counts.inserted(),
        counts.updated(),
        counts.unchanged(),
        counts.deleted(),
        counts.quarantined(),
        counts.lateRows(),
        counts.maxLatenessMicros(),
        audit.futureRows(),
        audit.nullRows(),
        audit.status().name(),
        audit.startedAt(),
        audit.endedAt(),
        audit.message(),
        audit.silverVersion());
  }

  static Optional<RunRecord> run(Sql sql, String runId) throws SQLException {
    return sql.first(RUNS + " WHERE run_id = ?", RunTables::run, runId);
  }

  static List<RunRecord> lastRuns(Sql sql, int most) throws SQLException {
    // the one spelling of a limit that the three databases share
    return sql.list(
        RUNS
            + " ORDER BY recorded_utc DESC, batch_id DESC, run_id DESC"
            + " OFFSET 0 ROWS FETCH NEXT "
            + most
            + " ROWS ONLY",
        RunTables::run);
  }

  private static RunRecord run(ResultSet row) throws SQLException {
    return new RunRecord(
        row.getString("run_id"),
        row.getLong("batch_id"),
        Sql.knownInstant(row, "logical_utc"),
        RunStatus.valueOf(row.getString("status")),
        Sql.knownInstant(row, "recorded_utc"),
        row.getString("summary"));
  }

  static List<LoadAudit> audits(Sql sql, String runId) throws SQLException {
    return sql.list(
        "SELECT * FROM etl.load_audit WHERE run_id = ? ORDER BY table_name",
        RunTables::audit,
        runId);
  }

  private static LoadAudit audit(ResultSet row) throws SQLException {
    return new LoadAudit(
        row.getString("run_id"),
        row.getLong("batch_id"),
        row.getString("table_name"),
        row.getString("window_low"),
        row.getString("window_high"),
        new LoadCounts(
            row.getLong("source_count_before"),
            row.getLong("source_count_after"),
            row.getLong("landed_rows"),
            row.getLong("landed_keys"),
            row.getLong("re_read"),
            row.getLong("inserted"),
            row.getLong("updated"),
            row.getLong("unchanged"),
            row.getLong("deleted"),
            row.getLong("quarantined"),
            row.getLong("late_rows"),
            row.getLong("max_lateness_micros")),
        row.getLong("future_rows"),
        row.getLong("null_rows"),
        LoadStatus.valueOf(row.getString("status")),
        Sql.knownInstant(row, "started_utc"),
        Sql.instant(row, "ended_utc"),
        row.getString("message"),
        row.getObject("silver_version", Long.class));
  }
}
