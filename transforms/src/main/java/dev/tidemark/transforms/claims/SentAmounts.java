// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.claims;

import org.jspecify.annotations.Nullable;

/**
 * The amounts of one position as they were sent, in pence of its original currency; {@link #NONE}
 * where none was sent.
 */
public record SentAmounts(
    long paidThisMonth,
    long previouslyPaid,
    long paidToDate,
    long outstanding,
    long recoveriesToDate) {

  /** Stands for "no amount". */
  public static final long NONE = Long.MIN_VALUE;

  /**
   * Whether there is a paid figure to derive from. What was paid before says nothing about this
   * month, so it is none.
   */
  public static boolean hasPaid(@Nullable Object paidToDate, @Nullable Object paidThisMonth) {
    return paidToDate != null || paidThisMonth != null;
  }

  /**
   * coalesce(PaidToDate, PreviouslyPaid + PaidThisMonth, PaidThisMonth) of a position that {@link
   * #hasPaid}. The sum is exact, and may have a digit more than DECIMAL(18,2).
   */
  public long derivedPaidToDate() {
    if (paidToDate != NONE) {
      return paidToDate;
    }
    if (paidThisMonth == NONE) {
      throw new IllegalArgumentException("the position has no paid figure");
    }
    return previouslyPaid == NONE ? paidThisMonth : previouslyPaid + paidThisMonth;
  }
}
