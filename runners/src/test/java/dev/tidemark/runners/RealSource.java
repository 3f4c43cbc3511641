// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A PostgreSQL server that holds the real bordereaux and lets a reader in who may only read, and
 * only with the password.
 */
final class RealSource implements AutoCloseable {

  private static final String READER = "tidemark_reader";
  private static final String PASSWORD = "kept in a file";

  private final EmbeddedPostgres postgres;

  private RealSource(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  static RealSource start(Path bordereaux) throws SQLException, IOException {
    EmbeddedPostgres postgres =
        EmbeddedPostgres.builder().setDataDirectoryCustomizer(RealSource::askForPassword).start();
    try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
      RealDataLoader.load(connection, bordereaux);
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE ROLE " + READER + " LOGIN PASSWORD '" + PASSWORD + "'");
        statement.execute("GRANT USAGE ON SCHEMA bdx, ref TO " + READER);
        statement.execute("GRANT SELECT ON ALL TABLES IN SCHEMA bdx, ref TO " + READER);
      }
    }
    return new RealSource(postgres);
  }

  /** Writes a configuration that loads this source, its password in a file beside it. */
  Path configure(Path folder, Path lake) throws IOException {
    Files.writeString(folder.resolve("bdx-password"), PASSWORD + "\n");
    return Files.writeString(
        folder.resolve("real.yaml"),
        """
        source:
          url: jdbc:postgresql://localhost:%d/postgres
          user: %s
          password: file:bdx-password
        lake:
          root: "%s"
          buckets: %d
        """
            .formatted(postgres.getPort(), READER, lake, RealDataTest.BUCKETS));
  }

  // the server trusts everybody unless it is told before it starts
  private static void askForPassword(File dataDirectory) {
    Path rules = dataDirectory.toPath().resolve("pg_hba.conf");
    try {
      Files.writeString(
          rules, "host all " + READER + " all scram-sha-256\n" + Files.readString(rules));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    postgres.close();
  }
}
