// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.util.Arrays;

/**
 * Numbers distinct ids from 0, in the order in which they are first added: a hash table of
 * primitive arrays, 14 to 28 bytes per id. What is known of an id stands in arrays beside it, by
 * its number.
 */
final class IdIndex {

  private static final int FIRST_CAPACITY = 1 << 6;

  private long[] ids = new long[FIRST_CAPACITY / 2];

  /** The number of the id, from 1; 0 where the slot is free. */
  private int[] slots = new int[FIRST_CAPACITY];

  private int size;

  /** The number of an id, which is added if it is new. */
  int add(long id) {
    int slot = slot(id);
    if (slots[slot] == 0) {
      if (size == ids.length) {
        grow();
        slot = slot(id);
      }
      ids[size] = id;
      slots[slot] = ++size;
    }
    return slots[slot] - 1;
  }

  /** The number of an id, −1 if it was never added. */
  int find(long id) {
    return slots[slot(id)] - 1;
  }

  /** The number of distinct ids. */
  int size() {
    return size;
  }

  /** The id with a number. */
  long id(int number) {
    return ids[number];
  }

  private int slot(long id) {
    int mask = slots.length - 1;
    int slot = (int) ((id * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (slots[slot] != 0 && ids[slots[slot] - 1] != id) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  /** At most half of the slots are taken. */
  private void grow() {
    ids = Arrays.copyOf(ids, Math.multiplyExact(ids.length, 2));
    slots = new int[ids.length * 2];
    for (int number = 0; number < size; number++) {
      slots[slot(ids[number])] = number + 1;
    }
  }
}
