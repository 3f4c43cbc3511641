// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

/** What a transaction type does to the sign of premium, tax and fee. */
public enum SignRule {
  /** The amount without its sign: what was sent as −100.00 counts as 100.00. */
  PLUS_ABS,
  /** The amount against the insurer: what was sent as 100.00 counts as −100.00. */
  MINUS_ABS,
  /** The amount as it was sent. */
  AS_SENT,
  /** Nothing, whatever was sent. */
  ZERO;

  /** The signed amount, in the unit of the given one. */
  public long signed(long amount) {
    return switch (this) {
      case PLUS_ABS -> Math.abs(amount);
      case MINUS_ABS -> -Math.abs(amount);
      case AS_SENT -> amount;
      case ZERO -> 0;
    };
  }
}
