// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tidemark.pipelines.config.DatabaseConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One pool of read-only connections per source and JVM, of at most {@code maxConnections}. The
 * password is looked up where the pool is opened: on the worker.
 */
public final class SourcePools {
  private static final Map<DatabaseConfig, HikariDataSource> POOLS = new ConcurrentHashMap<>();
  private static final long IDLE_MILLIS = 30_000;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private SourcePools() {}

  /**
   * A connection of the pool; closing it gives it back. Waits for one that is in use, but not
   * without end.
   *
   * @throws SourceUnavailableException when all stay in use
   */
  static Connection connect(DatabaseConfig database) throws SQLException {
    try {
      return POOLS.computeIfAbsent(database, SourcePools::open).getConnection();
    } catch (SQLTransientConnectionException e) {
      if (e.getCause() instanceof SQLException refused) {
        // The source refused while the pool was waiting; what it said decides what becomes of it.
        throw refused;
      }
      throw new SourceUnavailableException(
          "source "
              + database.displayUrl()
              + ": all "
              + database.maxConnections()
              + " connections of this process are in use for "
              + longestWait(database).toSeconds()
              + " s; see what else reads with them, or raise maxConnections",
          e);
    }
  }

  /** Closes every pool of this JVM. The next use opens it again. */
  public static void closeAll() {
    POOLS
        .keySet()
        .forEach(
            database -> {
              HikariDataSource pool = POOLS.remove(database);
              if (pool != null) {
                pool.close();
              }
            });
  }

  private static HikariDataSource open(DatabaseConfig database) {
    Dialect dialect = Dialect.of(database.url());
    Properties login = new Properties();
    login.putAll(dialect.driverProperties(database));
    if (database.user() != null) {
      login.setProperty("user", database.user());
    }
    if (database.password() != null) {
      login.setProperty("password", database.password().reveal());
    }
    // The pool would ask again and again for as long as a reader may wait, and log each refusal.
    try (Connection probe = DriverManager.getConnection(database.url(), login)) {
      probe.isReadOnly();
    } catch (SQLException e) {
      throw DatabaseErrors.translate(database, "connecting", e);
    }
    HikariConfig config = new HikariConfig();
    config.setPoolName("source");
    config.setJdbcUrl(database.url());
    config.setDataSourceProperties(login);
    config.setMaximumPoolSize(database.maxConnections());
    config.setMinimumIdle(0);
    config.setIdleTimeout(IDLE_MILLIS);
    config.setReadOnly(true);
    config.setConnectionInitSql(dialect.sessionStatement());
    // Else the statement is rolled back with the first transaction.
    config.setIsolateInternalQueries(true);
    config.setAutoCommit(false);
    config.setInitializationFailTimeout(-1);
    config.setConnectionTimeout(longestWait(database).toMillis());
    return new HikariDataSource(config);
  }

  /** The lanes of a graph never wait; only two graphs of one process meet here. */
  private static Duration longestWait(DatabaseConfig database) {
    Duration statement = database.statementTimeout();
    return statement.compareTo(LONGEST_WAIT) < 0 ? statement : LONGEST_WAIT;
  }
}
