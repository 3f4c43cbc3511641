// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.parquet.ColumnValues;
import dev.tidemark.pipelines.parquet.ParquetFooter;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowView;
import java.util.List;

/**
 * Rules out what cannot hold one of some keys by the least and greatest of each key column: files
 * by the whole numbers of the table's log, row groups by what their file's footer knows.
 */
final class KeyRange {

  private final RowView row;
  private final List<ColumnValues> columns;
  private boolean isEmpty = true;

  /** A range without a key yet. */
  KeyRange(RowKey key) {
    row = new RowView(key.layout());
    columns =
        key.names().stream()
            .map(name -> new ColumnValues(key.layout(), key.layout().column(name)))
            .toList();
  }

  /** Widens the range to the keys of rows. */
  void add(byte[] rows) {
    for (int at = 0; at < rows.length; at += row.length()) {
      isEmpty = false;
      row.at(rows, at);
      for (ColumnValues column : columns) {
        column.add(row);
      }
    }
  }

  /** Whether a key of the range may be in a file; without statistics it may. */
  boolean mayMeet(DataFile file) {
    for (ColumnValues column : columns) {
      if (column.areIntegers() && !column.anyNull() && !file.mayHold(column)) {
        return false;
      }
    }
    return !isEmpty;
  }

  /** Whether a key of the range may be in a row group. */
  boolean mayMeet(ParquetFooter footer, int group) {
    for (ColumnValues column : columns) {
      if (!footer.mayHold(group, column)) {
        return false;
      }
    }
    return !isEmpty;
  }
}
