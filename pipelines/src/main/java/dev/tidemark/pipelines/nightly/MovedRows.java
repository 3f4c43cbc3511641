// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * What one place is told of source rows that have images elsewhere too: which of its images have to
 * give way, and how the landed ones count. It knows nothing of all other rows.
 *
 * <p>It travels with blocks of rows, as a block that begins with −1, where a block of rows has the
 * length of its first row.
 */
final class MovedRows {

  /** The latest image lies elsewhere: none of the row's images stays here. */
  static final int ELSEWHERE = 1;

  /** An image of the row is stored here. */
  static final int STORED = 2;

  /** The row is counted at another place, which got the latest of its landed images. */
  static final int COUNTED_ELSEWHERE = 4;

  /** Silver has an image of the row, here or elsewhere: it is no new row. */
  static final int IN_SILVER = 8;

  private static final int MARKER = -1;
  private static final int BYTES = Long.BYTES + 1;

  private final IdIndex ids = new IdIndex();
  private byte[] told = new byte[8];

  /** Adds to what is told of a row: one or more of the constants above. */
  void add(long id, int what) {
    int number = ids.add(id);
    if (number >= told.length) {
      told = Arrays.copyOf(told, told.length * 2);
    }
    told[number] |= (byte) what;
  }

  boolean isEmpty() {
    return ids.size() == 0;
  }

  /** Whether the images of a row have to give way to one elsewhere. */
  boolean isElsewhere(long id) {
    return is(id, ELSEWHERE);
  }

  /** Whether a landed row counts here; each counts at one place. */
  boolean countsHere(long id) {
    return !is(id, COUNTED_ELSEWHERE);
  }

  /** Whether silver had an image of the row before this run, and it has moved. */
  boolean wasInSilver(long id) {
    return is(id, IN_SILVER);
  }

  private boolean is(long id, int what) {
    int number = ids.find(id);
    return number >= 0 && (told[number] & what) != 0;
  }

  /** Hands on the ids of the stored rows that leave this place. */
  void forEachLeaving(LongConsumer id) {
    for (int number = 0; number < ids.size(); number++) {
      if ((told[number] & (ELSEWHERE | STORED)) == (ELSEWHERE | STORED)) {
        id.accept(ids.id(number));
      }
    }
  }

  byte[] toBlock() {
    ByteBuffer block =
        ByteBuffer.allocate(Integer.BYTES + ids.size() * BYTES).order(ByteOrder.LITTLE_ENDIAN);
    block.putInt(MARKER);
    for (int number = 0; number < ids.size(); number++) {
      block.putLong(ids.id(number)).put(told[number]);
    }
    return block.array();
  }

  static boolean isIn(byte[] block) {
    return block.length >= Integer.BYTES
        && ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).getInt() == MARKER;
  }

  /** Adds what a block tells. */
  void addAll(byte[] block) {
    ByteBuffer rows = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    rows.getInt();
    while (rows.hasRemaining()) {
      add(rows.getLong(), rows.get());
    }
  }
}
