// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a driver throws into one line that says what, where and what to do. Passwords and URL
 * parameters never appear.
 */
public final class DatabaseErrors {
  /** Deadlock and serialisation, PostgreSQL's server that ends or starts, H2's lost connection. */
  private static final Set<String> TRANSIENT_STATES =
      Set.of("40001", "40P01", "57P01", "57P02", "57P03", "90067");

  /** SQL Server's deadlock, and what Azure SQL says while it moves or limits a database. */
  private static final Set<Integer> TRANSIENT_CODES =
      Set.of(1205, 10928, 10929, 40197, 40501, 40613, 49918, 49919, 49920);

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
   * Whether the same read may work a moment later: the connection was dropped, the server is
   * starting or stopping, or a deadlock chose this transaction.
   */
  static boolean isTransient(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return TRANSIENT_CODES.contains(e.getErrorCode())
        || TRANSIENT_STATES.contains(state)
        || (state.startsWith("08") && !causedBy(e, UnknownHostException.class));
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

  private static @Nullable String unavailable(DatabaseConfig database, SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    if (causedBy(e, UnknownHostException.class)) {
      return "the host is not known; check the host name in the URL";
    }
    return switch (state) {
      case "28000", "28P01" ->
          "user " + user(database) + " or its password is refused; check user and password";
      case "3D000", "90146", "90013" -> "the database does not exist; check its name in the URL";
      case "90020" ->
          "the database file is open in another process; end that process or use a server URL";
      case "53300" -> "it has no free connection; lower maxConnections or wait";
      case "08001" ->
          firstLine(e).contains("No suitable driver")
              ? "no driver is on the class path for this URL; check its spelling"
              : "nothing answers there; check host and port, and that the database is up";
      default ->
          state.startsWith("08") || state.startsWith("57P") || state.equals("90067")
              ? "the connection is lost ("
                  + firstLine(e)
                  + "); see whether the database is up, then run again"
              : null;
    };
  }

  private static String remedy(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return switch (state) {
      case "57014" -> "; raise statementTimeout or add an index on the watermark column";
      case "42501" -> "; grant the user SELECT on it";
      default -> "";
    };
  }

  private static String user(DatabaseConfig database) {
    return database.user() == null ? "(none)" : database.user();
  }

  private static boolean causedBy(Throwable thrown, Class<? extends Throwable> type) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return true;
      }
    }
    return false;
  }

  static String firstLine(SQLException e) {
    String message = e.getMessage();
    return message == null
        ? "SQL state " + e.getSQLState()
        : message.lines().findFirst().orElse("");
  }
}
