// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Exact money on unscaled numbers: an amount DECIMAL(18,2) is its pence in a {@code long}, a
 * percentage DECIMAL(9,4) its ten-thousandths, a rate DECIMAL(18,8) its hundred-millionths.
 *
 * <p>Every product is taken whole and rounded once, HALF_UP (away from zero). A result outside
 * DECIMAL(18,2) is an {@link ArithmeticException} that names its column. Whole numbers have no
 * negative zero.
 */
public final class Money {
  /** The largest amount of DECIMAL(18,2), in pence. */
  public static final long MAX = 999_999_999_999_999_999L;

  /** The rate 1, in hundred-millionths. */
  public static final long RATE_ONE = 100_000_000L;

  // pence × ten-thousandths of a percent: 10^4 for the percentage's scale, 10^2 for "per cent"
  private static final long PERCENT_DIVISOR = 1_000_000L;

  private Money() {}

  /** round(amount × percentage / 100, 2). */
  public static long percentOf(String column, long amount, long percentage) {
    return multiply(column, amount, percentage, PERCENT_DIVISOR);
  }

  /** round(amount × rate, 2). */
  public static long convert(String column, long amount, long rate) {
    return multiply(column, amount, rate, RATE_ONE);
  }

  /** a − b. */
  public static long minus(String column, long a, long b) {
    return checked(column, a - b);
  }

  /** a + b. */
  public static long plus(String column, long a, long b) {
    return checked(column, a + b);
  }

  /** The amount as a decimal of scale 2. */
  public static BigDecimal toDecimal(long amount) {
    return BigDecimal.valueOf(amount, 2);
  }

  /** The pence of a decimal, which must have no more than two places and fit DECIMAL(18,2). */
  public static long ofDecimal(String column, BigDecimal amount) {
    return checked(column, unscaled(column, amount, 2));
  }

  /** The hundred-millionths of a rate, which must have no more than eight places. */
  public static long ofRate(String column, BigDecimal rate) {
    return unscaled(column, rate, 8);
  }

  /** The ten-thousandths of a percentage, which must have no more than four places. */
  public static long ofPercentage(String column, BigDecimal percentage) {
    return unscaled(column, percentage, 4);
  }

  private static long multiply(String column, long a, long b, long divisor) {
    long low = a * b;
    if (Math.multiplyHigh(a, b) == low >> 63) {
      long quotient = low / divisor;
      // |remainder| < divisor ≤ 10^8, so doubling it cannot overflow
      if (Math.abs(low % divisor) * 2 >= divisor) {
        quotient += low < 0 ? -1 : 1;
      }
      return checked(column, quotient);
    }
    BigInteger rounded =
        new BigDecimal(BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)))
            .divide(BigDecimal.valueOf(divisor), 0, RoundingMode.HALF_UP)
            .toBigIntegerExact();
    if (rounded.bitLength() > 63) {
      throw overflow(column, new BigDecimal(rounded, 2));
    }
    return checked(column, rounded.longValueExact());
  }

  /** The amount, which must fit DECIMAL(18,2). */
  public static long checked(String column, long amount) {
    if (amount > MAX || amount < -MAX) {
      throw overflow(column, toDecimal(amount));
    }
    return amount;
  }

  private static long unscaled(String column, BigDecimal value, int scale) {
    BigInteger unscaled;
    try {
      unscaled = value.setScale(scale, RoundingMode.UNNECESSARY).unscaledValue();
    } catch (ArithmeticException e) {
      throw new ArithmeticException(
          column + ": " + value.toPlainString() + " has more than " + scale + " decimal places");
    }
    if (unscaled.bitLength() > 63) {
      throw new ArithmeticException(column + ": " + value.toPlainString() + " is too large");
    }
    return unscaled.longValueExact();
  }

  private static ArithmeticException overflow(String column, BigDecimal amount) {
    return new ArithmeticException(
        column + ": " + amount.toPlainString() + " does not fit DECIMAL(18,2)");
  }
}
