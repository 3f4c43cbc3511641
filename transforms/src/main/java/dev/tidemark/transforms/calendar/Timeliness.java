// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.calendar;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * When the bordereau of a month was first sent, against the day on which it fell due.
 *
 * <p>The month's end is that of its period: of a quarterly section, the end of the month that names
 * the quarter, whichever of its three months was reported. A bordereau that is sent on its due date
 * is in time. What was sent before the month's end was sent a negative number of days after it, and
 * is not late at all. Of one that nobody knows when it was sent, nobody knows whether it was late.
 *
 * <p>Example: January 2024, due after 15 days, sent 2024-02-20, is 20 days after its month's end and
 * 5 days late.
 *
 * @param dueDate {@code monthEnd} and the due days
 * @param daysLate after the due date, never negative
 */
public record Timeliness(
    LocalDate monthEnd,
    LocalDate dueDate,
    @Nullable Integer daysAfterMonthEnd,
    @Nullable Integer daysLate,
    @Nullable Boolean isLate) {

  /**
   * Of one month (see {@link MonthIndex}).
   *
   * @param dueDays null where the section does not say
   * @param firstSubmitted the day in UTC, null when it is not known
   */
  public static Timeliness of(
      ReportingCalendar calendar,
      @Nullable Integer dueDays,
      int month,
      @Nullable LocalDate firstSubmitted) {
    int period = calendar.periodOf(month);
    LocalDate monthEnd = MonthIndex.lastDay(calendar.lastMonthOf(period));
    LocalDate dueDate = calendar.dueDate(period, dueDays);
    if (firstSubmitted == null) {
      return new Timeliness(monthEnd, dueDate, null, null, null);
    }
    int late = Math.max(0, days(dueDate, firstSubmitted));
    return new Timeliness(monthEnd, dueDate, days(monthEnd, firstSubmitted), late, late > 0);
  }

  private static int days(LocalDate from, LocalDate to) {
    return Math.toIntExact(ChronoUnit.DAYS.between(from, to));
  }
}
