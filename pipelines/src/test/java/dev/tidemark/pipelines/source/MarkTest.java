// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.OverlapSize;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MarkTest {
  private static final ZoneId LONDON = ZoneId.of("Europe/London");
  private static final OverlapSize QUARTER = OverlapSize.of(Duration.ofMinutes(15));

  @Test
  void aTimestampKeepsItsMicros() {
    assertThat(
        Mark.of(LocalDateTime.parse("2024-02-05T10:00:00.123456")).text(),
        is("2024-02-05 10:00:00.123456"));
    assertThat(
        Mark.of(LocalDateTime.parse("2024-02-05T10:00")).text(), is("2024-02-05 10:00:00.000000"));
    assertThat(
        Mark.of(LocalDateTime.parse("2024-02-05T10:00:00.1234567")).text(),
        is("2024-02-05 10:00:00.1234567"));
  }

  @Test
  void twoSpellingsOfOneValueAreOneMark() {
    assertThat(
        new Mark(Mark.Type.TIMESTAMP, "2024-02-05 10:00:00.123456000"),
        is(new Mark(Mark.Type.TIMESTAMP, "2024-02-05 10:00:00.123456")));
    assertThat(
        Mark.of(OffsetDateTime.parse("2024-02-05T12:00:00+02:00")),
        is(new Mark(Mark.Type.ZONED_TIMESTAMP, "2024-02-05 10:00:00.000000+00:00")));
  }

  @Test
  void marksCompareAsValuesNotAsText() {
    assertThat(Mark.of(10), greaterThan(Mark.of(9)));
    assertThat(
        Mark.of(LocalDateTime.parse("2024-02-05T10:00:00.0000001")),
        greaterThan(Mark.of(LocalDateTime.parse("2024-02-05T10:00:00"))));
  }

  @Test
  void marksOfDifferentTypesAreNotCompared() {
    Mark date = Mark.of(LocalDate.of(2024, 2, 5));
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> date.compareTo(Mark.of(1))).getMessage(),
        containsString("DATE 2024-02-05"));
  }

  @Test
  void aStoredTextThatIsNoMarkIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Mark(Mark.Type.TIMESTAMP, "2024-02-05"));
    assertThrows(IllegalArgumentException.class, () -> new Mark(Mark.Type.BIGINT, "x"));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Mark(Mark.Type.ZONED_TIMESTAMP, "2024-02-05 10:00:00.000000"));
  }

  @Test
  void readingStartsAnOverlapBehindTheMark() {
    assertThat(
        readLow("2024-02-05T10:00:00.000001", ZoneOffset.UTC), is("2024-02-05 09:45:00.000001"));
  }

  @Test
  void theFirstLoadHasNoLowBound() {
    assertThat(MarkWindow.of(null, Mark.of(1), QUARTER, ZoneOffset.UTC).readLow(), is(nullValue()));
  }

  @Test
  void aDateMarkReadsItsLastDayAgain() {
    MarkWindow window =
        MarkWindow.of(
            Mark.of(LocalDate.of(2024, 3, 1)),
            Mark.of(LocalDate.of(2024, 3, 2)),
            QUARTER,
            ZoneOffset.UTC);
    assertThat(window.readLow(), is(Mark.of(LocalDate.of(2024, 2, 29))));
  }

  @Test
  void aNumberReadsSoManyNumbersAgain() {
    assertThat(numbersBehind(5000, OverlapSize.byDefault()), is(Mark.of(4000)));
    assertThat(numbersBehind(5000, OverlapSize.of(1)), is(Mark.of(4999)));
    assertThat(numbersBehind(5000, OverlapSize.of(0)), is(Mark.of(5000)));
  }

  @Test
  void noNumberIsTooSmallToBeReadAgain() {
    OverlapSize ten = OverlapSize.of(10);
    assertThat(numbersBehind(Long.MIN_VALUE + 10, ten), is(Mark.of(Long.MIN_VALUE)));
    assertThat(numbersBehind(Long.MIN_VALUE + 9, ten), is(nullValue()));
    assertThat(numbersBehind(Long.MIN_VALUE, ten), is(nullValue()));
  }

  @Test
  void aWindowReachesBackToARowAndNeverShrinks() {
    MarkWindow window = MarkWindow.of(Mark.of(50), Mark.of(60), OverlapSize.of(10), ZoneOffset.UTC);
    assertThat(window.reachingBackTo(Mark.of(7)).readLow(), is(Mark.of(6)));
    assertThat(window.reachingBackTo(Mark.of(45)), is(window));
    assertThat(window.reachingBackTo(Mark.of(Long.MIN_VALUE)).readLow(), is(nullValue()));
    MarkWindow whole = MarkWindow.of(null, Mark.of(60), OverlapSize.of(10), ZoneOffset.UTC);
    assertThat(whole.reachingBackTo(Mark.of(7)), is(whole));
  }

  private static @Nullable Mark numbersBehind(long last, OverlapSize overlap) {
    return MarkWindow.behind(Mark.of(last), overlap, ZoneOffset.UTC).readLow();
  }

  // Clocks in London went back from 02:00 to 01:00 on 27 October 2024.
  @Test
  void theOverlapCoversTheHourThatOccursTwice() {
    assertThat(readLow("2024-10-27T01:50", LONDON), is("2024-10-27 00:59:59.000000"));
    assertThat(readLow("2024-10-27T02:10", LONDON), is("2024-10-27 00:59:59.000000"));
    assertThat(readLow("2024-10-27T01:05", LONDON), is("2024-10-27 00:50:00.000000"));
  }

  @Test
  void theOverlapIsAsConfiguredWhenNoHourOccursTwice() {
    assertThat(readLow("2024-10-27T02:15", LONDON), is("2024-10-27 02:00:00.000000"));
    assertThat(readLow("2024-10-26T01:50", LONDON), is("2024-10-26 01:35:00.000000"));
    assertThat(readLow("2024-10-27T01:50", ZoneOffset.UTC), is("2024-10-27 01:35:00.000000"));
  }

  @Test
  void inTheSecondPassOfAnHourItsFirstPassIsNotTheFuture() {
    assertThat(
        MarkValues.latestAt(Instant.parse("2024-10-27T01:10:00Z"), Mark.Type.TIMESTAMP, LONDON),
        is(Mark.of(LocalDateTime.parse("2024-10-27T02:00"))));
    assertThat(
        MarkValues.latestAt(Instant.parse("2024-07-01T01:10:00Z"), Mark.Type.TIMESTAMP, LONDON),
        is(Mark.of(LocalDateTime.parse("2024-07-01T02:10"))));
  }

  private static String readLow(String last, ZoneId zone) {
    Mark low = Mark.of(LocalDateTime.parse(last));
    MarkWindow window =
        MarkWindow.of(low, Mark.of(LocalDateTime.parse("2025-01-01T00:00")), QUARTER, zone);
    return window.readLow() == null ? "none" : window.readLow().text();
  }
}
