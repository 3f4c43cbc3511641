// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of one table. One on part of the rows counts for none: it does not find the others. A
 * view and a query have none of their own, and those of their tables cannot be judged from here.
 */
final class IndexCheck {

  private final Connection connection;
  private final SourceTable table;

  IndexCheck(Connection connection, SourceTable table) {
    this.connection = connection;
    this.table = table;
  }

  /** The statement that gives the mark its index; empty when one is there, or none can be. */
  Optional<String> missingOnWatermark() throws SQLException {
    String indexed = table.dialect().indexedColumnsQuery();
    if (indexed == null || table.ref().watermark() == null || !isTable()) {
      return Optional.empty();
    }
    String mark = table.watermark().sourceName();
    try (PreparedStatement statement = connection.prepareStatement(indexed)) {
      table.bindName(statement);
      try (ResultSet first = statement.executeQuery()) {
        while (first.next()) {
          if (first.getString(1).equals(mark)) {
            return Optional.empty();
          }
        }
      }
    }
    return Optional.of(
        table
            .dialect()
            .createIndex(table.quotedName(), "ix_" + table.tableName() + "_" + mark, mark));
  }

  /** Whether the source itself keeps the contract's key unique; true where it cannot be told. */
  boolean keepsKeyUnique() throws SQLException {
    if (table.dialect().indexedColumnsQuery() == null || !isTable()) {
      return true;
    }
    Set<String> key = new HashSet<>();
    table.keyColumns().forEach(column -> key.add(column.sourceName()));
    return uniqueIndexes().values().stream().anyMatch(key::containsAll);
  }

  private boolean isTable() throws SQLException {
    if (table.ref().query() != null) {
      return false;
    }
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES"
                + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?")) {
      table.bindName(statement);
      try (ResultSet type = statement.executeQuery()) {
        return type.next() && type.getString(1).equals("BASE TABLE");
      }
    }
  }

  /** The columns of each unique index, by its name. */
  private Map<String, Set<String>> uniqueIndexes() throws SQLException {
    Map<String, Set<String>> columns = new HashMap<>();
    try (ResultSet entries =
        connection
            .getMetaData()
            .getIndexInfo(
                connection.getCatalog(), table.schemaName(), table.tableName(), true, true)) {
      while (entries.next()) {
        @Nullable String index = entries.getString("INDEX_NAME");
        @Nullable String condition = entries.getString("FILTER_CONDITION");
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
    return columns;
  }
}
