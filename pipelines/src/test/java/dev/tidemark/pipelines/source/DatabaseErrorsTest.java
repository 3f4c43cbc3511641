// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.config.SecretRef;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseErrorsTest {
  private static final String SECRET = "not-the-password";
  private final Path folder;

  DatabaseErrorsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void aClosedPortIsNamed() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    String url = "jdbc:postgresql://localhost:" + port + "/postgres";
    assertThat(
        unavailable(DatabaseConfig.of(url, "postgres", null)),
        is(
            "source "
                + url
                + ": nothing answers there; check host and port, and that the database is up"));
  }

  @Test
  void anUnknownHostIsNamed() {
    assertThat(
        unavailable(
            DatabaseConfig.of("jdbc:postgresql://nowhere.invalid/postgres", "postgres", null)),
        containsString("nowhere.invalid/postgres: the host is not known"));
  }

  @Test
  void anUnknownDatabaseIsNamed() {
    String url = TestSource.POSTGRES.url().replace("/postgres", "/nothing");
    assertThat(
        unavailable(DatabaseConfig.of(url, "postgres", null)),
        containsString("/nothing: the database does not exist; check its name in the URL"));
  }

  @Test
  void aWrongPasswordIsToldWithoutRepeatingIt() throws Exception {
    askForPasswords();
    assertThat(
        unavailable(DatabaseConfig.of(TestSource.POSTGRES.url(), "reader", password())),
        allOf(
            containsString("user reader or its password is refused"), not(containsString(SECRET))));
  }

  @Test
  void aWrongUserOfH2IsTold() throws IOException {
    SourceDatabase source = TestSource.H2.database();
    source.clock();
    assertThat(
        unavailable(DatabaseConfig.of(TestSource.H2.url(), "sa", password())),
        allOf(
            containsString("jdbc:h2:mem:source: user sa or its password is refused"),
            not(containsString(SECRET))));
  }

  @Test
  void aMissingFileOfH2IsTold() {
    assertThat(
        unavailable(DatabaseConfig.of("jdbc:h2:file:" + folder.resolve("none") + ";IFEXISTS=TRUE")),
        containsString("the database does not exist"));
  }

  @Test
  void aUrlOfNoKnownDatabaseIsRefused() {
    assertThat(
        assertThrows(
                IllegalArgumentException.class,
                () -> JdbcSourceDatabase.of(DatabaseConfig.of("jdbc:oracle:thin:@x")))
            .getMessage(),
        containsString("jdbc:snowflake:, jdbc:postgresql: or jdbc:h2:"));
  }

  @Test
  void aFailureInsideARunnersWrappingIsFound() {
    SQLException refused = new SQLException("password authentication failed", "28P01");
    Throwable wrapped = new RuntimeException(new IllegalStateException(refused));
    assertThat(
        DatabaseErrors.find(TestSource.H2.config(), wrapped).map(Throwable::getMessage).orElse(""),
        containsString("password is refused"));
    assertThat(
        DatabaseErrors.find(TestSource.H2.config(), new RuntimeException("else")).isPresent(),
        is(false));
  }

  private SecretRef password() throws IOException {
    return SecretRef.of("file:" + Files.writeString(folder.resolve("password"), SECRET));
  }

  /** The embedded server trusts everybody; this role it asks. */
  private static void askForPasswords() throws SQLException, IOException {
    try (Connection connection =
            DriverManager.getConnection(TestSource.POSTGRES.url(), TestSource.POSTGRES.user(), "");
        Statement statement = connection.createStatement()) {
      statement.execute("DROP ROLE IF EXISTS reader");
      statement.execute("CREATE ROLE reader LOGIN PASSWORD 'right'");
      Path rules;
      try (ResultSet row = statement.executeQuery("SHOW hba_file")) {
        row.next();
        rules = Path.of(row.getString(1));
      }
      Files.writeString(rules, "host all reader all scram-sha-256\n" + Files.readString(rules));
      statement.execute("SELECT pg_reload_conf()");
    }
  }

  private static String unavailable(DatabaseConfig database) {
    String message =
        String.valueOf(
            assertThrows(
                    SourceUnavailableException.class, () -> JdbcSourceDatabase.of(database).clock())
                .getMessage());
    assertThat(message.lines().count(), is(1L));
    return message;
  }
}
