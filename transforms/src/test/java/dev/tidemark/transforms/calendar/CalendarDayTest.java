// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.calendar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalendarDayTest {

  @ParameterizedTest
  @CsvSource({
    "1990-01-01, 19900101",
    "2024-02-29, 20240229",
    "2049-12-31, 20491231",
    "1989-12-31, 0",
    "2050-01-01, 0",
    "0202-01-01, 0",
    "9999-12-31, 0"
  })
  void aDayOutsideTheSixtyYearsHasTheKeyOfNone(LocalDate day, int key) {
    assertThat(CalendarDay.key(day), is(key));
    assertThat(CalendarDay.isKey(key), is(true));
  }

  @ParameterizedTest
  @CsvSource({
    "19891231",
    "20500101",
    "20240230",
    "20230229",
    "20241301",
    "20240001",
    "20240100",
    "20240132",
    "1",
    "-20240101"
  })
  void aNumberThatIsNoDayIsNoKey(int number) {
    assertThat(CalendarDay.isKey(number), is(false));
  }

  /** 1 June 2024 was a Saturday, 30 September 2024 a Monday. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "2024-06-01, null",
        "2024-06-02, null",
        "2024-06-03, 1",
        "2024-06-07, 5",
        "2024-06-08, null",
        "2024-06-10, 6",
        "2024-06-28, 20",
        "2024-09-30, 21",
        "2024-05-31, 23"
      })
  void workingDaysCountFromTheFirstOfTheMonthWithoutWeekends(LocalDate day, Integer ordinal) {
    assertThat(CalendarDay.workingDayInMonth(day), is(ordinal));
  }

  @Test
  void everyDayOfTheSixtyYearsHasAKeyOfItsOwn() {
    assertThat(
        CalendarDay.FIRST
            .datesUntil(CalendarDay.LAST.plusDays(1))
            .map(CalendarDay::key)
            .filter(key -> key > 0 && CalendarDay.isKey(key))
            .distinct()
            .count(),
        is(21_915L));
  }
}
