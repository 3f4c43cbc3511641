// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.util.Arrays;
import java.util.List;

/**
 * Compares packed rows by columns. NULL sorts last; rows that tie on every column are settled by
 * their bytes.
 */
public final class RowOrder {

  /** Ranges shorter than this are sorted by insertion, in place. */
  private static final int INSERTION = 12;

  private final RowLayout layout;
  private final int[] columns;
  private final boolean[] descending;

  private RowOrder(RowLayout layout, int[] columns, boolean[] descending) {
    this.layout = layout;
    this.columns = columns;
    this.descending = descending;
  }

  /** An order by columns, the first deciding first. */
  public static RowOrder by(RowLayout layout, List<Order> orders) {
    boolean[] descending = new boolean[orders.size()];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = orders.get(i).isDescending();
    }
    return new RowOrder(
        layout, orders.stream().mapToInt(o -> layout.column(o.column())).toArray(), descending);
  }

  /** An order by columns, the first deciding first. */
  public static RowOrder by(RowLayout layout, Order... orders) {
    return by(layout, List.of(orders));
  }

  /** Compares by the columns alone: 0 is a tie. */
  public int compareColumns(RowView a, RowView b) {
    for (int i = 0; i < columns.length; i++) {
      int c = columns[i];
      boolean aNull = a.isNull(c);
      boolean bNull = b.isNull(c);
      if (aNull || bNull) {
        if (aNull != bNull) {
          return aNull ? 1 : -1;
        }
        continue;
      }
      int order = a.compareValue(c, b);
      if (order != 0) {
        return descending[i] ? -order : order;
      }
    }
    return 0;
  }

  /**
   * Compares by the columns, then by the bytes of the rows, so that only identical rows are equal.
   */
  public int compare(RowView a, RowView b) {
    int order = compareColumns(a, b);
    return order != 0
        ? order
        : Arrays.compareUnsigned(
            a.block(),
            a.offset(),
            a.offset() + a.length(),
            b.block(),
            b.offset(),
            b.offset() + b.length());
  }

  /** Sorts references to rows. */
  public void sort(RowBlocks rows, long[] refs) {
    sort(rows, refs, 0, refs.length);
  }

  /**
   * Sorts a range of references to rows; stable. The cost is that of the range, not of the array.
   */
  public void sort(RowBlocks rows, long[] refs, int from, int to) {
    if (to - from < 2) {
      return;
    }
    RowView a = new RowView(layout);
    RowView b = new RowView(layout);
    if (to - from < INSERTION) {
      insertionSort(rows, refs, from, to, a, b);
      return;
    }
    long[] range = Arrays.copyOfRange(refs, from, to);
    mergeSort(rows, range, range.clone(), 0, range.length, a, b);
    System.arraycopy(range, 0, refs, from, range.length);
  }

  private void insertionSort(RowBlocks rows, long[] refs, int from, int to, RowView a, RowView b) {
    for (int i = from + 1; i < to; i++) {
      long ref = refs[i];
      a.at(rows, ref);
      int j = i - 1;
      while (j >= from && compare(b.at(rows, refs[j]), a) > 0) {
        refs[j + 1] = refs[j];
        j--;
      }
      refs[j + 1] = ref;
    }
  }

  /** Sorts a range of {@code refs}; {@code work} holds the same references. */
  private void mergeSort(
      RowBlocks rows, long[] refs, long[] work, int from, int to, RowView a, RowView b) {
    if (to - from < INSERTION) {
      insertionSort(rows, refs, from, to, a, b);
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(rows, work, refs, from, middle, a, b);
    mergeSort(rows, work, refs, middle, to, a, b);
    int left = from;
    int right = middle;
    for (int i = from; i < to; i++) {
      if (right >= to
          || left < middle && compare(a.at(rows, work[left]), b.at(rows, work[right])) <= 0) {
        refs[i] = work[left++];
      } else {
        refs[i] = work[right++];
      }
    }
  }
}
