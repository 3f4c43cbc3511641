// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.calendar;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The reporting periods of one contract section: months, or quarters counted from the month of its
 * {@code period_from}. Period 0 is the one that holds that month; earlier ones are negative. A
 * quarter is named by its last month.
 *
 * <p>Example: a quarterly section from 2024-02-15 has the quarters Feb–Apr, May–Jul, ... named
 * 2024-04, 2024-07, ...; a bordereau of month 2024-03 belongs to period 0.
 *
 * <p>When the contract is not a whole number of quarters long, its last quarter keeps its three
 * months, so its name lies after {@code period_to}.
 */
public record ReportingCalendar(ReportingInterval interval, int firstMonth) {

  /** Days after the month's end on which a bordereau is due, where the section does not say. */
  public static final int DEFAULT_DUE_DAYS = 15;

  /** The calendar of a section by its interval and its first day. */
  public static ReportingCalendar of(ReportingInterval interval, LocalDate periodFrom) {
    return new ReportingCalendar(interval, MonthIndex.of(periodFrom));
  }

  /** The period that a month belongs to. */
  public int periodOf(int month) {
    return Math.floorDiv(month - firstMonth, interval.months());
  }

  /** The first month of a period. */
  public int firstMonthOf(int period) {
    return firstMonth + period * interval.months();
  }

  /** The last month of a period, which names it. */
  public int lastMonthOf(int period) {
    return firstMonthOf(period) + interval.months() - 1;
  }

  /** The day on which the bordereau of a period falls due: its last day plus the due days. */
  public LocalDate dueDate(int period, @Nullable Integer dueDays) {
    return monthDueDate(lastMonthOf(period), dueDays == null ? DEFAULT_DUE_DAYS : dueDays);
  }

  /**
   * The day on which the bordereau of a month falls due: the month's last day plus the due days.
   */
  public static LocalDate monthDueDate(int month, int dueDays) {
    return MonthIndex.lastDay(month).plusDays(dueDays);
  }
}
