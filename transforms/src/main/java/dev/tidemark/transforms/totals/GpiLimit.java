// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * A section's limit of gross premium income, in sterling: the contract's limit times the rate of
 * its currency, rounded to pence once, then compared.
 *
 * @param limitGbp null where there is no limit that could be compared
 * @param notifiablePct the share of the limit that must be notified
 * @param flag why a limit that was given cannot be used; null where nothing is wrong
 */
public record GpiLimit(
    @Nullable BigDecimal limitGbp, BigDecimal notifiablePct, @Nullable Flag flag) {

  /** The share of a limit that must be notified where the section does not say. */
  public static final BigDecimal DEFAULT_NOTIFIABLE_PCT = BigDecimal.valueOf(80);

  /** Why a limit cannot be used. The names are the values of limit_flag. */
  public enum Flag {
    LIMIT_RATE_MISSING,
    LIMIT_INVALID
  }

  /**
   * The limit in sterling. Null or zero is no limit and needs no rate; a negative one is
   * LIMIT_INVALID, whatever its rate; without a rate it is LIMIT_RATE_MISSING.
   *
   * @param rateToGbp of the limit's currency in the month of the section's period_from; 1 for GBP
   */
  public static GpiLimit of(
      @Nullable BigDecimal limit,
      @Nullable BigDecimal notifiablePct,
      @Nullable BigDecimal rateToGbp) {
    BigDecimal pct = notifiablePct == null ? DEFAULT_NOTIFIABLE_PCT : notifiablePct;
    if (limit == null) {
      return new GpiLimit(null, pct, null);
    }
    if (limit.signum() < 0) {
      return new GpiLimit(null, pct, Flag.LIMIT_INVALID);
    }
    if (limit.signum() == 0) {
      return new GpiLimit(BigDecimal.ZERO.setScale(2), pct, null);
    }
    if (rateToGbp == null) {
      return new GpiLimit(null, pct, Flag.LIMIT_RATE_MISSING);
    }
    BigDecimal gbp = limit.multiply(rateToGbp).setScale(2, RoundingMode.HALF_UP);
    if (gbp.precision() > 18) {
      throw new ArithmeticException(
          "gpi_limit_gbp: " + gbp.toPlainString() + " does not fit DECIMAL(18,2)");
    }
    return new GpiLimit(gbp, pct, null);
  }
}
