// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.DatabaseConfig;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A control store whose schema an administrator made, for a user with the scripted grants only. */
class LeastRightsControlStoreTest extends ControlStoreContract {

  private static @Nullable EmbeddedPostgres server;

  @BeforeAll
  static void start() throws Exception {
    server = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.close();
    }
  }

  @Override
  ControlStore open() throws SQLException {
    prepare();
    return JdbcControlStore.open(user());
  }

  @Test
  void nothingIsMissing() throws SQLException {
    prepare();

    assertThat(ControlPrivileges.missing(user()), empty());
  }

  @Test
  void whatARunNeverDoesIsRefused() throws SQLException {
    prepare();
    try (Connection connection =
        DriverManager.getConnection(user().url(), "tidemark_control", "")) {
      for (String statement :
          new String[] {
            "CREATE TABLE etl.mine (id INT)",
            "DROP TABLE etl.watermark",
            "DELETE FROM etl.watermark_history",
            "UPDATE etl.run SET run_id = 'another'",
            "INSERT INTO etl.schema_version VALUES (99)"
          }) {
        SQLException refused =
            assertThrows(
                SQLException.class,
                () -> {
                  try (Statement sql = connection.createStatement()) {
                    sql.execute(statement);
                  }
                },
                statement);
        assertThat(statement, refused.getSQLState(), containsString("42501"));
      }
    }
  }

  @Test
  void aGrantThatWasForgottenIsNamed() throws SQLException {
    prepare();
    execute("REVOKE DELETE ON etl.lease FROM tidemark_control");

    assertThat(ControlPrivileges.missing(user()), contains("DELETE ON etl.lease"));
  }

  private static void prepare() throws SQLException {
    execute("DROP SCHEMA IF EXISTS etl CASCADE");
    execute("DROP ROLE IF EXISTS tidemark_control");
    execute(ControlScriptTest.script(Dialect.POSTGRESQL));
  }

  private static DatabaseConfig user() {
    return DatabaseConfig.of(
        "jdbc:postgresql://localhost:" + Objects.requireNonNull(server).getPort() + "/postgres",
        "tidemark_control",
        null);
  }

  private static void execute(String script) throws SQLException {
    try (Connection connection =
            Objects.requireNonNull(server).getPostgresDatabase().getConnection();
        Statement sql = connection.createStatement()) {
      sql.execute(script);
    }
  }
}
