// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

import org.jspecify.annotations.Nullable;

/**
 * Which currency and which rate to sterling a row uses.
 *
 * <table>
 * <caption>The first line that holds decides</caption>
 * <tr><td>no currency sent, none in the section</td><td>no currency, no rate, CURRENCY_MISSING</td></tr>
 * <tr><td>no currency sent</td><td>the section's, CURRENCY_DEFAULTED, and on with it</td></tr>
 * <tr><td>GBP</td><td>1; RATE_ON_GBP when a rate other than 1 was sent</td></tr>
 * <tr><td>settled in GBP or unsaid (as a claim is), own rate above 0</td><td>the row's rate</td></tr>
 * <tr><td>a rate of the currency for the bordereau month</td><td>that rate</td></tr>
 * <tr><td>else</td><td>no rate, RATE_MISSING</td></tr>
 * </table>
 *
 * <p>Rates are unscaled DECIMAL(18,8). A rate of the table that is not above 0 counts as none.
 */
public final class RateRule {
  /** Stands for "no rate". */
  public static final long NO_RATE = Long.MIN_VALUE;

  private static final String STERLING = "GBP";

  private RateRule() {}

  /** Monthly rates to sterling, multiplied with the foreign amount. */
  @FunctionalInterface
  public interface ExchangeRates {
    /** The rate of a currency for a month (see {@code MonthIndex}), or {@link #NO_RATE}. */
    long rateToGbp(String currency, int month);
  }

  /**
   * The currency used (null: none), its rate to sterling or {@link #NO_RATE}, and what was noticed.
   */
  public record Decision(@Nullable String currency, long rateToGbp, int flags) {
    /** Whether the row has sterling amounts. */
    public boolean hasRate() {
      return rateToGbp != NO_RATE;
    }
  }

  /**
   * The decision for one row. Currencies are trimmed, null where blank.
   *
   * @param original the currency that was sent
   * @param ofSection the currency of the row's section
   * @param settlement the currency that the row's own rate leads to; null for a table that has none
   * @param rowRate the row's own rate, or {@link #NO_RATE}
   * @param month the bordereau month
   * @param rates looked up only when the row's own rate does not serve
   */
  public static Decision decide(
      @Nullable String original,
      @Nullable String ofSection,
      @Nullable String settlement,
      long rowRate,
      int month,
      ExchangeRates rates) {
    String currency = original == null ? ofSection : original;
    if (currency == null) {
      return new Decision(null, NO_RATE, DqFlag.CURRENCY_MISSING.bit());
    }
    int flags = original == null ? DqFlag.CURRENCY_DEFAULTED.bit() : DqFlag.NONE;
    if (currency.equals(STERLING)) {
      boolean odd = rowRate != NO_RATE && rowRate != Money.RATE_ONE;
      return new Decision(currency, Money.RATE_ONE, odd ? flags | DqFlag.RATE_ON_GBP.bit() : flags);
    }
    // NO_RATE is below zero, so it does not pass for a rate here
    if (rowRate > 0 && (settlement == null || settlement.equals(STERLING))) {
      return new Decision(currency, rowRate, flags);
    }
    long monthly = rates.rateToGbp(currency, month);
    return monthly > 0
        ? new Decision(currency, monthly, flags)
        : new Decision(currency, NO_RATE, flags | DqFlag.RATE_MISSING.bit());
  }
}
