// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.OverlapSize;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CaptureTest {
  private static TableContract contract(String watermarkType) {
    return new TableContract(
        "Line",
        "t",
        List.of("id"),
        "changed",
        List.of(
            new ContractColumn("Id", SqlType.parse("INT"), false, false),
            new ContractColumn("Changed", SqlType.parse(watermarkType), true, false)));
  }

  private static SourceTable table(TestSource source, String type, String... values)
      throws SQLException {
    source.fresh(source.sql("CREATE TABLE t.Line (Id INT PRIMARY KEY, Changed " + type + ")"));
    insert(source, 1, values);
    return source.database().check(contract(type));
  }

  private static void insert(TestSource source, int firstId, String... values) throws SQLException {
    int id = firstId;
    for (String value : values) {
      source.run("INSERT INTO t.Line VALUES (" + id++ + ", " + value + ")");
    }
  }

  private static Mark mark(String timestamp) {
    return Mark.of(LocalDateTime.parse(timestamp));
  }

  @ParameterizedTest
  @EnumSource
  void theMarkIsTheLatestValueToTheMicrosecond(TestSource source) throws SQLException {
    SourceTable table =
        table(
            source, "DATETIME2(6)", "'2024-02-05 10:00:00.123456'", "'2024-02-05 10:00:00.123455'");
    Capture capture = source.database().capture(table, null, Duration.ZERO);
    assertThat(capture.high(), is(mark("2024-02-05T10:00:00.123456")));
    assertThat(capture.rows(), is(2L));
    assertThat(capture.isEmpty(), is(false));
  }

  @ParameterizedTest
  @EnumSource
  void aRowAtTheBoundaryBelongsToOneWindowOnly(TestSource source) throws SQLException {
    SourceTable table =
        table(
            source, "DATETIME2(6)", "'2024-02-05 10:00:00.123456'", "'2024-02-05 10:00:00.123456'");
    SourceDatabase database = source.database();
    Mark last = database.capture(table, null, Duration.ZERO).high();
    assertThat(database.capture(table, last, Duration.ZERO).isEmpty(), is(true));
    insert(source, 3, "'2024-02-05 10:00:00.123457'");
    Capture next = database.capture(table, last, Duration.ZERO);
    assertThat(next.rows(), is(1L));
    assertThat(next.high(), is(mark("2024-02-05T10:00:00.123457")));
    assertThat(database.count(table, next.window(OverlapSize.of(Duration.ofMinutes(15)))), is(1L));
  }

  @ParameterizedTest
  @EnumSource
  void aFutureRowIsCountedAndNeverMovesTheMark(TestSource source) throws SQLException {
    SourceTable table =
        table(source, "DATETIME2(6)", "'2024-02-05 10:00:00'", "'2999-01-01 00:00:00'");
    Capture capture = source.database().capture(table, null, Duration.ZERO);
    assertThat(capture.high(), is(mark("2024-02-05T10:00")));
    assertThat(capture.rows(), is(1L));
    assertThat(capture.futureRows(), is(1L));
  }

  @ParameterizedTest
  @EnumSource
  void theLagHoldsTheMarkBehindTheSourceClockAndRowsInBetweenWait(TestSource source)
      throws SQLException {
    SourceTable table = table(source, "DATETIME2(6)", "'2024-02-05 10:00:00'");
    Instant clock = source.database().clock();
    Duration toBefore = Duration.between(Instant.parse("2024-02-05T09:00:00Z"), clock);
    assertThat(source.database().capture(table, null, toBefore).high(), is(nullValue()));
    assertThat(source.database().capture(table, null, toBefore).futureRows(), is(0L));
  }

  @ParameterizedTest
  @EnumSource
  void rowsWithoutAMarkAreCounted(TestSource source) throws SQLException {
    SourceTable table = table(source, "DATETIME2(6)", "NULL", "'2024-02-05 10:00:00'", "NULL");
    Capture capture = source.database().capture(table, null, Duration.ZERO);
    assertThat(capture.nullRows(), is(2L));
    assertThat(capture.rows(), is(1L));
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyTableHasNoMarkAndNoWindow(TestSource source) throws SQLException {
    SourceTable table = table(source, "DATETIME2(6)");
    Capture capture = source.database().capture(table, null, Duration.ZERO);
    assertThat(capture.isEmpty(), is(true));
    assertThat(capture.high(), is(nullValue()));
    assertThrows(IllegalStateException.class, () -> capture.window(OverlapSize.of(Duration.ZERO)));
  }

  @ParameterizedTest
  @EnumSource
  void aMarkThatIsGoneFromTheSourceStays(TestSource source) throws SQLException {
    SourceTable table = table(source, "DATETIME2(6)", "'2024-02-05 10:00:00'");
    Capture capture = source.database().capture(table, mark("2024-03-01T00:00"), Duration.ZERO);
    assertThat(capture.isEmpty(), is(true));
    assertThat(capture.rows(), is(0L));
  }

  @ParameterizedTest
  @EnumSource
  void datesNumbersAndZonedTimesAreMarksOfTheirOwnType(TestSource source) throws SQLException {
    assertThat(high(source, "DATE", "'2024-02-29'"), is(Mark.of(LocalDate.of(2024, 2, 29))));
    assertThat(high(source, "BIGINT", "9007199254740993"), is(Mark.of(9_007_199_254_740_993L)));
    assertThat(
        high(source, "DATETIMEOFFSET(6)", "'2024-02-05 12:00:00.000001+02:00'"),
        is(new Mark(Mark.Type.ZONED_TIMESTAMP, "2024-02-05 10:00:00.000001+00:00")));
  }

  private static Mark high(TestSource source, String type, String value) throws SQLException {
    SourceTable table = table(source, type, value);
    Capture capture = source.database().capture(table, null, Duration.ZERO);
    Mark high = capture.window(OverlapSize.of(Duration.ZERO)).high();
    // The value equals itself when bound again.
    assertThat(source.database().capture(table, high, Duration.ZERO).isEmpty(), is(true));
    assertThat(capture.rows(), is(1L));
    return high;
  }

  @ParameterizedTest
  @EnumSource
  void aStoredMarkOfAnotherTypeIsRefused(TestSource source) throws SQLException {
    SourceTable table = table(source, "DATETIME2(6)");
    assertThat(
        assertThrows(
                ContractViolation.class,
                () -> source.database().capture(table, Mark.of(1), Duration.ZERO))
            .getMessage(),
        containsString("the stored mark is BIGINT 1"));
  }

  @ParameterizedTest
  @CsvSource({
    "H2, Pacific/Kiritimati, 0",
    "H2, Etc/GMT+12, 1",
    "POSTGRES, Pacific/Kiritimati, 0",
    "POSTGRES, Etc/GMT+12, 1"
  })
  void whetherANaiveTimeIsInTheFutureDependsOnItsZone(TestSource source, String zone, long future)
      throws SQLException {
    SourceTable utc = table(source, "DATETIME2(6)");
    // Now in UTC: past at UTC+14, to come at UTC-12.
    String now = LocalDateTime.ofInstant(source.database().clock(), ZoneId.of("UTC")).toString();
    insert(source, 1, "'" + now.replace('T', ' ') + "'");
    SourceTable table =
        source
            .database()
            .check(utc.contract(), TableRef.of(utc.contract()).withZone(ZoneId.of(zone)));
    assertThat(source.database().capture(table, null, Duration.ZERO).futureRows(), is(future));
  }

  @ParameterizedTest
  @EnumSource
  void theContentOfATableDoesNotDependOnTheOrderOfItsRows(TestSource source) throws SQLException {
    SourceTable table = table(source, "DATE", "'2024-01-01'", "NULL");
    TableContent before = source.database().content(table);
    source.run("DELETE FROM t.Line WHERE Id = 1");
    TableContent less = source.database().content(table);
    source.run("INSERT INTO t.Line VALUES (1, '2024-01-01')");
    TableContent again = source.database().content(table);
    source.run("UPDATE t.Line SET Changed = '2024-01-02' WHERE Id = 2");
    TableContent changed = source.database().content(table);
    assertThat(before.rows(), is(2L));
    assertThat(less.rows(), is(1L));
    assertThat(again, is(before));
    assertThat(changed.digest(), is(not(before.digest())));
  }
}
