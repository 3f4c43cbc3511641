// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * A block of source ids that travels with blocks of rows: it tells a bucket which source rows came
 * in this run, so that a row whose section was corrected leaves its old bucket and a mended row
 * leaves quarantine.
 *
 * <p>It begins with −1 where a block of rows has the length of its first row.
 */
final class SourceIds {

  private static final int MARKER = -1;

  private long[] ids = new long[64];
  private int size;

  void add(long id) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, size * 2);
    }
    ids[size++] = id;
  }

  boolean isEmpty() {
    return size == 0;
  }

  byte[] toBlock() {
    ByteBuffer block =
        ByteBuffer.allocate(Integer.BYTES + size * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    block.putInt(MARKER);
    for (int i = 0; i < size; i++) {
      block.putLong(ids[i]);
    }
    return block.array();
  }

  static boolean isIn(byte[] block) {
    return block.length >= Integer.BYTES
        && ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).getInt() == MARKER;
  }

  /** The number of ids in a block. */
  static int count(byte[] block) {
    return (block.length - Integer.BYTES) / Long.BYTES;
  }

  static void forEach(byte[] block, LongConsumer action) {
    ByteBuffer ids = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    ids.getInt();
    while (ids.hasRemaining()) {
      action.accept(ids.getLong());
    }
  }
}
