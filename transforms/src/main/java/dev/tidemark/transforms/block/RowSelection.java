// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import org.jspecify.annotations.Nullable;

/**
 * Rows that are chosen among others: these blocks where all are chosen in their order, else copies.
 */
public final class RowSelection {

  private final RowBlocks rows;
  private final RowView view;

  /** So many were chosen, the first ones, and none is copied yet. */
  private int first;

  private @Nullable RowBlocksBuilder copies;

  /** None yet, among rows of a layout. */
  public RowSelection(RowBlocks rows, RowLayout layout) {
    this.rows = rows;
    view = new RowView(layout);
  }

  /** Chooses the row that a view is on. */
  public void add(RowView row) {
    RowBlocksBuilder chosen = copies;
    if (chosen == null) {
      if (first < rows.rowCount() && isNext(row)) {
        first++;
        return;
      }
      chosen = copyFirst();
      copies = chosen;
    }
    chosen.append(row);
  }

  private boolean isNext(RowView row) {
    view.at(rows, rows.ref(first));
    return view.block() == row.block() && view.offset() == row.offset();
  }

  private RowBlocksBuilder copyFirst() {
    RowBlocksBuilder chosen = new RowBlocksBuilder();
    for (int r = 0; r < first; r++) {
      chosen.append(view.at(rows, rows.ref(r)));
    }
    return chosen;
  }

  /** Those that were chosen, in order. */
  public RowBlocks build() {
    if (copies == null && first == rows.rowCount()) {
      return rows;
    }
    return (copies == null ? copyFirst() : copies).build();
  }
}
