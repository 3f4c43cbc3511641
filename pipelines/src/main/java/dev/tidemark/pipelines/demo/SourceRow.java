// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One row of the source by column name; a column that is not set is NULL (or the table's default).
 * Immutable.
 */
final class SourceRow {

  private static final int BATCH = 1_000;
  private static final long FIRST_ID = 100_001;

  private final Map<String, @Nullable Object> values;

  private SourceRow(Map<String, @Nullable Object> values) {
    this.values = values;
  }

  static SourceRow empty() {
    return new SourceRow(Map.of());
  }

  /** A row of a bordereau that arrived then; the platform stamps it some minutes later. */
  static SourceRow submitted(LocalDateTime at, int version, Draws draws) {
    return empty().with("IsDeleted", false).submittedAgain(at, version, draws);
  }

  SourceRow submittedAgain(LocalDateTime at, int version, Draws draws) {
    LocalDateTime modified =
        at.plusSeconds(draws.between(120, 1_790)).plusNanos(draws.below(1_000_000) * 1_000L);
    return with("SubmittedAt", at).with("BdxVersion", version).with("ModifiedDate", modified);
  }

  /** The rows in the order of their modified dates, numbered in that order from 100001. */
  static List<SourceRow> numbered(List<SourceRow> rows, String idColumn) {
    List<SourceRow> ordered = new ArrayList<>(rows);
    ordered.sort(Comparator.comparing(row -> row.get("ModifiedDate", LocalDateTime.class)));
    for (int i = 0; i < ordered.size(); i++) {
      ordered.set(i, ordered.get(i).with(idColumn, FIRST_ID + i));
    }
    return ordered;
  }

  SourceRow with(String column, @Nullable Object value) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>(values);
    copy.put(column, value);
    return new SourceRow(copy);
  }

  <T> T get(String column, Class<T> type) {
    Object value = values.get(column);
    if (value == null) {
      throw new IllegalStateException("The row has no " + column + ": " + values);
    }
    return type.cast(value);
  }

  /** Inserts the rows in their order. */
  static void insert(Connection connection, String table, List<SourceRow> rows)
      throws SQLException {
    TreeSet<String> columns = new TreeSet<>();
    rows.forEach(row -> columns.addAll(row.values.keySet()));
    try (PreparedStatement insert = connection.prepareStatement(insertInto(table, columns))) {
      int pending = 0;
      for (SourceRow row : rows) {
        int parameter = 1;
        for (String column : columns) {
          insert.setObject(parameter++, row.values.get(column));
        }
        insert.addBatch();
        if (++pending % BATCH == 0) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
  }

  private static String insertInto(String table, Collection<String> columns) {
    return "INSERT INTO "
        + table
        + " ("
        + String.join(", ", columns)
        + ") VALUES ("
        + String.join(", ", Collections.nCopies(columns.size(), "?"))
        + ")";
  }
}
