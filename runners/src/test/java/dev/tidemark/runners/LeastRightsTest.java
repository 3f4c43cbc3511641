// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.demo.DemoSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts under docs/access grant what a run needs: seen on the demo's rows in PostgreSQL. */
class LeastRightsTest {

  private static final Path SCRIPTS = Path.of("..", "docs", "access");

  /** The tables of the contracts, below their schemas. */
  private static final Map<String, List<String>> TABLES =
      Map.of(
          "bdx",
          List.of("ClaimTransaction", "PremiumTransaction", "RiskTransaction"),
          "ref",
          List.of("Broker", "BusinessPlan", "ContractSection", "Coverholder", "ExchangeRate"));

  private static EmbeddedPostgres postgres;

  @BeforeAll
  static void preparesTheDatabase(@TempDir Path folder) throws Exception {
    DemoSource demo = DemoSource.at(folder);
    demo.recreate();
    postgres = EmbeddedPostgres.start();
    try (Connection source = DriverManager.getConnection(demo.url());
        Connection target = asAdministrator()) {
      for (String schema : TABLES.keySet()) {
        execute(target, "CREATE SCHEMA " + schema);
        for (String table : TABLES.get(schema)) {
          copy(source, target, schema, table);
        }
      }
      execute(target, Files.readString(SCRIPTS.resolve("source-postgresql.sql")));
      execute(target, Files.readString(SCRIPTS.resolve("control-postgresql.sql")));
    }
  }

  @AfterAll
  static void stopsTheDatabase() throws IOException {
    postgres.close();
  }

  @Test
  void aRunNeedsNoOtherGrant(@TempDir Path folder) throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("tidemark.yaml"),
            """
            source: {url: "%1$s", user: tidemark_reader}
            control: {url: "%1$s", user: tidemark_control}
            lake: {root: "%2$s", buckets: 2}
            """
                .formatted(url(), folder.resolve("lake")));

    Launch check = Launch.at(DemoLake.NOW, "--config=" + config, "--pipeline=check");
    Launch run =
        Launch.at(
            DemoLake.NOW, "--config=" + config, "--runTimestamp=" + DemoSource.logicalTime(1));
    Launch proof = Launch.at(DemoLake.NOW, "--config=" + config, "--pipeline=reconcile");

    assertThat(check.progress(), check.exitCode(), is(0));
    assertThat(check.progress(), not(containsString("FAIL")));
    assertThat(run.progress(), run.exitCode(), is(0));
    assertThat(run.lastLine(), containsString("\"outcome\":\"LOADED\""));
    assertThat(proof.progress(), proof.exitCode(), is(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM bdx.\"PremiumTransaction\"",
        "UPDATE ref.\"Broker\" SET pseudonym = 'X'",
        "CREATE TABLE bdx.mine (id INT)",
        "SELECT * FROM etl.run"
      })
  void aReaderMayNotDoMore(String statement) throws SQLException {
    try (Connection reader = DriverManager.getConnection(url(), "tidemark_reader", "")) {
      execute(reader, "SET default_transaction_read_only = off");

      SQLException refused = assertThrows(SQLException.class, () -> execute(reader, statement));

      assertThat(refused.getMessage(), containsString("permission denied"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "sqlserver", "snowflake"})
  void everyTableOfTheContractsIsGranted(String database) throws IOException {
    List<String> granted =
        Pattern.compile("GRANT SELECT ON (?:TABLE BDX\\.)?(\\S+) TO")
            .matcher(Files.readString(SCRIPTS.resolve("source-" + database + ".sql")))
            .results()
            .map(found -> plain(found.group(1)))
            .toList();

    TABLES.forEach(
        (schema, tables) ->
            tables.forEach(table -> assertThat(granted, hasItem(plain(schema + "." + table)))));
    assertThat(granted.size(), is(8));
  }

  private static String plain(String name) {
    return name.replaceAll("[\"_]", "").toLowerCase(Locale.ROOT);
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

  private static Connection asAdministrator() throws SQLException {
    return postgres.getPostgresDatabase().getConnection();
  }

  private static String url() {
    return "jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres";
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
