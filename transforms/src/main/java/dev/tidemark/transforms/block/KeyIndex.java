// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.util.Arrays;

/**
 * Finds rows by key: an exact open-addressing hash index over blocks. Of rows with one key it keeps
 * the first.
 */
public final class KeyIndex {

  private final RowBlocks rows;
  private final RowKey key;
  private final RowView candidate;
  private final long[] hashes;
  private final int[] slots;
  private final int mask;
  private int firstRepeated = -1;

  private KeyIndex(RowBlocks rows, RowKey key) {
    this.rows = rows;
    this.key = key;
    candidate = new RowView(key.layout());
    int capacity = capacityFor(rows.rowCount());
    mask = capacity - 1;
    slots = new int[capacity];
    Arrays.fill(slots, -1);
    hashes = new long[rows.rowCount()];
    RowView row = new RowView(key.layout());
    for (int r = 0; r < hashes.length; r++) {
      row.at(rows, rows.ref(r));
      hashes[r] = key.hash(row);
      int slot = slotOf(row, hashes[r]);
      if (slots[slot] < 0) {
        slots[slot] = r;
      } else if (firstRepeated < 0) {
        firstRepeated = r;
      }
    }
  }

  /** An index of the rows. */
  public static KeyIndex of(RowBlocks rows, RowKey key) {
    return new KeyIndex(rows, key);
  }

  /** The number of the row with the key of {@code probe}, counted from 0, or −1. */
  public int find(RowView probe) {
    return slots[slotOf(probe, key.hash(probe))];
  }

  /** The number of the first row whose key an earlier row has, or −1: the keys are distinct. */
  public int firstRepeated() {
    return firstRepeated;
  }

  private int slotOf(RowView probe, long hash) {
    int slot = (int) hash & mask;
    for (; slots[slot] >= 0; slot = (slot + 1) & mask) {
      int r = slots[slot];
      if (hashes[r] == hash && key.same(candidate.at(rows, rows.ref(r)), probe)) {
        break;
      }
    }
    return slot;
  }

  /** A power of two at least twice the rows. */
  static int capacityFor(int rows) {
    return Integer.highestOneBit(Math.max(16, Math.min(rows, 1 << 29) * 2 - 1)) << 1;
  }
}
