// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.net.UnknownHostException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureTest {

  // Of PostgreSQL and H2, then SQL Server, then Snowflake.
  @ParameterizedTest
  @CsvSource({
    "08006, 0, CONNECTION_LOST, true",
    "08001, 0, NOTHING_ANSWERS, true",
    "57P01, 0, CONNECTION_LOST, true",
    "40P01, 0, HELD_UP, true",
    "40001, 0, HELD_UP, true",
    "53300, 0, NO_FREE_CONNECTION, true",
    "90067, 90067, CONNECTION_LOST, true",
    "55P03, 0, LOCKED, false",
    "HYT00, 50200, LOCKED, false",
    "57014, 0, TIMED_OUT, false",
    "28P01, 0, LOGIN_REFUSED, false",
    "3D000, 0, NO_DATABASE, false",
    "42501, 0, NO_PERMISSION, false",
    "90096, 90096, NO_PERMISSION, false",
    "42P01, 0, OTHER, false",
    "22012, 0, OTHER, false",
    "40001, 1205, HELD_UP, true",
    "S0001, 40613, HELD_UP, true",
    "08S01, 0, CONNECTION_LOST, true",
    "S0001, 1222, LOCKED, false",
    "S0001, 18456, LOGIN_REFUSED, false",
    "S0001, 4060, NO_DATABASE, false",
    "S0005, 229, NO_PERMISSION, false",
    "HY008, 0, TIMED_OUT, false",
    "08001, 390111, CONNECTION_LOST, true",
    "58030, 200015, CONNECTION_LOST, true",
    "08001, 200002, NOTHING_ANSWERS, true",
    "08001, 390100, LOGIN_REFUSED, false",
    "57014, 604, TIMED_OUT, false"
  })
  void eachVendorsErrorsAreKnown(String state, int code, Failure failure, boolean isTransient) {
    SQLException error = new SQLException("said", state, code);
    assertThat(Failure.of(error), is(failure));
    assertThat(DatabaseErrors.isTransient(error), is(isTransient));
  }

  @Test
  void whatCannotMendItselfIsNotTransientWhateverItsState() {
    assertThat(
        Failure.of(new SQLException("unknown", "08001", new UnknownHostException("db"))),
        is(Failure.HOST_UNKNOWN));
    assertThat(
        Failure.of(new SQLException("untrusted", "08S01", new SSLHandshakeException("path"))),
        is(Failure.NOT_SECURE));
    assertThat(Failure.NOT_SECURE.isTransient(), is(false));
    assertThat(Failure.HOST_UNKNOWN.isTransient(), is(false));
  }

  @Test
  void aPoolThatWaitedInVainFailsAsTheDriverDid() {
    SQLException refused = new SQLException("password authentication failed", "28P01");
    assertThat(
        Failure.of(new SQLTransientConnectionException("timed out", refused)),
        is(Failure.LOGIN_REFUSED));
    assertThat(Failure.of(new SQLTransientConnectionException("timed out")), is(Failure.HELD_UP));
  }
}
