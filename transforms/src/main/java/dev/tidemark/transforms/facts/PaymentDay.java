// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;

/** The day that a claim's movement counts on. */
final class PaymentDay {

  private PaymentDay() {}

  /** The epoch day of a position's payment date, else of the last day of its month. */
  static int of(RowView position, int paymentDate, int month) {
    return position.isNull(paymentDate)
        ? Math.toIntExact(
            MonthIndex.lastDay(MonthIndex.ofEpochDay(position.getInt(month))).toEpochDay())
        : position.getInt(paymentDate);
  }
}
