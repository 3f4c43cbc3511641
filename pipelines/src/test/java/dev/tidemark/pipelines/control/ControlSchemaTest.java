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
import dev.tidemark.testing.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControlSchemaTest {
  @RegisterExtension final EmbeddedDatabase database = EmbeddedDatabase.create();
  @RegisterExtension final EmbeddedDatabase sqlServer = EmbeddedDatabase.inMode("MSSQLServer");

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void everyPlaceholderIsSpelled(Dialect dialect) {
    assertThat(ControlSchema.statements(dialect, 1), hasSize(7));
    assertThat(ControlSchema.statements(dialect, 2), hasSize(6));
    assertThat(ControlSchema.statements(dialect, 3), hasSize(2));
    assertThat(ControlSchema.statements(dialect, 4), hasSize(3));
    for (int version = 1; version <= ControlSchema.VERSION; version++) {
      assertThat(ControlSchema.statements(dialect, version), everyItem(not(containsString("${"))));
    }
  }

  /** No SQL Server here: H2 in its mode at least reads the statements. */
  @Test
  void theSqlServerSpellingIsReadInH2sSqlServerMode() throws SQLException {
    sqlServer.execute("CREATE SCHEMA etl");
    for (int version = 1; version <= ControlSchema.VERSION; version++) {
      for (String sql : ControlSchema.statements(Dialect.SQL_SERVER, version)) {
        sqlServer.execute(sql);
      }
    }
  }

  @Test
  void aSchemaThatWasLeftHalfMadeIsCompleted() throws SQLException {
    database.execute("CREATE SCHEMA etl", ControlSchema.statements(Dialect.H2, 1).get(0));

    try (ControlStore store = open()) {
      assertThat(store.openBatch(0), is(1L));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 6})
  void aStoreOfVersionOneIsUpgradedFromWhereverAnUpgradeDied(int done) throws SQLException {
    try (Connection connection = database.connect()) {
      VersionOne.create(connection, Dialect.H2);
    }
    for (String sql : ControlSchema.statements(Dialect.H2, 2).subList(0, done)) {
      database.execute(sql);
    }
    for (int opened = 1; opened <= 2; opened++) {
      try (ControlStore store = open()) {
        ControlStoreContract.isUpgraded(store);
      }
    }
  }

  @Test
  void aSchemaOfALaterProductIsRefused() throws SQLException {
    open().close();
    database.insert("etl.schema_version", "version\n5");

    ControlStoreException refused = assertThrows(ControlStoreException.class, this::open);

    assertThat(
        refused.getMessage(),
        is(
            "control database is at schema version 5, this program knows version 4; use the"
                + " Tidemark that last ran here, or a later one"));
  }

  private ControlStore open() {
    return JdbcControlStore.open(DatabaseConfig.of(database.url()));
  }
}
