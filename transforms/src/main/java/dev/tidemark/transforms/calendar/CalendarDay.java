// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.calendar;

import java.time.DayOfWeek;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The days of {@code dim_date}: 1990 to 2049, each under its number yyyymmdd, and 0 for a day that
 * is not known, or not among them.
 */
public final class CalendarDay {

  /** The first day. */
  public static final LocalDate FIRST = LocalDate.of(1990, 1, 1);

  /** The last day. */
  public static final LocalDate LAST = LocalDate.of(2049, 12, 31);

  /** The key of no day. */
  public static final int UNKNOWN = 0;

  private CalendarDay() {}

  /** The key of a day. */
  public static int key(LocalDate day) {
    return day.isBefore(FIRST) || day.isAfter(LAST)
        ? UNKNOWN
        : (day.getYear() * 100 + day.getMonthValue()) * 100 + day.getDayOfMonth();
  }

  /** Whether a number is the key of a day, or of none. */
  public static boolean isKey(int number) {
    int year = number / 10_000;
    int month = number / 100 % 100;
    int day = number % 100;
    return number == UNKNOWN
        || year >= FIRST.getYear()
            && year <= LAST.getYear()
            && month >= 1
            && month <= 12
            && day >= 1
            && day <= LocalDate.of(year, month, 1).lengthOfMonth();
  }

  /** Which working day of its month a day is, Monday to Friday counted from 1; null at weekends. */
  public static @Nullable Integer workingDayInMonth(LocalDate day) {
    if (!isWorkingDay(day)) {
      return null;
    }
    int ordinal = 0;
    for (LocalDate d = day.withDayOfMonth(1); !d.isAfter(day); d = d.plusDays(1)) {
      ordinal += isWorkingDay(d) ? 1 : 0;
    }
    return ordinal;
  }

  private static boolean isWorkingDay(LocalDate day) {
    return day.getDayOfWeek().compareTo(DayOfWeek.FRIDAY) <= 0;
  }
}
