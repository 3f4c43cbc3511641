// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.calendar;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelinessTest {

  private static final ReportingCalendar MONTHLY =
      ReportingCalendar.of(ReportingInterval.MONTHLY, LocalDate.of(2024, 1, 1));

  /** Due after 15 days: 2024-02-15, 2024-03-15 and 2024-04-15. */
  @ParameterizedTest(name = "{0} sent {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2024-01 | 2024-02-05 | 2024-01-31 | 2024-02-15 | 5  | 0 | false
          2024-02 | 2024-03-04 | 2024-02-29 | 2024-03-15 | 4  | 0 | false
          2024-01 | 2024-02-20 | 2024-01-31 | 2024-02-15 | 20 | 5 | true
          2024-03 | 2024-04-08 | 2024-03-31 | 2024-04-15 | 8  | 0 | false
          """)
  void theWorkedExampleIsSentSoManyDaysAfterItsMonthsEnd(
      String month,
      LocalDate sent,
      LocalDate monthEnd,
      LocalDate dueDate,
      int daysAfter,
      int daysLate,
      boolean isLate) {
    assertThat(
        Timeliness.of(MONTHLY, null, month(month), sent),
        is(new Timeliness(monthEnd, dueDate, daysAfter, daysLate, isLate)));
  }

  /** The due days count from the end of February, which has 29 days in 2024 and 28 in 2023. */
  @ParameterizedTest(name = "{0} due after {1} days, sent {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2024-02 | 10 | 2024-03-10 | 2024-03-10 | 10  | 0 | false
          2024-02 | 10 | 2024-03-11 | 2024-03-10 | 11  | 1 | true
          2023-02 | 10 | 2023-03-10 | 2023-03-10 | 10  | 0 | false
          2023-02 | 10 | 2023-03-11 | 2023-03-10 | 11  | 1 | true
          2023-12 | 0  | 2023-12-31 | 2023-12-31 | 0   | 0 | false
          2023-12 | 0  | 2024-01-01 | 2023-12-31 | 1   | 1 | true
          2024-01 | 45 | 2024-03-16 | 2024-03-16 | 45  | 0 | false
          2024-01 | 45 | 2024-03-17 | 2024-03-16 | 46  | 1 | true
          2024-01 | 15 | 2024-01-20 | 2024-02-15 | -11 | 0 | false
          2024-01 | 15 | 2025-02-15 | 2024-02-15 | 381 | 366 | true
          """)
  void aBordereauIsLateFromTheDayAfterItsDueDate(
      String month,
      int dueDays,
      LocalDate sent,
      LocalDate dueDate,
      int daysAfter,
      int daysLate,
      boolean isLate) {
    Timeliness timeliness = Timeliness.of(MONTHLY, dueDays, month(month), sent);

    assertThat(timeliness.dueDate(), is(dueDate));
    assertThat(timeliness.daysAfterMonthEnd(), is(daysAfter));
    assertThat(timeliness.daysLate(), is(daysLate));
    assertThat(timeliness.isLate(), is(isLate));
  }

  /** Quarters from February: February to April, due 15 days after the 30th of April. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({"2024-02", "2024-03", "2024-04"})
  void aQuartersMonthsFallDueAfterTheMonthThatNamesIt(String month) {
    ReportingCalendar quarters =
        ReportingCalendar.of(ReportingInterval.QUARTERLY, LocalDate.of(2024, 2, 15));

    assertThat(
        Timeliness.of(quarters, null, month(month), LocalDate.of(2024, 5, 16)),
        is(
            new Timeliness(
                LocalDate.of(2024, 4, 30), LocalDate.of(2024, 5, 15), 16, 1, true)));
  }

  @Test
  void whatNobodyKnowsWhenItWasSentIsNeitherLateNorInTime() {
    assertThat(
        Timeliness.of(MONTHLY, 10, month("2024-01"), unknown()),
        is(
            new Timeliness(
                LocalDate.of(2024, 1, 31), LocalDate.of(2024, 2, 10), null, null, null)));
  }

  private static @Nullable LocalDate unknown() {
    return null;
  }

  private static int month(String month) {
    return MonthIndex.of(LocalDate.parse(month + "-01"));
  }
}
