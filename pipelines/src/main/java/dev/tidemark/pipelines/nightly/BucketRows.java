// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.util.ArrayList;
import java.util.List;

/**
 * What the shuffle brought for one bucket.
 *
 * @param rows to be merged
 * @param keys rows that stand for their key alone: they came without their batch
 * @param moved what is known of rows that have images elsewhere
 */
record BucketRows(RowBlocks rows, RowBlocks keys, MovedRows moved) {

  /** Sorts blocks out; {@code batch} is the column of the batch. */
  static BucketRows of(RowLayout layout, String batch, Iterable<byte[]> blocks) {
    List<byte[]> rowBlocks = new ArrayList<>();
    MovedRows moved = new MovedRows();
    for (byte[] block : blocks) {
      if (MovedRows.isIn(block)) {
        moved.addAll(block);
      } else {
        rowBlocks.add(block);
      }
    }
    RowBlocks all = RowBlocks.of(rowBlocks);
    int batchColumn = layout.column(batch);
    RowBlocksBuilder keys = new RowBlocksBuilder();
    RowView row = new RowView(layout);
    for (long ref : all.refs()) {
      if (row.at(all, ref).isNull(batchColumn)) {
        keys.append(row);
      }
    }
    RowBlocks alone = keys.build();
    return new BucketRows(
        alone.isEmpty() ? all : all.where(layout, r -> !r.isNull(batchColumn)), alone, moved);
  }
}
