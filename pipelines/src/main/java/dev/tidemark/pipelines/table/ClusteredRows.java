// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.RowView;
import java.util.Arrays;

/**
 * Rows on their way into a bucket that take no stored row's place: they are written in the order of
 * the dates that their table {@linkplain TableSpec#clusteredBy() is clustered by}, so that a row
 * group has few of them, and what changes together lies together. Rows with one date stay in the
 * order in which they came, those without one come last. Of a table that is not clustered, every
 * row is written as it comes.
 *
 * <p>It refers to the rows, and copies none. They are what is held anyway; where that is a part at
 * a time, they are nearly all that is held. When they have twice the memory of a bucket, they are
 * written, and the order begins anew.
 */
final class ClusteredRows {

  private static final int FIRST_ROWS = 1024;

  private final DataFileWriter writer;
  private final RowView row;

  /** The column of dates; below 0 if there is none. */
  private final int column;

  private final long memory;
  private byte[][] blocks = {};
  private int[] offsets = {};

  /** The date of each row, and in the lower half its number. */
  private long[] order = {};

  private int count;
  private long bytes;

  ClusteredRows(TableSpec spec, DataFileWriter writer, long memory) {
    this.writer = writer;
    this.memory = memory;
    row = new RowView(spec.layout());
    column = spec.clusteredBy().map(spec.layout()::column).orElse(-1);
  }

  /** Takes a row. Its block must not change before the rows are written. */
  void add(RowView fresh) {
    if (column < 0) {
      writer.write(fresh);
      return;
    }
    if (count == order.length) {
      int room = Math.max(FIRST_ROWS, count * 2);
      blocks = Arrays.copyOf(blocks, room);
      offsets = Arrays.copyOf(offsets, room);
      order = Arrays.copyOf(order, room);
    }
    blocks[count] = fresh.block();
    offsets[count] = fresh.offset();
    long date = fresh.isNull(column) ? Integer.MAX_VALUE : fresh.getInt(column);
    order[count] = date << Integer.SIZE | count;
    count++;
    bytes += fresh.length();
    if (bytes / 2 >= memory) {
      write();
    }
  }

  /** Writes the rows that were not written yet. */
  void write() {
    Arrays.sort(order, 0, count);
    for (int i = 0; i < count; i++) {
      int number = (int) order[i];
      writer.write(row.at(blocks[number], offsets[number]));
    }
    Arrays.fill(blocks, 0, count, null);
    count = 0;
    bytes = 0;
  }
}
