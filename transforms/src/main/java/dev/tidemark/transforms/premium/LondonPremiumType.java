// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

import org.jspecify.annotations.Nullable;

/** The London market's three kinds of premium entry: original, additional and return premium. */
public enum LondonPremiumType {
  OP,
  AP,
  RP;

  /**
   * OP for NEW and RENEWAL; RP for a row that counts negative; AP for every other, nil included.
   */
  public static LondonPremiumType of(@Nullable TransactionType type, long grossPremiumSigned) {
    if (type == TransactionType.NEW || type == TransactionType.RENEWAL) {
      return OP;
    }
    return grossPremiumSigned < 0 ? RP : AP;
  }
}
