// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.util.Arrays;

/** Grows a block of packed rows. */
public final class BlockBuilder {

  /**
   * The size at which a block is sent on: large enough to make per-element costs vanish, small
   * enough to spread.
   */
  public static final int TARGET_BYTES = 256 * 1024;

  /** Room for a full block and the rest of its last row; collectors treat larger arrays apart. */
  private static final int LAST_STEP = TARGET_BYTES + TARGET_BYTES / 8;

  private byte[] bytes = new byte[4096];
  private int size;

  /** The bytes so far. */
  public int size() {
    return size;
  }

  /** Whether there is no row yet. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** Whether the block has grown to {@link #TARGET_BYTES}. */
  public boolean isFull() {
    return size >= TARGET_BYTES;
  }

  /** Appends packed rows. */
  public void append(byte[] rows, int offset, int length) {
    int needed = Math.addExact(size, length);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, capacityFor(needed));
    }
    System.arraycopy(rows, offset, bytes, size, length);
    size = needed;
  }

  /** Twice as much, but for the last step: a full block is little larger than it has to be. */
  private int capacityFor(int needed) {
    if (needed <= LAST_STEP && bytes.length * 2 > LAST_STEP) {
      return LAST_STEP;
    }
    return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, bytes.length * 2L));
  }

  /** Appends the row that a view is on. */
  public void append(RowView row) {
    append(row.block(), row.offset(), row.length());
  }

  /** Gives the block and starts an empty one. */
  public byte[] take() {
    byte[] block = Arrays.copyOf(bytes, size);
    size = 0;
    return block;
  }
}
