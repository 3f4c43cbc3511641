// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections and runs transactions, and turns every failure into one line. One connection is
 * kept for as long as the store is open: it is what keeps a second process out of an embedded
 * database. A lost one is replaced before the next transaction.
 */
final class ControlConnection implements AutoCloseable {
  interface Work<T> {
    T run(Sql sql) throws SQLException;
  }

  private static final int ATTEMPTS = 3;
  private static final int H2_IN_USE = 90020;
  private static final int H2_CONCURRENT_UPDATE = 90131;
  private static final Set<String> POSTGRESQL_CREATED_MEANWHILE = Set.of("42P06", "42P07", "42701");
  private static final int VALIDATION_SECONDS = 5;
  private static final int LONGEST_MESSAGE = 300;

  private final DatabaseConfig config;
  private final @Nullable String password;
  private final Dialect dialect;
  private @Nullable Connection connection;

  ControlConnection(DatabaseConfig config) {
    this.config = config;
    this.password = config.password() == null ? null : config.password().reveal();
    this.dialect =
        Dialect.ofUrl(config.url())
            .orElseThrow(
                () ->
                    failure(
                        ControlStoreException.Reason.FAILED,
                        "is of a kind that cannot hold the control store; use H2, PostgreSQL or SQL Server",
                        null));
  }

  Dialect dialect() {
    return dialect;
  }

  /**
   * Commits what the work did, or nothing. When another transaction came in between (a duplicate
   * key, a deadlock) the work is run again and sees that one's rows.
   */
  synchronized <T> T transact(Work<T> work) {
    for (int attempt = 1; ; attempt++) {
      Connection open = open();
      try {
        T result = work.run(new Sql(open, (int) config.statementTimeout().toSeconds()));
        open.commit();
        return result;
      } catch (SQLException e) {
        rollBack(open);
        if (attempt == ATTEMPTS || !isRace(e)) {
          throw failure(e);
        }
      } catch (RuntimeException e) {
        rollBack(open);
        throw e;
      }
    }
  }

  @Override
  public synchronized void close() {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException e) {
        throw failure(e);
      } finally {
        connection = null;
      }
    }
  }

  private Connection open() {
    try {
      if (connection != null && connection.isValid(VALIDATION_SECONDS)) {
        return connection;
      }
      // DriverManager alone does not see a driver of a class loader that came later, such as
      // Maven's.
      Class.forName(dialect.driver());
      Properties properties = new Properties();
      if (config.user() != null) {
        properties.setProperty("user", config.user());
      }
      if (password != null) {
        properties.setProperty("password", password);
      }
      Connection opened = DriverManager.getConnection(config.url(), properties);
      opened.setAutoCommit(false);
      opened.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      connection = opened;
      return opened;
    } catch (ClassNotFoundException e) {
      throw failure(
          ControlStoreException.Reason.FAILED,
          "needs the driver " + dialect.driver() + "; add its jar to the class path",
          e);
    } catch (SQLException e) {
      throw unreachable(e);
    }
  }

  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // The first failure is the one to tell; a connection that cannot roll back is found invalid
      // at its next use.
    }
  }

  private static boolean isRace(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return state.startsWith("23")
        || state.startsWith("40")
        || POSTGRESQL_CREATED_MEANWHILE.contains(state)
        || e.getErrorCode() == H2_CONCURRENT_UPDATE;
  }

  private ControlStoreException unreachable(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    String what;
    if (e.getErrorCode() == H2_IN_USE) {
      what = "is in use by another process; wait until that run has ended";
    } else if (state.startsWith("28")) {
      what = "refuses the login (" + firstLine(e) + "); check control.user and control.password";
    } else {
      what = "cannot be reached (" + firstLine(e) + "); check control.url and that it is up";
    }
    return failure(ControlStoreException.Reason.UNREACHABLE, what, e);
  }

  private ControlStoreException failure(SQLException e) {
    boolean lost = e.getSQLState() != null && e.getSQLState().startsWith("08");
    return lost
        ? unreachable(e)
        : failure(
            ControlStoreException.Reason.FAILED,
            "failed (" + firstLine(e) + "); nothing was written",
            e);
  }

  private ControlStoreException failure(
      ControlStoreException.Reason reason, String what, @Nullable Throwable cause) {
    return new ControlStoreException(
        reason, "control database " + config.displayUrl() + " " + what, cause);
  }

  private String firstLine(SQLException e) {
    String message = e.getMessage() == null ? "no message" : e.getMessage();
    String line = message.lines().findFirst().orElse("no message").strip();
    if (password != null && !password.isEmpty()) {
      line = line.replace(password, "***");
    }
    return line.length() > LONGEST_MESSAGE ? line.substring(0, LONGEST_MESSAGE) + "…" : line;
  }
}
