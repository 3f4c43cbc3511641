// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * A sum that widens to DECIMAL(38, scale) or fails by name; it never wraps.
 *
 * <p>It counts in a {@code long} as long as that holds, which is nearly always.
 */
public final class WideTotal {
  private static final int PRECISION = 38;

  private final String column;
  private final int scale;
  private BigInteger spilled = BigInteger.ZERO;
  private long near;

  /** A total of 0 for a column of this scale. */
  public WideTotal(String column, int scale) {
    this.column = column;
    this.scale = scale;
  }

  /** Back to 0. */
  public void clear() {
    spilled = BigInteger.ZERO;
    near = 0;
  }

  /** Adds an unscaled amount of the total's scale. */
  public void add(long unscaled) {
    long sum = near + unscaled;
    // both operands have the sign that the sum has not: it wrapped
    if (((near ^ sum) & (unscaled ^ sum)) < 0) {
      spilled = spilled.add(BigInteger.valueOf(near));
      sum = unscaled;
    }
    near = sum;
  }

  /** Adds an amount, which must not have more places than the total's scale. */
  public void add(BigDecimal amount) {
    BigDecimal exact;
    try {
      exact = amount.setScale(scale, RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      throw new ArithmeticException(
          column + ": " + amount.toPlainString() + " has more than " + scale + " decimal places");
    }
    spilled = spilled.add(exact.unscaledValue());
  }

  /** Adds a decimal column of the total's scale; null counts 0. */
  void add(RowView row, int decimal) {
    if (row.isNull(decimal)) {
      return;
    }
    if (row.layout().type(decimal) == ColumnType.DECIMAL) {
      add(row.getLong(decimal));
    } else {
      add(row.getDecimal(decimal));
    }
  }

  /** Takes away what {@link #add(RowView, int)} adds. */
  void subtract(RowView row, int decimal) {
    if (row.isNull(decimal)) {
      return;
    }
    if (row.layout().type(decimal) == ColumnType.DECIMAL) {
      add(-row.getLong(decimal));
    } else {
      add(row.getDecimal(decimal).negate());
    }
  }

  /** The total so far, at the total's scale. */
  public BigDecimal value() {
    if (spilled.signum() == 0) {
      return BigDecimal.valueOf(near, scale);
    }
    return checked(column, new BigDecimal(spilled.add(BigInteger.valueOf(near)), scale));
  }

  /** The place of a decimal column that a transform is to sum; another type is refused. */
  static int summed(String transform, RowLayout layout, String column) {
    int summed = layout.column(column);
    ColumnType type = layout.type(summed);
    if (type != ColumnType.DECIMAL && type != ColumnType.BIG_DECIMAL) {
      throw new IllegalArgumentException(
          transform
              + " sums decimals, but column "
              + column
              + " is "
              + type
              + "; make it a DECIMAL first.");
    }
    return summed;
  }

  static BigDecimal checked(String column, BigDecimal total) {
    if (total.precision() > PRECISION) {
      throw new ArithmeticException(
          column
              + ": "
              + total.toPlainString()
              + " does not fit DECIMAL(38,"
              + total.scale()
              + ")");
    }
    return total;
  }
}
