// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Rows that wait to be written, column by column. One column at a time is looked at, and of it the
 * rows that have a value.
 *
 * <p>They are copied side by side: a row is brought into the processor's cache once and in one go,
 * not bit by bit by its columns.
 */
final class RowBatch {

  /** A batch is full with so many bytes, however few its rows are. */
  private static final int FULL_BYTES = 1 << 18;

  private final RowView view;
  private final int[] offsets;
  private byte[] bytes = new byte[FULL_BYTES];
  private int used;
  private int rows;

  /** The columns in which a row has no value, a bit for each. */
  private final byte[] nulls;

  /** The numbers of all rows. */
  private final int[] all;

  /** The numbers of the rows that have a value in a column where not all have. */
  private final int[] some;

  private int[] present;
  private int presentCount;

  RowBatch(RowLayout layout, int capacity) {
    view = new RowView(layout);
    offsets = new int[capacity];
    nulls = new byte[(layout.size() + Byte.SIZE - 1) / Byte.SIZE];
    all = IntStream.range(0, capacity).toArray();
    some = new int[capacity];
    present = all;
  }

  /** Adds the row that a view is on. */
  void add(RowView row) {
    int length = row.length();
    int end = Math.addExact(used, length);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, end);
    }
    System.arraycopy(row.block(), row.offset(), bytes, used, length);
    view.at(bytes, used).noteNulls(nulls);
    offsets[rows++] = used;
    used = end;
  }

  int rowCount() {
    return rows;
  }

  boolean isFull() {
    return rows == offsets.length || used >= FULL_BYTES;
  }

  /** Looks at a column; gives how many rows have a value. */
  int look(int column) {
    boolean isAll = (nulls[column / Byte.SIZE] >>> column % Byte.SIZE & 1) == 0;
    present = isAll ? all : some;
    presentCount = isAll ? rows : choose(column);
    return presentCount;
  }

  private int choose(int column) {
    int count = 0;
    for (int row = 0; row < rows; row++) {
      some[count] = row;
      count += view.at(bytes, offsets[row]).isNull(column) ? 0 : 1;
    }
    return count;
  }

  /** How many rows have a value in the column. */
  int presentCount() {
    return presentCount;
  }

  /** The number of a row that has a value. */
  int presentRow(int i) {
    return present[i];
  }

  /** A row that has a value; the view is moved by the next call. */
  RowView present(int i) {
    int row = present[i];
    return view.at(bytes, offsets[row]);
  }

  void clear() {
    Arrays.fill(nulls, (byte) 0);
    rows = 0;
    used = 0;
    if (bytes.length > 2 * FULL_BYTES) {
      bytes = new byte[FULL_BYTES];
    }
  }
}
