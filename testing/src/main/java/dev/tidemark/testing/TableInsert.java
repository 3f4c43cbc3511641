// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collections;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/** Inserts the rows of a text table, its cells converted by the database. */
final class TableInsert {

  private TableInsert() {}

  static void into(Connection connection, String table, TextTable rows) throws SQLException {
    List<String> columns = rows.header();
    String list = String.join(", ", columns);
    try (PreparedStatement select =
            connection.prepareStatement("SELECT " + list + " FROM " + table);
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO "
                    + table
                    + " ("
                    + list
                    + ") VALUES ("
                    + String.join(", ", Collections.nCopies(columns.size(), "?"))
                    + ")")) {
      ResultSetMetaData types = select.getMetaData();
      for (int number = 1; number <= rows.rows().size(); number++) {
        insert(insert, types, table, number, rows.rows().get(number - 1));
      }
    }
  }

  private static void insert(
      PreparedStatement insert, ResultSetMetaData types, String table, int number, List<String> row)
      throws SQLException {
    String what = "Row " + number + " of the text table for " + table;
    int columns = types.getColumnCount();
    if (row.size() != columns) {
      throw new IllegalArgumentException(
          "%s has %d cells, its header %d: %s"
              .formatted(what, row.size(), columns, String.join(" | ", row)));
    }
    try {
      for (int c = 1; c <= columns; c++) {
        FieldType kind = isBytes(types, c) ? FieldType.BYTES : FieldType.STRING;
        insert.setObject(c, Cells.parse(kind.withNullable(true), row.get(c - 1)));
      }
      insert.executeUpdate();
    } catch (SQLException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          what + " cannot be inserted: " + String.valueOf(e.getMessage()).split("; SQL|\n")[0], e);
    }
  }

  private static boolean isBytes(ResultSetMetaData types, int column) throws SQLException {
    int type = types.getColumnType(column);
    // H2 calls a UUID a BINARY, but takes it as it is written everywhere.
    return !types.getColumnTypeName(column).equals("UUID") && isBytes(type);
  }

  private static boolean isBytes(int type) {
    return type == Types.BINARY || type == Types.VARBINARY || type == Types.BLOB;
  }
}
