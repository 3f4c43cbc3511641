// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.time.LocalDate;

/** The days that every source and every reader of the lake agree on. */
final class Calendar {
  static final String RULE = "only years 1 to 9999 can be landed";

  private static final LocalDate FIRST = LocalDate.of(1, 1, 1);
  private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

  private Calendar() {}

  static boolean contains(LocalDate date) {
    return !date.isBefore(FIRST) && !date.isAfter(LAST);
  }
}
