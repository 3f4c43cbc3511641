// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.util.Arrays;

/**
 * Rows grouped by exact key. Groups come in the order of their first row, rows of a group in input
 * order.
 */
public final class KeyGroups {

  private final long[] refs;
  private final int[] starts;

  private KeyGroups(long[] refs, int[] starts) {
    this.refs = refs;
    this.starts = starts;
  }

  /** Groups the rows by key; two passes and no sort. */
  public static KeyGroups of(RowBlocks rows, RowKey key) {
    int n = rows.rowCount();
    int capacity = KeyIndex.capacityFor(n);
    int mask = capacity - 1;
    int[] slots = new int[capacity];
    Arrays.fill(slots, -1);
    long[] hashes = new long[n];
    int[] groupOf = new int[n];
    int[] firstRow = new int[n];
    int[] sizes = new int[n];
    int groups = 0;
    RowView row = new RowView(key.layout());
    RowView first = new RowView(key.layout());
    for (int r = 0; r < n; r++) {
      row.at(rows, rows.ref(r));
      long hash = key.hash(row);
      int slot = (int) hash & mask;
      int group = -1;
      for (; slots[slot] >= 0; slot = (slot + 1) & mask) {
        int g = slots[slot];
        if (hashes[g] == hash && key.same(first.at(rows, rows.ref(firstRow[g])), row)) {
          group = g;
          break;
        }
      }
      if (group < 0) {
        group = groups++;
        slots[slot] = group;
        hashes[group] = hash;
        firstRow[group] = r;
      }
      groupOf[r] = group;
      sizes[group]++;
    }
    int[] starts = new int[groups + 1];
    for (int g = 0; g < groups; g++) {
      starts[g + 1] = starts[g] + sizes[g];
    }
    int[] next = Arrays.copyOf(starts, groups);
    long[] grouped = new long[n];
    for (int r = 0; r < n; r++) {
      grouped[next[groupOf[r]]++] = rows.ref(r);
    }
    return new KeyGroups(grouped, starts);
  }

  /** The number of distinct keys. */
  public int groupCount() {
    return starts.length - 1;
  }

  /** The number of rows with the key of a group. */
  public int groupSize(int group) {
    return starts[group + 1] - starts[group];
  }

  /** The reference of a row of a group. */
  public long ref(int group, int index) {
    return refs[starts[group] + index];
  }

  /**
   * The references of the rows of a group, sorted by an order; the group itself is left as it is.
   */
  public long[] sorted(int group, RowBlocks rows, RowOrder order) {
    long[] sorted = Arrays.copyOfRange(refs, starts[group], starts[group + 1]);
    order.sort(rows, sorted);
    return sorted;
  }
}
