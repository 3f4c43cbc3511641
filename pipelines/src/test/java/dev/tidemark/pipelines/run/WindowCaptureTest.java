// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.aMapWithSize;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.hasEntry;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;

import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.source.ClockedSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is found to be due of a table, run after run, on real databases. */
class WindowCaptureTest {

  private static final String TIMESTAMP = "DATETIME2(6)";

  @ParameterizedTest
  @EnumSource
  void anEmptyWindowIsReadOnlyWhenTheOverlapHoldsOtherRows(ClockedSource.Kind kind)
      throws SQLException {
    Ledger ledger = ledger(kind, "");
    ledger.put(1, "2024-02-05 10:00:00", "first");
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.NEW));
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.EMPTY));

    ledger.put(2, "2024-02-05 09:50:00", "late");
    TableSummary late = ledger.runAt("2024-02-05T11:00:00Z");

    assertThat(late.status(), is(LoadStatus.LATE));
    assertThat(late.windowLow(), is("2024-02-05 10:00:00.000000"));
    assertThat(late.windowHigh(), is("2024-02-05 10:00:00.000000"));
    assertThat(ledger.rows(), is(Map.of(1L, "first", 2L, "late")));
    assertThat(ledger.mark(), is("2024-02-05 10:00:00.000000"));
    assertThat(ledger.moves(), is(2));
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.EMPTY));
    assertThat(ledger.moves(), is(2));
  }

  /** An identity is drawn when a row is written; the smaller one may be committed last. */
  @ParameterizedTest
  @EnumSource
  void aNumberThatIsCommittedOutOfOrderIsFound(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = Ledger.of(ClockedSource.of(kind), "BIGINT", "");
    ledger.put(1, "1", "a");
    try (Connection slow = ClockedSource.of(kind).connect();
        Statement statement = slow.createStatement()) {
      slow.setAutoCommit(false);
      statement.execute("INSERT INTO t.Entry VALUES (2, 2, 'slow')");
      ledger.put(3, "1001", "fast");
      assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.NEW));
      assertThat(ledger.rows(), is(Map.of(1L, "a", 3L, "fast")));
      slow.commit();
    }

    TableSummary late = ledger.runAt("2024-02-05T11:00:01Z");

    assertThat(late.status(), is(LoadStatus.LATE));
    assertThat(late.windowHigh(), is("1001"));
    assertThat(ledger.rows(), hasEntry(2L, "slow"));
    assertThat(ledger.runAt("2024-02-05T11:00:02Z").status(), is(LoadStatus.EMPTY));
    // the default is 1000 numbers: 1 lies just behind them, and comes with no window either
    ledger.put(4, "1", "too late");
    ledger.put(5, "1001", "tie");
    assertThat(ledger.runAt("2024-02-05T11:00:03Z").status(), is(LoadStatus.LATE));
    assertThat(ledger.rows().keySet(), is(Set.of(1L, 2L, 3L, 5L)));
  }

  @ParameterizedTest
  @EnumSource
  void numbersReachAsFarBackAsConfigured(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = Ledger.of(ClockedSource.of(kind), "BIGINT", ", overlap: 3");
    ledger.put(10, "10", "a");
    ledger.runAt("2024-02-05T11:00:00Z");
    ledger.put(7, "7", "behind the overlap");
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.EMPTY));
    ledger.put(8, "8", "in it");
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.LATE));
    ledger.put(9, "9", "in it");
    ledger.put(11, "11", "newer");
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.NEW));
    assertThat(ledger.rows().keySet(), is(Set.of(8L, 9L, 10L, 11L)));
  }

  @ParameterizedTest
  @EnumSource
  void anOverlapThatDoesNotFitTheMarkIsRefused(ClockedSource.Kind kind) throws SQLException {
    Ledger times = ledger(kind, ", overlap: 1000");
    times.put(1, "2024-02-05 10:00:00", "a");
    TableSummary number = times.runAt("2024-02-05T11:00:00Z");
    assertThat(number.status(), is(LoadStatus.FAILED));
    assertThat(
        String.valueOf(number.message()), startsWith("Entry: overlap 1000 is a number, but "));
    assertThat(
        String.valueOf(number.message()),
        endsWith(" holds times; write a duration such as PT15M, or remove it"));

    Ledger numbers = Ledger.of(ClockedSource.of(kind), "BIGINT", ", overlap: PT15M");
    TableSummary time = numbers.runAt("2024-02-05T11:00:00Z");
    assertThat(time.status(), is(LoadStatus.FAILED));
    assertThat(String.valueOf(time.message()), startsWith("Entry: overlap PT15M is a time, but "));
    assertThat(
        String.valueOf(time.message()),
        endsWith(" holds numbers; write a whole number such as 1000, or remove it"));
  }

  @ParameterizedTest
  @EnumSource
  void aTieOnTheBoundaryIsFound(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind, "");
    ledger.put(1, "2024-02-05 10:00:00.123456", "a");
    ledger.runAt("2024-02-05T11:00:00Z");
    ledger.put(2, "2024-02-05 10:00:00.123456", "b");
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.LATE));
    assertThat(ledger.rows(), is(Map.of(1L, "a", 2L, "b")));
  }

  @ParameterizedTest
  @EnumSource
  void lateRowsComeWithTheNextWindow(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind, "");
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.runAt("2024-02-05T11:00:00Z");
    ledger.put(2, "2024-02-05 09:45:00.000001", "within the overlap");
    ledger.put(3, "2024-02-05 09:45:00", "just outside");
    ledger.put(4, "2024-02-05 10:30:00", "newer");
    TableSummary next = ledger.runAt("2024-02-05T11:00:00Z");
    assertThat(next.status(), is(LoadStatus.NEW));
    assertThat(ledger.rows().keySet(), is(Set.of(1L, 2L, 4L)));
    assertThat(ledger.mark(), is("2024-02-05 10:30:00.000000"));
  }

  @ParameterizedTest
  @EnumSource
  void oneRowGoneAndAnotherLateAreSeenThoughTheCountIsTheSame(ClockedSource.Kind kind)
      throws SQLException {
    Ledger ledger = ledger(kind, "");
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.put(2, "2024-02-05 09:59:00", "b");
    ledger.runAt("2024-02-05T11:00:00Z");
    ClockedSource.of(kind).run("DELETE FROM t.Entry WHERE Id = 2");
    ledger.put(3, "2024-02-05 09:59:00", "c");
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.LATE));
    assertThat(ledger.rows(), hasEntry(3L, "c"));
  }

  @ParameterizedTest
  @EnumSource
  void aMarkThatChangedInsideTheOverlapIsSeen(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind, "");
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.put(2, "2024-02-05 09:50:00", "b");
    ledger.runAt("2024-02-05T11:00:00Z");
    ledger.put(2, "2024-02-05 09:55:00", "changed");
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.LATE));
    assertThat(ledger.rows(), hasEntry(2L, "changed"));
  }

  @ParameterizedTest
  @EnumSource
  void aTransactionThatCommitsAfterItsTimeHasPassedIsFound(ClockedSource.Kind kind)
      throws SQLException {
    Ledger ledger = ledger(kind, "");
    ledger.put(1, "2024-02-05 09:00:00", "a");
    try (Connection writer = ClockedSource.of(kind).connect();
        Statement statement = writer.createStatement()) {
      writer.setAutoCommit(false);
      statement.execute("INSERT INTO t.Entry VALUES (2, '2024-02-05 09:58:00', 'slow')");
      ledger.put(3, "2024-02-05 10:00:00", "b");
      ledger.runAt("2024-02-05T10:00:01Z");
      assertThat(ledger.rows(), is(Map.of(1L, "a", 3L, "b")));
      writer.commit();
    }
    TableSummary late = ledger.runAt("2024-02-05T10:05:00Z");
    assertThat(late.status(), is(LoadStatus.LATE));
    assertThat(ledger.rows(), hasEntry(2L, "slow"));
    assertThat(ledger.runAt("2024-02-05T10:06:00Z").status(), is(LoadStatus.EMPTY));
  }

  /** It may have been read or not: the next run reads again to be sure, and then no more. */
  @ParameterizedTest
  @EnumSource
  void aRowThatIsCommittedBetweenCaptureAndReadIsSeenAsADifference(ClockedSource.Kind kind)
      throws SQLException {
    Ledger ledger = ledger(kind, "");
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.runAt("2024-02-05T11:00:00Z", () -> ledger.put(2, "2024-02-05 09:59:00", "in between"));
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.LATE));
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.EMPTY));
  }

  @ParameterizedTest
  @EnumSource
  void anotherOverlapIsReadOnceToKnowWhatItHolds(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind, ", overlap: PT1M");
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.put(2, "2024-02-05 09:50:00", "b");
    ledger.runAt("2024-02-05T11:00:00Z");
    ledger.configure(", overlap: PT1H");
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.LATE));
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.EMPTY));
  }

  @ParameterizedTest
  @EnumSource
  void withoutAnOverlapNothingBehindTheMarkIsLookedAt(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind, ", overlap: PT0S");
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.runAt("2024-02-05T11:00:00Z");
    ledger.put(2, "2024-02-05 10:00:00", "b");
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.EMPTY));
  }

  @ParameterizedTest
  @EnumSource
  void aSourceWithOlderRowsOnlyIsNamedAndNotRead(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind, "");
    ledger.put(1, "2024-02-05 08:00:00", "a");
    ledger.put(2, "2024-02-05 10:00:00", "b");
    ledger.runAt("2024-02-05T11:00:00Z");
    ClockedSource.of(kind).run("DELETE FROM t.Entry WHERE Id = 2");
    TableSummary restored = ledger.runAt("2024-02-05T11:00:00Z");
    assertThat(restored.status(), is(LoadStatus.EMPTY));
    assertThat(
        restored.message(), startsWith("Entry: its newest row is of 2024-02-05 08:00:00.000000"));
    assertThat(ledger.mark(), is("2024-02-05 10:00:00.000000"));
  }

  @ParameterizedTest
  @EnumSource
  void aDateMarkReadsItsWholeDayWhenAnythingCameThere(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = Ledger.of(ClockedSource.of(kind), "DATE", "");
    ledger.put(1, "2024-02-05", "a");
    ledger.put(2, "2024-02-04", "b");
    ledger.runAt("2024-02-05T11:00:00Z");
    assertThat(ledger.runAt("2024-02-05T12:00:00Z").status(), is(LoadStatus.EMPTY));
    ledger.put(3, "2024-02-05", "same day");
    assertThat(ledger.runAt("2024-02-05T13:00:00Z").status(), is(LoadStatus.LATE));
    assertThat(ledger.lastRead(), is(2L));
    ledger.put(4, "2024-02-05", "same day again");
    ledger.put(5, "2024-02-06", "next day");
    assertThat(ledger.runAt("2024-02-06T13:00:00Z").status(), is(LoadStatus.NEW));
    assertThat(ledger.rows(), is(aMapWithSize(5)));
  }

  @ParameterizedTest
  @EnumSource
  void anOverlapOfOneReadsTheMarksOwnRowsAgain(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = Ledger.of(ClockedSource.of(kind), "BIGINT", ", overlap: 1");
    ledger.put(1, "7", "a");
    ledger.put(2, "6", "b");
    ledger.runAt("2024-02-05T11:00:00Z");
    assertThat(ledger.runAt("2024-02-05T12:00:00Z").status(), is(LoadStatus.EMPTY));
    ledger.put(3, "7", "tie");
    assertThat(ledger.runAt("2024-02-05T13:00:00Z").status(), is(LoadStatus.LATE));
    assertThat(ledger.lastRead(), is(2L));
  }

  /** Clocks in London went back from 02:00 to 01:00 on 27 October 2024, at 01:00 UTC. */
  @ParameterizedTest
  @EnumSource
  void rowsOfTheHourThatOccursTwiceAreFoundThoughTheyLieBehindTheMark(ClockedSource.Kind kind)
      throws SQLException {
    Ledger ledger = ledger(kind, ", zone: Europe/London");
    ledger.put(1, "2024-10-27 01:55:00", "before the change");
    ledger.runAt("2024-10-27T00:56:00Z");
    ledger.put(2, "2024-10-27 01:00:00", "its first instant");
    ledger.put(3, "2024-10-27 01:20:00", "after it");
    assertThat(ledger.runAt("2024-10-27T01:20:30Z").status(), is(LoadStatus.LATE));
    assertThat(ledger.rows(), is(aMapWithSize(3)));
    ledger.put(4, "2024-10-27 01:50:00", "later still");
    ledger.put(5, "2024-10-27 02:05:00", "past the hour");
    assertThat(ledger.runAt("2024-10-27T02:05:00Z").status(), is(LoadStatus.NEW));
    assertThat(ledger.rows(), is(aMapWithSize(5)));
  }

  @ParameterizedTest
  @EnumSource
  void manyRowsOfOneTimeAreReadOnce(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind, "");
    for (int id = 1; id <= 50; id++) {
      ledger.put(id, "2024-02-05 10:00:00", "bulk");
    }
    ledger.runAt("2024-02-05T11:00:00Z");
    assertThat(ledger.rows(), is(aMapWithSize(50)));
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.EMPTY));
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheSourcesClockCounts(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind, "");
    ledger.put(1, "1999-12-31 23:00:00", "a");
    ledger.put(2, "2000-01-01 00:30:00", "ahead of it");
    // a source whose clock is decades behind
    TableSummary run = ledger.runAt("2000-01-01T00:00:00Z");
    assertThat(run.futureRows(), is(1L));
    assertThat(ledger.mark(), is("1999-12-31 23:00:00.000000"));
  }

  @ParameterizedTest
  @EnumSource
  void rowsWithinTheLagWaitAndAreNoFutureRows(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind, ", upperBoundLag: PT10M");
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.put(2, "2024-02-05 10:55:00", "waits");
    TableSummary run = ledger.runAt("2024-02-05T11:00:00Z");
    assertThat(run.futureRows(), is(0L));
    assertThat(ledger.rows(), is(Map.of(1L, "a")));
    ledger.runAt("2024-02-05T11:05:00Z");
    assertThat(ledger.rows(), is(aMapWithSize(2)));
  }

  @Test
  void aMarkOfAnotherColumnIsRefused() throws SQLException {
    Ledger ledger = ledger(ClockedSource.Kind.H2, "");
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.runAt("2024-02-05T11:00:00Z");
    ledger.configure(", watermark: Id");
    TableSummary refused = ledger.runAt("2024-02-05T11:00:00Z");
    assertThat(refused.status(), is(LoadStatus.FAILED));
    assertThat(
        refused.message(),
        is(
            "Entry: its mark was taken from Changed, and the configuration now names Id; name"
                + " Changed again, or remove the row of etl.watermark to load the table anew by"
                + " Id"));
    ledger.configure(", watermark: changed");
    assertThat(ledger.runAt("2024-02-05T11:00:00Z").status(), is(LoadStatus.EMPTY));
  }

  @Test
  void aTextIsNoMark() throws SQLException {
    Ledger ledger = ledger(ClockedSource.Kind.H2, "");
    ledger.configure(", watermark: Note");
    assertThat(
        ledger.runAt("2024-02-05T11:00:00Z").message(),
        is(
            "H2 T.ENTRY: watermark NOTE is a TEXT; use a column of timestamps, dates or whole"
                + " numbers, or read the table whole (mode: full)"));
  }

  private static Ledger ledger(ClockedSource.Kind kind, String settings) throws SQLException {
    return Ledger.of(ClockedSource.of(kind), TIMESTAMP, settings);
  }
}
