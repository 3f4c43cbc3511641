// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats what failed for a moment: a dropped connection, a deadlock ({@link
 * DatabaseErrors#isTransient}), and nothing else. It waits twice as long before each attempt, a
 * random part of it less, so that lanes which failed together do not come back together.
 */
record Retry(int attempts, Duration first, Duration longest, Sleeper sleeper)
    implements Serializable {
  private static final Logger LOG = LoggerFactory.getLogger(Retry.class);

  /** Five attempts, within half a minute or so. */
  static final Retry STANDARD =
      new Retry(5, Duration.ofSeconds(1), Duration.ofSeconds(30), Retry::sleep);

  interface Sleeper extends Serializable {
    void sleep(Duration time) throws InterruptedException;
  }

  interface Attempt<T, E extends Exception> {
    T run() throws SQLException, E;
  }

  /** Runs it, and again while it fails for a moment; the last failure is thrown. */
  <T, E extends Exception> T run(String what, Attempt<T, E> attempt) throws SQLException, E {
    for (int failed = 1; ; failed++) {
      try {
        return attempt.run();
      } catch (SQLException e) {
        if (failed >= attempts || !DatabaseErrors.isTransient(e)) {
          throw e;
        }
        Duration pause = pause(failed, ThreadLocalRandom.current().nextDouble());
        LOG.warn(
            "{} failed ({}); attempt {} of {} in {} ms",
            what,
            DatabaseErrors.firstLine(e),
            failed + 1,
            attempts,
            pause.toMillis());
        waitFor(pause, e);
      }
    }
  }

  /** How long to wait after so many failures; half of it is left to chance, from 0 to 1. */
  Duration pause(int failed, double chance) {
    long whole = Math.min(longest.toMillis(), first.toMillis() << Math.min(failed - 1, 20));
    return Duration.ofMillis(Math.round(whole * (1 + chance) / 2));
  }

  private void waitFor(Duration pause, SQLException failure) throws SQLException {
    try {
      sleeper.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure.addSuppressed(e);
      throw failure;
    }
  }

  private static void sleep(Duration time) throws InterruptedException {
    Thread.sleep(time.toMillis());
  }
}
