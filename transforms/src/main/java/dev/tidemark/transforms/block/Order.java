// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.io.Serializable;
import java.util.Objects;

/** One column of an order. NULL sorts last, ascending and descending. */
public final class Order implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String column;
  private final boolean descending;

  private Order(String column, boolean descending) {
    this.column = column;
    this.descending = descending;
  }

  /** Smallest first. */
  public static Order asc(String column) {
    return new Order(column, false);
  }

  /** Largest first. */
  public static Order desc(String column) {
    return new Order(column, true);
  }

  /** The column. */
  public String column() {
    return column;
  }

  /** Whether the largest comes first. */
  public boolean isDescending() {
    return descending;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Order
        && ((Order) other).column.equals(column)
        && ((Order) other).descending == descending;
  }

  @Override
  public int hashCode() {
    return Objects.hash(column, descending);
  }

  @Override
  public String toString() {
    return column + (descending ? " desc" : " asc");
  }
}
