// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.duckdb.DuckDBDriver;

/** DuckDB in this process, with two threads and as much memory as the process's heap may have. */
final class DuckDbRival {

  private DuckDbRival() {}

  static Connection connect(Path temporary) throws SQLException, IOException {
    // not by the DriverManager, which would start every driver of the class path
    Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
      statement.execute("SET threads = 2");
      statement.execute("SET preserve_insertion_order = false");
      statement.execute("SET memory_limit = '" + Runtime.getRuntime().maxMemory() + "B'");
      statement.execute(
          "SET temp_directory = '" + Files.createDirectories(temporary.resolve("duckdb")) + "'");
    }
    return connection;
  }

  /** Runs a script whose tables lie in an output. */
  static void run(String file, Path output, Map<String, ?> names) throws SQLException, IOException {
    for (String layer : List.of("silver", "gold", "mart")) {
      Files.createDirectories(output.resolve(layer));
    }
    try (Connection connection = connect(output);
        Statement statement = connection.createStatement()) {
      for (String sql : SqlScript.of(file, names).statements()) {
        statement.execute(sql);
      }
    }
  }
}
