// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Compares what contenders have written, table by table, by a digest that no order of rows changes:
 * their number, and the sum of the hashes of all compared columns. DuckDB reads everybody's files.
 */
final class Agreement implements AutoCloseable {

  /** The rows of a table and the sum of their hashes. */
  private record Digest(long rows, String sum) {}

  private final Connection connection;
  private final String what;

  private Agreement(Connection connection, String what) {
    this.connection = connection;
    this.what = what;
  }

  /**
   * Sees that tables are the same in every output.
   *
   * @param what is compared, for the message
   * @throws DisagreementException naming two of them, the first table that differs and a row of it
   */
  static void require(String what, List<ComparedTable> tables, Map<String, Path> outputs)
      throws SQLException, IOException {
    try (Agreement agreement = new Agreement(DriverManager.getConnection("jdbc:duckdb:"), what)) {
      agreement.execute("SET TimeZone = 'UTC'");
      agreement.execute("SET threads = 2");
      for (ComparedTable table : tables) {
        agreement.require(table, outputs);
      }
    }
  }

  private void require(ComparedTable table, Map<String, Path> outputs)
      throws SQLException, IOException {
    Map.Entry<String, Path> reference = outputs.entrySet().iterator().next();
    String first = reference.getKey();
    String expected = relation(table, first, reference.getValue());
    Digest digest = digest(table, expected);
    for (Map.Entry<String, Path> output : outputs.entrySet()) {
      String found = relation(table, output.getKey(), output.getValue());
      Digest other = digest(table, found);
      if (!other.equals(digest)) {
        throw new DisagreementException(
            "%s: %s and %s differ in %s, which has %d and %d rows.%s%s"
                .formatted(
                    what,
                    first,
                    output.getKey(),
                    table.path(),
                    digest.rows(),
                    other.rows(),
                    firstRowOf(first, table, expected, found),
                    firstRowOf(output.getKey(), table, found, expected)));
      }
    }
  }

  private String relation(ComparedTable table, String contender, Path output) throws IOException {
    Path directory = output.resolve(table.path());
    if (!Files.exists(directory)) {
      throw new DisagreementException(what + ": " + contender + " has not written " + table.path());
    }
    List<Path> files = LiveFiles.of(directory);
    if (files.isEmpty()) {
      return "(SELECT " + table.nulls() + " WHERE false)";
    }
    String reader =
        files.get(0).toString().endsWith(".csv")
            ? "read_csv(%s, header = true, all_varchar = true)"
            : "read_parquet(%s, union_by_name = true, hive_partitioning = false)";
    String list =
        files.stream()
            .map(file -> "'" + file.toString().replace("'", "''") + "'")
            .collect(Collectors.joining(", ", "[", "]"));
    return "(SELECT " + table.casts() + " FROM " + reader.formatted(list) + ")";
  }

  private Digest digest(ComparedTable table, String relation) throws SQLException {
    List<String> row =
        row(
            "SELECT count(*), coalesce(sum(CAST(hash("
                + table.names()
                + ") AS HUGEINT)), 0) FROM "
                + relation);
    return new Digest(Long.parseLong(row.get(0)), row.get(1));
  }

  /** Tells of the first row, by the key, that one has and the other has not. */
  private String firstRowOf(String contender, ComparedTable table, String one, String other)
      throws SQLException {
    List<String> row =
        row(
            "SELECT * FROM (SELECT * FROM %s EXCEPT ALL SELECT * FROM %s) ORDER BY %s LIMIT 1"
                .formatted(one, other, String.join(", ", table.key())));
    if (row.isEmpty()) {
      return "";
    }
    List<String> values = new ArrayList<>();
    for (int c = 0; c < row.size(); c++) {
      values.add(table.columns().get(c).name() + "=" + row.get(c));
    }
    return "\n  only " + contender + " has " + String.join(" ", values);
  }

  private List<String> row(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> row = new ArrayList<>();
      if (result.next()) {
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
          row.add(String.valueOf(result.getString(column)));
        }
      }
      return row;
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
