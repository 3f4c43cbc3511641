// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;
import javax.net.ssl.SSLException;

/**
 * What sort of failure a driver's exception is, whichever of the four sources' drivers threw it.
 */
enum Failure {
  HOST_UNKNOWN,
  NOT_SECURE,
  NO_DRIVER,
  LOGIN_REFUSED,
  NO_DATABASE,
  FILE_IN_USE,
  NOTHING_ANSWERS,
  NO_FREE_CONNECTION,
  CONNECTION_LOST,
  /** A deadlock, a service that sheds load or moves. */
  HELD_UP,
  /** A lock that another session kept for longer than we wait. */
  LOCKED,
  TIMED_OUT,
  NO_PERMISSION,
  OTHER;

  /** Whether the same statement may succeed in a moment, on a new connection. */
  boolean isTransient() {
    return switch (this) {
      case NOTHING_ANSWERS, NO_FREE_CONNECTION, CONNECTION_LOST, HELD_UP -> true;
      default -> false;
    };
  }

  static Failure of(SQLException e) {
    // A pool that waited in vain wraps what the driver said last.
    if (e.getCause() instanceof SQLException cause && e instanceof SQLTransientException) {
      return of(cause);
    }
    if (causedBy(e, UnknownHostException.class)) {
      return HOST_UNKNOWN;
    }
    if (causedBy(e, SSLException.class)) {
      return NOT_SECURE;
    }
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    String message = e.getMessage() == null ? "" : e.getMessage();
    if (state.equals("08001") && message.startsWith("No suitable driver")) {
      return NO_DRIVER;
    }
    // SQL Server's driver gives a connection that was never made and one that broke the same state.
    if (state.equals("08S01") && message.startsWith("The TCP/IP connection to the host")) {
      return NOTHING_ANSWERS;
    }
    int code = e.getErrorCode();
    Failure failure = code >= 100_000 ? ofSnowflake(code, state) : ofState(state, code);
    if (failure != OTHER) {
      return failure;
    }
    if (e instanceof SQLTimeoutException) {
      return TIMED_OUT;
    }
    boolean isSaidToPass =
        e instanceof SQLTransientException || e instanceof SQLRecoverableException;
    return isSaidToPass ? HELD_UP : OTHER;
  }

  /** Whether the database quotes a value of a row: a conversion failed, in a view or a query. */
  static boolean isAboutAValue(SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return state.startsWith("22")
        || (state.startsWith("S")
            && switch (e.getErrorCode()) {
              case 220, 235, 241, 242, 244, 245, 248, 295, 2628, 8114, 8115 -> true;
              default -> false;
            });
  }

  private static Failure ofState(String state, int code) {
    return switch (state) {
      case "28000", "28P01" -> LOGIN_REFUSED;
      // 90146 and 90013 are H2's.
      case "3D000", "90146", "90013" -> NO_DATABASE;
      case "90020" -> FILE_IN_USE;
      case "53300" -> NO_FREE_CONNECTION;
      case "08001" -> NOTHING_ANSWERS;
      case "90067" -> CONNECTION_LOST;
      case "40001", "40P01" -> HELD_UP;
      case "55P03", "HYT00" -> LOCKED;
      case "57014", "HY008", "HYT01" -> TIMED_OUT;
      case "42501", "90096" -> NO_PERMISSION;
      default -> {
        if (state.startsWith("08") || state.startsWith("57P")) {
          yield CONNECTION_LOST;
        }
        // SQL Server's driver makes up a state of its own from each error's.
        yield state.startsWith("S") || state.isEmpty() ? ofSqlServer(code) : OTHER;
      }
    };
  }

  private static Failure ofSqlServer(int code) {
    return switch (code) {
      case 18452, 18456, 18470, 18486, 18487, 18488 -> LOGIN_REFUSED;
      case 4060 -> NO_DATABASE;
      case 229, 230, 297, 300, 371 -> NO_PERMISSION;
      case 1222 -> LOCKED;
      // A deadlock; the others are Azure SQL's: throttled, failing over, out of workers.
      case 1205, 10928, 10929, 40143, 40197, 40501, 40540, 40613, 49918, 49919, 49920 -> HELD_UP;
      case 64, 233, 10053, 10054, 10060 -> CONNECTION_LOST;
      default -> OTHER;
    };
  }

  private static Failure ofSnowflake(int code, String state) {
    return switch (code) {
      case 390100, 390101, 390102, 390103, 390144, 390186, 390189 -> LOGIN_REFUSED;
      case 390201 -> NO_DATABASE;
      // The session has ended, its token is not valid any longer.
      case 390104, 390110, 390111, 390112, 390114, 390195 -> CONNECTION_LOST;
      case 200002 -> NOTHING_ANSWERS;
      case 200015, 200016 -> CONNECTION_LOST;
      default -> state.equals("57014") ? TIMED_OUT : OTHER;
    };
  }

  private static boolean causedBy(Throwable thrown, Class<? extends Throwable> type) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return true;
      }
    }
    return false;
  }
}
