// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** Keys of a table as text, read from it and bound to it again. */
final class KeyValues {
  private final SourceTable table;
  private final List<SourceColumn> columns;

  private KeyValues(SourceTable table) {
    this.table = table;
    this.columns = table.keyColumns();
  }

  static KeyValues of(SourceTable table) {
    return new KeyValues(table);
  }

  /** Whether a key that was read as text finds its row again. */
  boolean canBeBound() {
    return columns.stream().allMatch(column -> canBeBound(column.found()));
  }

  private static boolean canBeBound(SqlType.Kind kind) {
    return switch (kind) {
      case SMALL_INTEGER, INTEGER, BIG_INTEGER, DECIMAL, CHAR, TEXT, DATE, UUID -> true;
      case BOOLEAN, DOUBLE, TIMESTAMP, ZONED_TIMESTAMP, TIME, BINARY -> false;
    };
  }

  /** The columns of a row from {@code first} on, which are its key. */
  List<String> read(ResultSet row, int first) throws SQLException {
    List<String> key = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String value = row.getString(first + i);
      if (value == null) {
        key.add("NULL");
      } else {
        key.add(columns.get(i).found() == SqlType.Kind.CHAR ? value.stripTrailing() : value);
      }
    }
    return key;
  }

  /** The rows with any of so many keys. */
  String predicate(int keys) {
    String one =
        columns.stream()
            .map(
                column ->
                    table.dialect().quote(column.sourceName())
                        + " = "
                        + (column.found() == SqlType.Kind.DATE
                            ? table.dialect().parameter(column)
                            : "?"))
            .collect(Collectors.joining(" AND ", "(", ")"));
    return String.join(" OR ", Collections.nCopies(keys, one));
  }

  /** Binds keys from the parameter {@code first} on. */
  void bind(PreparedStatement statement, List<List<String>> keys, int first) throws SQLException {
    int parameter = first;
    for (List<String> key : keys) {
      for (int i = 0; i < columns.size(); i++) {
        bind(statement, parameter++, columns.get(i).found(), key.get(i));
      }
    }
  }

  private static void bind(
      PreparedStatement statement, int parameter, SqlType.Kind kind, String value)
      throws SQLException {
    switch (kind) {
      case SMALL_INTEGER, INTEGER, BIG_INTEGER ->
          statement.setLong(parameter, Long.parseLong(value));
      case DECIMAL -> statement.setBigDecimal(parameter, new BigDecimal(value));
      case UUID -> statement.setObject(parameter, UUID.fromString(value));
      default -> statement.setString(parameter, value);
    }
  }
}
