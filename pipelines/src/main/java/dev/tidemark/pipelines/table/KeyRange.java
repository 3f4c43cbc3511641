// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;

/**
 * Rules files out by the least and greatest of a whole-number key column, such as a source id: the
 * first of the key, if none of the rows is null there.
 */
final class KeyRange {

  private static final int NO_COLUMN = -1;

  private final RowLayout layout;
  private final RowView row;
  private int column = NO_COLUMN;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;

  /** A range without a key yet. */
  KeyRange(TableSpec spec) {
    layout = spec.layout();
    row = new RowView(layout);
    for (String name : spec.key()) {
      int c = layout.column(name);
      if (layout.type(c) == ColumnType.INT64 || layout.type(c) == ColumnType.INT32) {
        column = c;
        break;
      }
    }
  }

  /** Widens the range to the keys of rows. */
  void add(byte[] rows) {
    for (int at = 0; column != NO_COLUMN && at < rows.length; at += row.length()) {
      if (row.at(rows, at).isNull(column)) {
        column = NO_COLUMN;
      } else {
        long value =
            layout.type(column) == ColumnType.INT32 ? row.getInt(column) : row.getLong(column);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
  }

  /** Whether a key of the range may be in a file; without statistics it may. */
  boolean mayMeet(DataFile file) {
    return column == NO_COLUMN || file.mayHold(layout.name(column), min, max);
  }
}
