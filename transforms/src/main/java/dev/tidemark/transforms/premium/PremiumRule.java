// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

import org.jspecify.annotations.Nullable;

/** What a premium row's own columns say about its quality, before any look-up. */
public final class PremiumRule {
  private PremiumRule() {}

  /**
   * Whether the row has an amount to derive from. A NIL row needs none: it says that there was no
   * premium, and counts as 0.00.
   */
  public static boolean hasAmount(@Nullable TransactionType type, @Nullable Object grossPremium) {
    return grossPremium != null || type == TransactionType.NIL;
  }

  /**
   * The flags TYPE_UNKNOWN, NEGATIVE_NEW and COMMISSION_MISSING.
   *
   * @param type the canonical type, null when unknown
   * @param gross premium as sent, in pence; 0 where none was sent
   * @param commissionPct as sent
   */
  public static int flags(
      @Nullable TransactionType type, long gross, @Nullable Object commissionPct) {
    int flags = DqFlag.NONE;
    if (type == null) {
      flags |= DqFlag.TYPE_UNKNOWN.bit();
    }
    if (gross < 0 && (type == TransactionType.NEW || type == TransactionType.RENEWAL)) {
      flags |= DqFlag.NEGATIVE_NEW.bit();
    }
    if (commissionPct == null) {
      flags |= DqFlag.COMMISSION_MISSING.bit();
    }
    return flags;
  }
}
