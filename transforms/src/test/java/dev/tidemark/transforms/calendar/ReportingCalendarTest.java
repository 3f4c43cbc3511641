// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.calendar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportingCalendarTest {
  @ParameterizedTest
  @CsvSource({
    "2024-01-31, -1, 2024-01-01",
    "2024-02-01, 0, 2024-04-01",
    "2024-04-30, 0, 2024-04-01",
    "2024-05-01, 1, 2024-07-01",
    "2025-01-31, 3, 2025-01-01"
  })
  void quartersCountFromPeriodFromAndAreNamedByTheirLastMonth(
      LocalDate date, int quarter, LocalDate name) {
    ReportingCalendar calendar =
        ReportingCalendar.of(ReportingInterval.QUARTERLY, LocalDate.parse("2024-02-15"));
    assertThat(calendar.periodOf(MonthIndex.of(date)), is(quarter));
    assertThat(MonthIndex.firstDay(calendar.lastMonthOf(quarter)), is(name));
  }

  @Test
  void aMonthIsItsOwnPeriod() {
    ReportingCalendar calendar =
        ReportingCalendar.of(ReportingInterval.MONTHLY, LocalDate.parse("2024-01-01"));
    int march = MonthIndex.of(LocalDate.parse("2024-03-09"));
    assertThat(calendar.periodOf(march), is(2));
    assertThat(calendar.firstMonthOf(2), is(march));
    assertThat(calendar.lastMonthOf(2), is(march));
  }

  @Test
  void aBordereauIsDueFifteenDaysAfterTheMonthsEndUnlessTheSectionSaysOtherwise() {
    ReportingCalendar calendar =
        ReportingCalendar.of(ReportingInterval.MONTHLY, LocalDate.parse("2024-01-01"));
    assertThat(calendar.dueDate(1, null), is(LocalDate.parse("2024-03-15")));
    assertThat(calendar.dueDate(1, 30), is(LocalDate.parse("2024-03-30")));
    assertThat(calendar.dueDate(1, 0), is(LocalDate.parse("2024-02-29")));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "QUARTERLY, QUARTERLY",
        "' quarterly ', QUARTERLY",
        "MONTHLY, MONTHLY",
        "null, MONTHLY",
        "'', MONTHLY",
        "YEARLY, MONTHLY"
      })
  void anIntervalThatIsNotQuarterlyIsMonthly(String text, ReportingInterval interval) {
    assertThat(ReportingInterval.parse(text), is(interval));
  }
}
