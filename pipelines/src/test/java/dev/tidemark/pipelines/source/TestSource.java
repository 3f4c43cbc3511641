// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A real database to read from: H2 in SQL Server mode, or one embedded PostgreSQL for the whole
 * test run.
 */
public enum TestSource {
  H2 {
    @Override
    public String url() {
      return "jdbc:h2:mem:source;MODE=MSSQLServer;DB_CLOSE_DELAY=-1";
    }

    @Override
    public String user() {
      return "sa";
    }
  },
  POSTGRES {
    @Override
    public String url() {
      return "jdbc:postgresql://localhost:" + Server.SHARED.getPort() + "/postgres";
    }

    @Override
    public String user() {
      return "postgres";
    }
  };

  private static final class Server {
    static final EmbeddedPostgres SHARED = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder().start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public abstract String url();

  public abstract String user();

  public DatabaseConfig config() {
    return DatabaseConfig.of(url(), user(), null);
  }

  JdbcSourceDatabase database() {
    return JdbcSourceDatabase.of(config());
  }

  /** Runs the statements, the schema t emptied first. */
  public void fresh(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(), user(), "");
        Statement statement = connection.createStatement()) {
      statement.execute("DROP SCHEMA IF EXISTS t CASCADE");
      statement.execute("CREATE SCHEMA t");
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  public void run(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(), user(), "");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The statement with this database's own names of types. */
  public String sql(String sqlServer) {
    return this == H2
        ? sqlServer
        : sqlServer
            .replace("DATETIME2", "TIMESTAMP")
            .replace("DATETIMEOFFSET", "TIMESTAMPTZ")
            .replace("NVARCHAR", "VARCHAR")
            .replace("TINYINT", "SMALLINT")
            .replace("UNIQUEIDENTIFIER", "UUID")
            .replace("VARBINARY(20)", "BYTEA")
            .replace(" FLOAT", " DOUBLE PRECISION")
            .replace("BIT", "BOOLEAN");
  }
}
