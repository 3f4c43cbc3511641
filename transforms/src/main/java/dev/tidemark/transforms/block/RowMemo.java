// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * What was made of rows, by their key: made once, of the first row with a key, and given to all
 * others. Keys are compared as they are packed. It holds the keys, and no rows; it belongs to one
 * thread.
 *
 * @param <T> what is made; it must depend on the key alone
 */
public final class RowMemo<T> {

  private static final int FREE = -1;

  private final RowKey key;
  private final Function<RowView, T> make;
  private final List<T> made = new ArrayList<>();
  private final RowWriter writer;
  private final BlockBuilder builder = new BlockBuilder();
  private final RowView known;
  private byte[][] keys = new byte[16][];
  private long[] hashes = new long[16];
  private int[] slots = freeSlots(64);

  /** Nothing made yet. */
  public RowMemo(RowKey key, Function<RowView, T> make) {
    this.key = key;
    this.make = make;
    writer = new RowWriter(key.layout());
    known = new RowView(key.layout());
  }

  /** What is made of the key of a row. */
  public T of(RowView row) {
    long hash = key.hash(row);
    int slot = (int) hash & (slots.length - 1);
    for (; slots[slot] != FREE; slot = (slot + 1) & (slots.length - 1)) {
      int number = slots[slot];
      if (hashes[number] == hash && key.same(known.at(keys[number], 0), row)) {
        return made.get(number);
      }
    }
    T fresh = make.apply(row);
    add(row, hash, slot);
    made.add(fresh);
    return fresh;
  }

  private void add(RowView row, long hash, int slot) {
    int number = made.size();
    if (number == keys.length) {
      keys = Arrays.copyOf(keys, number * 2);
      hashes = Arrays.copyOf(hashes, number * 2);
    }
    writer.clear();
    key.copy(row, writer);
    writer.appendTo(builder);
    keys[number] = builder.take();
    hashes[number] = hash;
    slots[slot] = number;
    if ((number + 1) * 4 > slots.length) {
      slots = grown(number + 1);
    }
  }

  private int[] grown(int count) {
    int[] grown = freeSlots(slots.length * 2);
    for (int number = 0; number < count; number++) {
      int slot = (int) hashes[number] & (grown.length - 1);
      while (grown[slot] != FREE) {
        slot = (slot + 1) & (grown.length - 1);
      }
      grown[slot] = number;
    }
    return grown;
  }

  private static int[] freeSlots(int count) {
    int[] slots = new int[count];
    Arrays.fill(slots, FREE);
    return slots;
  }
}
