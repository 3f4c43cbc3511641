// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetryTest {
  private final List<Duration> slept = new ArrayList<>();
  private final Retry retry =
      new Retry(5, Duration.ofSeconds(1), Duration.ofSeconds(5), slept::add);
  private int attempts;

  @AfterEach
  void forgetTheInterrupt() {
    Thread.interrupted();
  }

  private String failing(int times, SQLException e) throws SQLException {
    return retry.run(
        "asking",
        () -> {
          if (attempts++ < times) {
            throw e;
          }
          return "done";
        });
  }

  @Test
  void aDroppedConnectionIsAskedAgain() throws SQLException {
    assertThat(failing(2, new SQLException("gone", "08006")), is("done"));
    assertThat(attempts, is(3));
    assertThat(slept, hasSize(2));
  }

  @Test
  void aDeadlockIsAskedAgain() throws SQLException {
    for (SQLException deadlock :
        List.of(
            new SQLException("chosen", "40001", 1205),
            new SQLException("chosen", "40P01"),
            new SQLException("chosen", null, 1205))) {
      attempts = 0;
      assertThat(failing(1, deadlock), is("done"));
    }
  }

  @Test
  void theLastFailureIsThrownWhenAllAttemptsAreUsed() {
    SQLException gone = new SQLException("gone", "57P01");
    assertThat(assertThrows(SQLException.class, () -> failing(9, gone)), sameInstance(gone));
    assertThat(attempts, is(5));
    assertThat(slept, hasSize(4));
  }

  @Test
  void otherErrorsAreNotAskedAgain() {
    for (SQLException error :
        List.of(
            new SQLException("denied", "42501"),
            new SQLException("canceled", "57014"),
            new SQLTimeoutException("took too long", "HYT00"),
            new SQLException("no state"))) {
      attempts = 0;
      assertThat(assertThrows(SQLException.class, () -> failing(9, error)), sameInstance(error));
      assertThat(attempts, is(1));
    }
    assertThat(slept, hasSize(0));
  }

  @Test
  void aBrokenContractIsNotAskedAgain() {
    assertThrows(
        ContractViolation.class,
        () ->
            retry.run(
                "asking",
                () -> {
                  attempts++;
                  throw new ContractViolation("a value that does not fit");
                }));
    assertThat(attempts, is(1));
  }

  @Test
  void thePauseDoublesUpToALimitAndHalfOfItIsChance() {
    assertThat(retry.pause(1, 0), is(Duration.ofMillis(500)));
    assertThat(retry.pause(1, 1), is(Duration.ofMillis(1_000)));
    assertThat(retry.pause(2, 1), is(Duration.ofMillis(2_000)));
    assertThat(retry.pause(3, 1), is(Duration.ofMillis(4_000)));
    assertThat(retry.pause(4, 1), is(Duration.ofMillis(5_000)));
    assertThat(retry.pause(64, 1), is(Duration.ofMillis(5_000)));
  }

  @Test
  void anInterruptEndsTheWaiting() {
    Retry interrupted =
        new Retry(
            5,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            time -> {
              throw new InterruptedException();
            });
    SQLException gone = new SQLException("gone", "08006");
    assertThat(
        assertThrows(
            SQLException.class,
            () ->
                interrupted.run(
                    "asking",
                    () -> {
                      throw gone;
                    })),
        sameInstance(gone));
    assertThat(Thread.currentThread().isInterrupted(), is(true));
  }
}
