// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.demo.DemoSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The demo's rows of day 1 in a PostgreSQL server, in tables as the contracts spell them. */
final class DemoInPostgres implements AutoCloseable {

  /** The tables of the contracts, below their schemas. */
  static final Map<String, List<String>> TABLES =
      Map.of(
          "bdx",
          List.of("ClaimTransaction", "PremiumTransaction", "RiskTransaction"),
          "ref",
          List.of("Broker", "BusinessPlan", "ContractSection", "Coverholder", "ExchangeRate"));

  private final EmbeddedPostgres server;

  private DemoInPostgres(EmbeddedPostgres server) {
    this.server = server;
  }

  /**
   * A server with the rows.
   *
   * @param folder gets the demo's own source
   */
  static DemoInPostgres withSourceIn(Path folder) throws IOException, SQLException {
    DemoSource demo = DemoSource.at(folder);
    demo.recreate();
    DemoInPostgres postgres = new DemoInPostgres(EmbeddedPostgres.start());
    try (Connection source = DriverManager.getConnection(demo.url());
        Connection target = postgres.asAdministrator()) {
      for (String schema : TABLES.keySet()) {
        execute(target, "CREATE SCHEMA " + schema);
        for (String table : TABLES.getOrDefault(schema, List.of())) {
          copy(source, target, schema, table);
        }
      }
    }
    return postgres;
  }

  String url() {
    return "jdbc:postgresql://localhost:" + server.getPort() + "/postgres";
  }

  /** Does something as the server's administrator. */
  void execute(String... statements) throws SQLException {
    try (Connection administrator = asAdministrator()) {
      for (String sql : statements) {
        execute(administrator, sql);
      }
    }
  }

  /** The rows of a query, their columns parted by blanks. */
  List<String> rows(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection administrator = asAdministrator();
        Statement statement = administrator.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
          row.append(result.getString(column)).append(' ');
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  /** Has the server ask a user for the password, which it does not by itself. */
  void askForPasswordOf(String user) throws IOException, SQLException {
    Path rules = Path.of(rows("SHOW hba_file").get(0).strip());
    String others = Files.readString(rules);
    Files.writeString(
        rules,
        "host all " + user + " all scram-sha-256\n" + others,
        StandardOpenOption.TRUNCATE_EXISTING);
    execute("SELECT pg_reload_conf()");
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private Connection asAdministrator() throws SQLException {
    return server.getPostgresDatabase().getConnection();
  }

  /** One table of the demo with its rows, its names as the contracts spell them. */
  private static void copy(Connection source, Connection target, String schema, String table)
      throws SQLException, IOException {
    Matcher definition =
        Pattern.compile("CREATE TABLE " + schema + "\\." + table + " \\((.*?)\\);", Pattern.DOTALL)
            .matcher(tables());
    if (!definition.find()) {
      throw new IllegalStateException("the demo has no table " + table);
    }
    String name = schema + ".\"" + table + "\"";
    execute(target, "CREATE TABLE " + name + " (" + inPostgres(definition.group(1)) + ")");
    try (Statement read = source.createStatement();
        ResultSet rows = read.executeQuery("SELECT * FROM " + schema + "." + table)) {
      int width = rows.getMetaData().getColumnCount();
      String places = "?" + ", ?".repeat(width - 1);
      try (PreparedStatement insert =
          target.prepareStatement("INSERT INTO " + name + " VALUES (" + places + ")")) {
        while (rows.next()) {
          for (int column = 1; column <= width; column++) {
            insert.setObject(column, rows.getObject(column));
          }
          insert.addBatch();
        }
        insert.executeBatch();
      }
    }
  }

  private static String inPostgres(String columns) {
    return columns
        .replaceAll("/\\*.*?\\*/", "")
        .replace("NVARCHAR", "VARCHAR")
        .replace("DATETIME2", "TIMESTAMP")
        .replace("BIT NOT NULL DEFAULT 0", "BOOLEAN NOT NULL DEFAULT FALSE");
  }

  private static String tables() throws IOException {
    try (InputStream script = DemoSource.class.getResourceAsStream("tables.sql")) {
      return new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
