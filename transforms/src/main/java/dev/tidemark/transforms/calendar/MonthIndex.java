// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.calendar;

import java.time.LocalDate;

/**
 * A month as one whole number, year × 12 + month − 1, so that "the next month" is plus one and
 * lengths of months never matter. January 2024 is 24288.
 */
public final class MonthIndex {
  private MonthIndex() {}

  /** The month that a date lies in. */
  public static int of(LocalDate date) {
    return date.getYear() * 12 + date.getMonthValue() - 1;
  }

  /** The month that a day lies in, the day counted from 1970-01-01. */
  public static int ofEpochDay(long epochDay) {
    return of(LocalDate.ofEpochDay(epochDay));
  }

  /** The first day of a month. */
  public static LocalDate firstDay(int month) {
    return LocalDate.of(Math.floorDiv(month, 12), Math.floorMod(month, 12) + 1, 1);
  }

  /** The last day of a month. */
  public static LocalDate lastDay(int month) {
    return firstDay(month + 1).minusDays(1);
  }

  /** The first day of the month that a date lies in. */
  public static LocalDate firstDay(LocalDate date) {
    return date.withDayOfMonth(1);
  }
}
