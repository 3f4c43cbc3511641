// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a driver throws into one line that says what, where and what to do. Passwords, URL
 * parameters and values of rows, which may be names of people, never appear.
 */
public final class DatabaseErrors {
  /** A value as every driver shows it, whatever quotes it holds itself. */
  private static final Pattern QUOTED = Pattern.compile("\".*\"|'.*'");

  private DatabaseErrors() {}

  /**
   * The one-line failure inside whatever a runner wrapped it in: a {@link ContractViolation} or
   * {@link SourceUnavailableException} as it is, a SQL error translated; empty when it is neither.
   */
  public static Optional<RuntimeException> find(DatabaseConfig database, Throwable thrown) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof ContractViolation
          || at instanceof SourceUnavailableException
          || at instanceof SourceQueryException) {
        return Optional.of((RuntimeException) at);
      }
      if (at instanceof SQLException sql) {
        return Optional.of(translate(database, "a read", sql));
      }
    }
    return Optional.empty();
  }

  /**
   * A connection error becomes a {@link SourceUnavailableException}, any other a {@link
   * SourceQueryException}.
   */
  static RuntimeException translate(DatabaseConfig database, String what, SQLException e) {
    String reason = unavailable(database, e);
    return reason != null
        ? new SourceUnavailableException("source " + database.displayUrl() + ": " + reason, e)
        : new SourceQueryException(
            "source "
                + database.displayUrl()
                + ": "
                + what
                + " failed: "
                + firstLine(e)
                + remedy(e),
            e);
  }

  /**
   * Whether the same read may work a moment later, on a new connection: the one it had was dropped,
   * the server is starting or stopping, another session held it up.
   */
  static boolean isTransient(SQLException e) {
    return Failure.of(e).isTransient();
  }

  private static @Nullable String unavailable(DatabaseConfig database, SQLException e) {
    return switch (Failure.of(e)) {
      case HOST_UNKNOWN -> "the host is not known; check the host name in the URL";
      case NOT_SECURE ->
          "no secure connection is made ("
              + firstLine(e)
              + "); have this Java trust the server's certificate, or change the URL's encryption";
      case NO_DRIVER -> "no driver is on the class path for this URL; check its spelling";
      case LOGIN_REFUSED ->
          "user " + user(database) + " or its password is refused; check user and password";
      case NO_DATABASE -> "the database does not exist; check its name in the URL";
      case FILE_IN_USE ->
          "the database file is open in another process; end that process or use a server URL";
      case NOTHING_ANSWERS ->
          "nothing answers there; check host and port, and that the database is up";
      case NO_FREE_CONNECTION -> "it has no free connection; lower maxConnections or wait";
      case CONNECTION_LOST ->
          "the connection is lost ("
              + firstLine(e)
              + "); see whether the database is up, then run again";
      case HELD_UP, LOCKED, TIMED_OUT, NO_PERMISSION, OTHER -> null;
    };
  }

  private static String remedy(SQLException e) {
    return switch (Failure.of(e)) {
      case HELD_UP -> "; run again when the source is less busy";
      case LOCKED -> "; another session locks it, run again when that has ended";
      case TIMED_OUT -> "; raise statementTimeout or add an index on the watermark column";
      case NO_PERMISSION -> "; grant the user SELECT on it";
      default -> "";
    };
  }

  private static String user(DatabaseConfig database) {
    return database.user() == null ? "(none)" : database.user();
  }

  static String firstLine(SQLException e) {
    String message = e.getMessage();
    if (message == null) {
      return "SQL state " + e.getSQLState();
    }
    String line = message.lines().findFirst().orElse("");
    return Failure.isAboutAValue(e) ? QUOTED.matcher(line).replaceFirst("(masked)") : line;
  }
}
