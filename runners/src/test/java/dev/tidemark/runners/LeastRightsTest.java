// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.demo.DemoSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
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

  private static DemoInPostgres postgres;

  @BeforeAll
  static void preparesTheDatabase(@TempDir Path folder) throws Exception {
    postgres = DemoInPostgres.withSourceIn(folder);
    postgres.execute(Files.readString(SCRIPTS.resolve("source-postgresql.sql")));
    postgres.execute(Files.readString(SCRIPTS.resolve("control-postgresql.sql")));
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
                .formatted(postgres.url(), folder.resolve("lake")));

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
    try (Connection reader = DriverManager.getConnection(postgres.url(), "tidemark_reader", "")) {
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

    DemoInPostgres.TABLES.forEach(
        (schema, tables) ->
            tables.forEach(table -> assertThat(granted, hasItem(plain(schema + "." + table)))));
    assertThat(granted.size(), is(8));
  }

  private static String plain(String name) {
    return name.replaceAll("[\"_]", "").toLowerCase(Locale.ROOT);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
