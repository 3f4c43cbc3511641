// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControlSchemaTest {
  @ParameterizedTest
  @EnumSource(Dialect.class)
  void everyPlaceholderIsSpelled(Dialect dialect) {
    assertThat(ControlSchema.statements(dialect, 1), hasSize(7));
    assertThat(ControlSchema.statements(dialect, 2), hasSize(6));
    assertThat(ControlSchema.statements(dialect, 3), hasSize(2));
    for (int version = 1; version <= ControlSchema.VERSION; version++) {
      assertThat(ControlSchema.statements(dialect, version), everyItem(not(containsString("${"))));
    }
  }

  /** No SQL Server here: H2 in its mode at least reads the statements. */
  @Test
  void theSqlServerSpellingIsReadInH2sSqlServerMode() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:h2:mem:spelling;MODE=MSSQLServer");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA etl");
      for (int version = 1; version <= ControlSchema.VERSION; version++) {
        for (String sql : ControlSchema.statements(Dialect.SQL_SERVER, version)) {
          statement.execute(sql);
        }
      }
    }
  }

  @Test
  void aSchemaThatWasLeftHalfMadeIsCompleted() throws SQLException {
    String url = "jdbc:h2:mem:half;DB_CLOSE_DELAY=-1";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA etl");
      statement.execute(ControlSchema.statements(Dialect.H2, 1).get(0));
    }

    try (ControlStore store = JdbcControlStore.open(DatabaseConfig.of(url))) {
      assertThat(store.openBatch(0), is(1L));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 6})
  void aStoreOfVersionOneIsUpgradedFromWhereverAnUpgradeDied(int done) throws SQLException {
    String url = "jdbc:h2:mem:upgrade" + done + ";DB_CLOSE_DELAY=-1";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      VersionOne.create(connection, Dialect.H2);
      for (String sql : ControlSchema.statements(Dialect.H2, 2).subList(0, done)) {
        statement.execute(sql);
      }
    }
    for (int opened = 1; opened <= 2; opened++) {
      try (ControlStore store = JdbcControlStore.open(DatabaseConfig.of(url))) {
        ControlStoreContract.isUpgraded(store);
      }
    }
  }

  @Test
  void aSchemaOfALaterProductIsRefused() throws SQLException {
    String url = "jdbc:h2:mem:later;DB_CLOSE_DELAY=-1";
    JdbcControlStore.open(DatabaseConfig.of(url)).close();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO etl.schema_version (version) VALUES (4)");
    }

    ControlStoreException refused =
        assertThrows(
            ControlStoreException.class, () -> JdbcControlStore.open(DatabaseConfig.of(url)));

    assertThat(
        refused.getMessage(),
        is(
            "control database is at schema version 4, this program knows version 3; use the"
                + " Tidemark that last ran here, or a later one"));
  }
}
