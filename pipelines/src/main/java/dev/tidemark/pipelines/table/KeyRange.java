// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import org.jspecify.annotations.Nullable;

/** Rules files out by the least and greatest of a whole-number key column, such as a source id. */
final class KeyRange {

  private static final KeyRange UNKNOWN = new KeyRange(null, Long.MIN_VALUE, Long.MAX_VALUE);

  private final @Nullable String column;
  private final long min;
  private final long max;

  private KeyRange(@Nullable String column, long min, long max) {
    this.column = column;
    this.min = min;
    this.max = max;
  }

  /**
   * The range of the first whole-number key column over all rows, if none of them is null there.
   */
  static KeyRange of(TableSpec spec, RowBlocks... rowsOfKeys) {
    RowLayout layout = spec.layout();
    for (String name : spec.key()) {
      int c = layout.column(name);
      if (layout.type(c) == ColumnType.INT64 || layout.type(c) == ColumnType.INT32) {
        return of(layout, c, rowsOfKeys);
      }
    }
    return UNKNOWN;
  }

  private static KeyRange of(RowLayout layout, int column, RowBlocks[] rowsOfKeys) {
    boolean isInt = layout.type(column) == ColumnType.INT32;
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    RowView row = new RowView(layout);
    for (RowBlocks rows : rowsOfKeys) {
      for (int r = 0; r < rows.rowCount(); r++) {
        row.at(rows, rows.ref(r));
        if (row.isNull(column)) {
          return UNKNOWN;
        }
        long value = isInt ? row.getInt(column) : row.getLong(column);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    return new KeyRange(layout.name(column), min, max);
  }

  /** Whether a key of the range may be in a file; without statistics it may. */
  boolean mayMeet(DataFile file) {
    return column == null || file.mayHold(column, min, max);
  }
}
