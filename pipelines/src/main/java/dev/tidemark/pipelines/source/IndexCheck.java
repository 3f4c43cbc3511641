// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The indexes of one table. One on part of the rows counts for none: it does not find the others.
 */
final class IndexCheck {

  private static final Set<String> INDEXED =
      Set.of("TABLE", "BASE TABLE", "PARTITIONED TABLE", "SYSTEM TABLE");

  private final SourceTable table;
  private final boolean isIndexed;
  private final Set<String> firstColumns;
  private final List<Set<String>> unique;

  private IndexCheck(
      SourceTable table, boolean isIndexed, Set<String> firstColumns, List<Set<String>> unique) {
    this.table = table;
    this.isIndexed = isIndexed;
    this.firstColumns = firstColumns;
    this.unique = unique;
  }

  static IndexCheck of(Connection connection, SourceTable table) throws SQLException {
    String query = table.dialect().indexedColumnsQuery();
    if (query == null || !isTable(connection, table)) {
      return new IndexCheck(table, false, Set.of(), List.of());
    }
    return new IndexCheck(
        table, true, firstColumns(connection, table, query), unique(connection, table));
  }

  private static Set<String> firstColumns(Connection connection, SourceTable table, String query)
      throws SQLException {
    Set<String> columns = new HashSet<>();
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, table.schemaName());
      statement.setString(2, table.tableName());
      try (ResultSet first = statement.executeQuery()) {
        while (first.next()) {
          columns.add(first.getString(1));
        }
      }
    }
    return columns;
  }

  /** The columns of each unique index. */
  private static List<Set<String>> unique(Connection connection, SourceTable table)
      throws SQLException {
    Map<String, Set<String>> columns = new TreeMap<>();
    try (ResultSet entries =
        connection
            .getMetaData()
            .getIndexInfo(
                connection.getCatalog(), table.schemaName(), table.tableName(), true, true)) {
      while (entries.next()) {
        String index = entries.getString("INDEX_NAME");
        String condition = entries.getString("FILTER_CONDITION");
        boolean isWhole = condition == null || condition.isBlank();
        if (entries.getShort("TYPE") != DatabaseMetaData.tableIndexStatistic
            && index != null
            && isWhole) {
          columns
              .computeIfAbsent(index, name -> new HashSet<>())
              .add(String.valueOf(entries.getString("COLUMN_NAME")));
        }
      }
    }
    return List.copyOf(columns.values());
  }

  /** A view has no index of its own: those of its tables cannot be judged from here. */
  private static boolean isTable(Connection connection, SourceTable table) throws SQLException {
    try (ResultSet tables =
        connection.getMetaData().getTables(connection.getCatalog(), null, null, null)) {
      while (tables.next()) {
        if (table.schemaName().equals(tables.getString("TABLE_SCHEM"))
            && table.tableName().equals(tables.getString("TABLE_NAME"))) {
          return INDEXED.contains(tables.getString("TABLE_TYPE").toUpperCase(Locale.ROOT));
        }
      }
    }
    return false;
  }

  /** The statement that is missing; empty when nothing is, or nothing can be. */
  Optional<String> missingOnWatermark() {
    if (!isIndexed || table.ref().watermark() == null) {
      return Optional.empty();
    }
    String watermark = table.watermark().sourceName();
    return firstColumns.contains(watermark)
        ? Optional.empty()
        : Optional.of(
            table
                .dialect()
                .createIndex(
                    table.quotedName(), "ix_" + table.tableName() + "_" + watermark, watermark));
  }

  /** Whether the source itself keeps the contract's key unique; true where it cannot be told. */
  boolean keepsKeyUnique() {
    if (!isIndexed) {
      return true;
    }
    Set<String> key = new HashSet<>();
    for (SourceColumn column : table.columns()) {
      if (table.contract().key().contains(column.contract().name())) {
        key.add(column.sourceName());
      }
    }
    return unique.stream().anyMatch(key::containsAll);
  }
}
