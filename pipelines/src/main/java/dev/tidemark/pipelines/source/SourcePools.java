// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tidemark.pipelines.config.DatabaseConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.apache.beam.sdk.transforms.SerializableFunction;

/**
 * One pool of read-only connections per source and JVM, so that a source never sees more than
 * {@code maxConnections} from one process, whatever the number of tables. The password is looked up
 * where the pool is opened: on the worker.
 */
public final class SourcePools {
  private static final Map<DatabaseConfig, HikariDataSource> POOLS = new ConcurrentHashMap<>();
  private static final long IDLE_MILLIS = 30_000;

  private SourcePools() {}

  static DataSource of(DatabaseConfig database) {
    return POOLS.computeIfAbsent(database, SourcePools::open);
  }

  /** What a transform carries to the workers. */
  static SerializableFunction<Void, DataSource> provider(DatabaseConfig database) {
    return ignored -> of(database);
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
    // The pool would ask again and again for as long as a reader may wait for its turn, and log
    // each refusal.
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
    config.setAutoCommit(false);
    config.setInitializationFailTimeout(-1);
    // A table waits for its turn while others read, for as long as a statement may take.
    config.setConnectionTimeout(Math.max(IDLE_MILLIS, database.statementTimeout().toMillis()));
    return new HikariDataSource(config);
  }
}
