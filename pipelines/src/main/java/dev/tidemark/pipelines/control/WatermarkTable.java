// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The SQL of {@code etl.watermark} and its history. */
final class WatermarkTable {
  private static final String COLUMNS =
      "table_name, source_schema, watermark_column, key_columns, last_watermark, watermark_type,"
          + " overlap_count, overlap_key_sum, future_rows, unmarked_digest, read_again_from,"
          + " is_enabled, last_run_rows,"
          + " last_run_utc, row_version";

  /**
   * A row with the counter that every write raises: marks are compared exactly, whatever the
   * database's collation.
   */
  private record Stored(Watermark watermark, long version) {}

  private WatermarkTable() {}

  static List<Watermark> all(Sql sql) throws SQLException {
    return sql.list(
        "SELECT " + COLUMNS + " FROM etl.watermark ORDER BY table_name",
        row -> stored(row).watermark());
  }

  static List<MarkMoved> history(Sql sql, String table) throws SQLException {
    return sql.list(
        "SELECT table_name, batch_id, run_id, watermark_before, type_before, watermark_after,"
            + " type_after, landed_rows, moved_utc FROM etl.watermark_history"
            + " WHERE table_name = ? ORDER BY batch_id",
        row ->
            new MarkMoved(
                row.getString("table_name"),
                row.getLong("batch_id"),
                row.getString("run_id"),
                mark(row, "watermark_before", "type_before"),
                new Mark(row.getString("watermark_after"), row.getString("type_after")),
                row.getLong("landed_rows"),
                Sql.knownInstant(row, "moved_utc")),
        table);
  }

  static Map<String, Long> markedBy(Sql sql) throws SQLException {
    Map<String, Long> batches = new TreeMap<>();
    sql.list(
            "SELECT w.table_name, MAX(h.batch_id) FROM etl.watermark w"
                + " JOIN etl.watermark_history h ON h.table_name = w.table_name"
                + " AND h.watermark_after = w.last_watermark GROUP BY w.table_name",
            row -> Map.entry(row.getString(1), row.getLong(2)))
        .forEach(table -> batches.put(table.getKey(), table.getValue()));
    return batches;
  }

  static void move(Sql sql, MarkMove move, RunRecord run) throws SQLException {
    Optional<Stored> stored = find(sql, move.table());
    Mark found = stored.map(s -> s.watermark().mark()).orElse(null);
    if (move.target().equals(found) && movedBy(sql, move.table(), run.batchId())) {
      return;
    }
    if (!Objects.equals(found, move.read())) {
      throw new MarkConflictException(move.table(), move.read(), found);
    }
    int written =
        stored.isPresent()
            ? update(sql, move, run, stored.get().version())
            : insert(sql, move, run);
    if (written == 0) {
      // Written by another run since it was read above.
      Mark now = find(sql, move.table()).map(s -> s.watermark().mark()).orElse(null);
      throw new MarkConflictException(move.table(), move.read(), now);
    }
    sql.update(
        "INSERT INTO etl.watermark_history (table_name, batch_id, run_id, watermark_before,"
            + " type_before, watermark_after, type_after, landed_rows, moved_utc)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        move.table(),
        run.batchId(),
        run.runId(),
        found == null ? null : found.text(),
        found == null ? null : found.type(),
        move.target().text(),
        move.target().type(),
        move.rows(),
        run.recordedAt());
  }

  static void readAgainFrom(Sql sql, String table, String mark) throws SQLException {
    sql.update(
        "UPDATE etl.watermark SET read_again_from = ?, row_version = row_version + 1"
            + " WHERE table_name = ?",
        mark,
        table);
  }

  private static int update(Sql sql, MarkMove move, RunRecord run, long version)
      throws SQLException {
    Overlap overlap = move.overlap();
    return sql.update(
        "UPDATE etl.watermark SET source_schema = ?, watermark_column = ?, key_columns = ?,"
            + " last_watermark = ?, watermark_type = ?, overlap_count = ?, overlap_key_sum = ?,"
            + " future_rows = ?, unmarked_digest = ?, read_again_from = NULL, last_run_rows = ?,"
            + " last_run_utc = ?, row_version = row_version + 1"
            + " WHERE table_name = ? AND row_version = ?",
        move.sourceSchema(),
        move.watermarkColumn(),
        String.join(",", move.keyColumns()),
        move.target().text(),
        move.target().type(),
        overlap == null ? null : overlap.count(),
        overlap == null ? null : overlap.keySum(),
        move.futureRows(),
        move.unmarkedDigest(),
        move.rows(),
        run.recordedAt(),
        move.table(),
        version);
  }

  private static int insert(Sql sql, MarkMove move, RunRecord run) throws SQLException {
    Overlap overlap = move.overlap();
    return sql.update(
        "INSERT INTO etl.watermark (source_schema, watermark_column, key_columns, last_watermark,"
            + " watermark_type, overlap_count, overlap_key_sum, future_rows, unmarked_digest,"
            + " last_run_rows, last_run_utc, table_name, row_version)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)",
        move.sourceSchema(),
        move.watermarkColumn(),
        String.join(",", move.keyColumns()),
        move.target().text(),
        move.target().type(),
        overlap == null ? null : overlap.count(),
        overlap == null ? null : overlap.keySum(),
        move.futureRows(),
        move.unmarkedDigest(),
        move.rows(),
        run.recordedAt(),
        move.table());
  }

  private static boolean movedBy(Sql sql, String table, long batchId) throws SQLException {
    return sql.first(
            "SELECT batch_id FROM etl.watermark_history WHERE table_name = ? AND batch_id = ?",
            row -> row.getLong(1),
            table,
            batchId)
        .isPresent();
  }

  private static Optional<Stored> find(Sql sql, String table) throws SQLException {
    return sql.first(
        "SELECT " + COLUMNS + " FROM etl.watermark WHERE table_name = ?",
        WatermarkTable::stored,
        table);
  }

  private static Stored stored(ResultSet row) throws SQLException {
    String keys = row.getString("key_columns");
    long count = row.getLong("overlap_count");
    String keySum = row.getString("overlap_key_sum");
    return new Stored(
        new Watermark(
            row.getString("table_name"),
            row.getString("source_schema"),
            row.getString("watermark_column"),
            keys == null || keys.isEmpty() ? List.of() : List.of(keys.split(",", -1)),
            mark(row, "last_watermark", "watermark_type"),
            keySum == null ? null : new Overlap(count, keySum),
            row.getString("future_rows"),
            row.getString("unmarked_digest"),
            row.getString("read_again_from"),
            row.getBoolean("is_enabled"),
            row.getLong("last_run_rows"),
            Sql.instant(row, "last_run_utc")),
        row.getLong("row_version"));
  }

  private static @Nullable Mark mark(ResultSet row, String text, String type) throws SQLException {
    String value = row.getString(text);
    return value == null ? null : new Mark(value, row.getString(type));
  }
}
