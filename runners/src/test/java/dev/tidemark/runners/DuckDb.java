// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A reader that shares no code with the product: DuckDB over the live Parquet files of a lake. Each
 * table with a file is a view of its path, as in {@code gold.dim_broker}.
 */
final class DuckDb implements AutoCloseable {

  private final Connection connection;
  private final Set<String> tables = new HashSet<>();

  private DuckDb(Connection connection) {
    this.connection = connection;
  }

  static DuckDb over(PublishedLake lake) throws SQLException {
    DuckDb duckDb = new DuckDb(DriverManager.getConnection("jdbc:duckdb:"));
    for (String table : lake.versions().keySet()) {
      List<Path> files = lake.files(table);
      if (!files.isEmpty()) {
        duckDb.tables.add(table);
        String folder = table.substring(0, table.indexOf('/'));
        duckDb.execute("CREATE SCHEMA IF NOT EXISTS " + folder);
        duckDb.execute(
            files.stream()
                .map(file -> "'" + file.toString().replace("'", "''") + "'")
                .collect(
                    Collectors.joining(
                        ", ",
                        "CREATE VIEW " + table.replace('/', '.') + " AS FROM read_parquet([",
                        "], union_by_name = true, hive_partitioning = false)")));
      }
    }
    return duckDb;
  }

  /** The rows of a table; one without a live file has none. */
  long count(String table) throws SQLException {
    return tables.contains(table)
        ? Long.parseLong(rows("SELECT count(*) FROM " + table.replace('/', '.')).get(0))
        : 0;
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
