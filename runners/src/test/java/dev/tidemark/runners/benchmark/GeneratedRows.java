// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/**
 * Parquet files whose rows are a function of their numbers: made by DuckDB, a few files a table.
 */
final class GeneratedRows {

  /** So many files, that two workers have their share of a table. */
  private static final int FILES = 4;

  private GeneratedRows() {}

  /**
   * Makes the rows of a query.
   *
   * @param file the query; {@code numbers} stands for the numbers of a file's rows, {@code number}
   * @param names others that it has
   * @param rows numbers from 0 on
   */
  static void make(Path folder, String file, Map<String, ?> names, long rows)
      throws SQLException, IOException {
    Files.createDirectories(folder);
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
      statement.execute("SET threads = 1");
      for (int part = 0; part < FILES; part++) {
        Map<String, Object> all = new HashMap<>(names);
        all.put(
            "numbers",
            "(SELECT range AS number FROM range(%d, %d))"
                .formatted(rows * part / FILES, rows * (part + 1) / FILES));
        String query = String.join("\n", SqlScript.of(file, all).statements());
        statement.execute(
            "COPY (%s) TO '%s' (FORMAT parquet)"
                .formatted(query, folder.resolve("part-" + part + ".parquet")));
      }
    }
  }
}
