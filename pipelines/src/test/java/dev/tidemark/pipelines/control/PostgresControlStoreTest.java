// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.config.DatabaseConfig;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresControlStoreTest extends ControlStoreContract {
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
    execute("DROP SCHEMA IF EXISTS etl CASCADE");
    return JdbcControlStore.open(database());
  }

  @Test
  void twoStoresThatOpenAnEmptyDatabaseTogetherBothWork() throws Exception {
    for (int i = 0; i < 5; i++) {
      execute("DROP SCHEMA IF EXISTS etl CASCADE");
      ExecutorService other = Executors.newSingleThreadExecutor();
      Future<ControlStore> second = other.submit(() -> JdbcControlStore.open(database()));
      try (ControlStore one = JdbcControlStore.open(database());
          ControlStore two = second.get()) {
        assertThat(one.openBatch(0), is(1L));
        assertThat(two.openBatch(0), is(1L));
      } finally {
        other.shutdown();
      }
    }
  }

  @Test
  void aStoreOfVersionOneIsUpgradedAlsoByTwoAtOnce() throws Exception {
    execute("DROP SCHEMA IF EXISTS etl CASCADE");
    try (Connection connection = running().getPostgresDatabase().getConnection()) {
      VersionOne.create(connection, Dialect.POSTGRESQL);
    }
    ExecutorService other = Executors.newSingleThreadExecutor();
    Future<ControlStore> second = other.submit(() -> JdbcControlStore.open(database()));
    try (ControlStore one = JdbcControlStore.open(database());
        ControlStore two = second.get()) {
      isUpgraded(one);
      isUpgraded(two);
    } finally {
      other.shutdown();
    }
  }

  @Test
  void twoStoresThatMoveOneMarkTogetherAreToldApart() throws Exception {
    Mark mark = new Mark("1", "BIGINT");
    MarkMove move =
        new MarkMove("Risk", null, mark, "bdx", "Id", List.of("Id"), 1, null, null, null);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (ControlStore one = open();
        ControlStore two = JdbcControlStore.open(database())) {
      List<Future<Boolean>> moved = new ArrayList<>();
      for (ControlStore store : List.of(one, two)) {
        long batch = moved.size() + 1L;
        RunRecord run =
            new RunRecord(
                "r" + batch, batch, Instant.EPOCH, RunStatus.SUCCEEDED, Instant.EPOCH, "{}");
        moved.add(
            threads.submit(
                () -> {
                  try {
                    store.moveMarks(List.of(move), List.of(), run);
                    return true;
                  } catch (MarkConflictException e) {
                    return false;
                  }
                }));
      }
      assertThat(moved.get(0).get() ^ moved.get(1).get(), is(true));
      assertThat(one.history("Risk").size(), is(1));
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void aConnectionThatTheServerEndedIsReplaced() throws Exception {
    try (ControlStore store = open()) {
      assertThat(store.openBatch(0), is(1L));
      execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
              + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");

      assertThat(store.openBatch(0), is(1L));
    }
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = running().getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static DatabaseConfig database() {
    return DatabaseConfig.of(
        "jdbc:postgresql://localhost:" + running().getPort() + "/postgres", "postgres", null);
  }

  private static EmbeddedPostgres running() {
    if (server == null) {
      throw new IllegalStateException("PostgreSQL was not started");
    }
    return server;
  }
}
