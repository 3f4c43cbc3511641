// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.aMapWithSize;
import static org.hamcrest.Matchers.hasEntry;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.control.Watermark;
import dev.tidemark.pipelines.source.ClockedSource;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows whose mark the source's clock has not reached, on real databases. */
class FutureRowsTest {

  private static final String NIGHT = "2024-02-05T11:00:00Z";

  @ParameterizedTest
  @EnumSource
  void theyAreReadOnceAndNeverMoveTheMark(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind);
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.put(2, "2999-01-01 00:00:00", "typing error");
    TableSummary first = ledger.runAt(NIGHT);
    assertThat(first.status(), is(LoadStatus.NEW));
    assertThat(first.futureRows(), is(1L));
    assertThat(ledger.lastRead(), is(2L));
    assertThat(ledger.mark(), is("2024-02-05 10:00:00.000000"));

    TableSummary second = ledger.runAt(NIGHT);
    assertThat(second.status(), is(LoadStatus.EMPTY));
    assertThat(second.futureRows(), is(1L));

    ledger.put(3, "2024-02-05 10:30:00", "newer");
    ledger.runAt(NIGHT);
    assertThat(ledger.rows(), is(aMapWithSize(3)));
    ledger.put(4, "2999-01-01 00:00:00", "another");
    TableSummary another = ledger.runAt(NIGHT);
    assertThat(another.status(), is(LoadStatus.NEW));
    assertThat(ledger.lastRead(), is(2L));
    assertThat(ledger.mark(), is("2024-02-05 10:30:00.000000"));
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.EMPTY));
  }

  @ParameterizedTest
  @EnumSource
  void aTableOfNothingElseHasNoMarkYetAndIsReadFromTheStartLater(ClockedSource.Kind kind)
      throws SQLException {
    Ledger ledger = ledger(kind);
    ledger.put(1, "2999-01-01 00:00:00", "ahead");
    ledger.runAt(NIGHT);
    assertThat(ledger.mark(), is("none"));
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.EMPTY));
    ledger.put(2, "1999-01-01 00:00:00", "old");
    TableSummary next = ledger.runAt(NIGHT);
    assertThat(next.windowLow(), is(nullValue()));
    assertThat(ledger.rows(), is(Map.of(1L, "ahead", 2L, "old")));
    assertThat(ledger.mark(), is("1999-01-01 00:00:00.000000"));
  }

  @ParameterizedTest
  @EnumSource
  void oneThatTheClockReachesComesWithItsWindow(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind);
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.put(2, "2024-02-05 11:00:30", "a minute ahead");
    ledger.runAt(NIGHT);
    ledger.runAt("2024-02-05T12:00:00Z");
    assertThat(ledger.mark(), is("2024-02-05 11:00:30.000000"));
    // the overlap and that row: no reaching back
    assertThat(ledger.lastRead(), is(2L));
    Watermark row = ledger.watermark();
    assertThat(row == null ? "none" : row.futureRows(), is(nullValue()));
  }

  @ParameterizedTest
  @EnumSource
  void oneThatIsCorrectedToBehindTheOverlapIsFound(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind);
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.put(2, "2024-01-01 00:00:00", "long before");
    ledger.put(3, "2999-02-03 00:00:00", "typing error");
    ledger.put(4, "2999-02-03 00:00:00", "stays");
    ledger.runAt(NIGHT);

    ledger.put(3, "2024-02-03 00:00:00", "corrected");
    TableSummary late = ledger.runAt(NIGHT);

    assertThat(late.status(), is(LoadStatus.LATE));
    assertThat(ledger.rows(), hasEntry(3L, "corrected"));
    // 3, 1 and the one that is still ahead; not the one from before
    assertThat(ledger.lastRead(), is(3L));
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.EMPTY));
  }

  @ParameterizedTest
  @EnumSource
  void theSameWithANewerWindow(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind);
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.put(3, "2999-02-03 00:00:00", "typing error");
    ledger.runAt(NIGHT);
    ledger.put(3, "2024-02-03 00:00:00", "corrected");
    ledger.put(4, "2024-02-05 10:45:00", "newer");
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.NEW));
    assertThat(ledger.rows(), is(Map.of(1L, "a", 3L, "corrected", 4L, "newer")));
    assertThat(ledger.mark(), is("2024-02-05 10:45:00.000000"));
  }

  @ParameterizedTest
  @EnumSource
  void oneThatIsDeletedIsNoReasonToRead(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind);
    ledger.put(1, "2024-02-05 10:00:00", "a");
    ledger.put(2, "2999-01-01 00:00:00", "typing error");
    ledger.runAt(NIGHT);
    ClockedSource.of(kind).run("DELETE FROM t.Entry WHERE Id = 2");
    TableSummary next = ledger.runAt(NIGHT);
    assertThat(next.status(), is(LoadStatus.EMPTY));
    assertThat(next.futureRows(), is(0L));
  }

  /** Of more than ten thousand only a sum is kept: any correction then reads the table again. */
  @ParameterizedTest
  @EnumSource
  void moreThanCanBeListedAreSummed(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = ledger(kind);
    ledger.put(100_000, "2024-02-05 10:00:00", "a");
    ledger.put(100_001, "2020-01-01 00:00:00", "old");
    ClockedSource.of(kind)
        .run(
            "INSERT INTO t.Entry SELECT n, '2999-01-01', 'ahead' FROM "
                + (kind == ClockedSource.Kind.H2
                    ? "SYSTEM_RANGE(1, 10001) AS s(n)"
                    : "generate_series(1, 10001) AS s(n)"));
    ledger.runAt(NIGHT);
    assertThat(ledger.rows(), is(aMapWithSize(10_003)));
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.EMPTY));
    ledger.put(7, "2021-01-01 00:00:00", "corrected");
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.LATE));
    assertThat(ledger.rows(), hasEntry(7L, "corrected"));
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.EMPTY));
  }

  private static Ledger ledger(ClockedSource.Kind kind) throws SQLException {
    return Ledger.of(ClockedSource.of(kind), "DATETIME2(6)", "");
  }
}
