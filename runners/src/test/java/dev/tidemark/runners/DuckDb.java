// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;

/**
 * A reader that shares no code with the product: DuckDB over the live Parquet files of a lake. Each
 * table is a view of its path, as in {@code gold.dim_broker}; one without a file has its columns
 * and no rows.
 */
final class DuckDb implements AutoCloseable {

  /** What a query gives. */
  record Texts(Schema schema, List<Row> rows) {}

  private final Connection connection;

  private DuckDb(Connection connection) {
    this.connection = connection;
  }

  static DuckDb over(PublishedLake lake) throws SQLException {
    DuckDb duckDb = new DuckDb(DriverManager.getConnection("jdbc:duckdb:"));
    duckDb.execute("SET TimeZone = 'UTC'");
    for (String table : lake.versions().keySet()) {
      duckDb.execute("CREATE SCHEMA IF NOT EXISTS " + table.substring(0, table.indexOf('/')));
      duckDb.execute("CREATE VIEW " + table.replace('/', '.') + " AS " + source(lake, table));
    }
    return duckDb;
  }

  private static String source(PublishedLake lake, String table) {
    List<Path> files = lake.files(table);
    if (files.isEmpty()) {
      return lake.columns(table).stream()
          .map(column -> "NULL AS " + column)
          .collect(Collectors.joining(", ", "SELECT ", " WHERE false"));
    }
    return files.stream()
        .map(file -> "'" + file.toString().replace("'", "''") + "'")
        .collect(
            Collectors.joining(
                ", ",
                "FROM read_parquet([",
                "], union_by_name = true, hive_partitioning = false)"));
  }

  /** The rows of a table. */
  long count(String table) throws SQLException {
    return Long.parseLong(rows("SELECT count(*) FROM " + table.replace('/', '.')).get(0));
  }

  /** The rows of a query with its column names, every value as its text. */
  Texts texts(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      ResultSetMetaData columns = result.getMetaData();
      Schema.Builder names = Schema.builder();
      for (int column = 1; column <= columns.getColumnCount(); column++) {
        names.addNullableStringField(columns.getColumnName(column));
      }
      Schema schema = names.build();
      List<Row> rows = new ArrayList<>();
      while (result.next()) {
        Row.Builder row = Row.withSchema(schema);
        for (int column = 1; column <= columns.getColumnCount(); column++) {
          row.addValue(result.getString(column));
        }
        rows.add(row.build());
      }
      return new Texts(schema, rows);
    }
  }

  /** The rows of a query as text, columns parted by blanks; nulls are {@code null}. */
  List<String> rows(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        List<String> values = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          values.add(String.valueOf(result.getString(column)));
        }
        rows.add(String.join(" ", values));
      }
      return rows;
    }
  }

  /** Runs a statement that has no rows. */
  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
