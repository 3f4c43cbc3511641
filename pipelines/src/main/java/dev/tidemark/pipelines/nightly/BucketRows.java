// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowView;
import java.io.Closeable;

/**
 * What the shuffle brought for one bucket; it is taken in one pass, and closed.
 *
 * @param rows to be merged
 * @param keys rows that stand for their key alone: they came without their batch
 * @param moved what is known of rows that have images elsewhere
 */
record BucketRows(SpillingRows rows, SpillingRows keys, MovedRows moved) implements Closeable {

  /**
   * Sorts blocks out.
   *
   * @param key by which rows are cut into parts if they are many
   * @param batch the column of the batch
   */
  static BucketRows of(RowKey key, String batch, Iterable<byte[]> blocks) {
    BucketRows sorted = new BucketRows(SpillingRows.by(key), SpillingRows.by(key), new MovedRows());
    try {
      int batchColumn = key.layout().column(batch);
      for (byte[] block : blocks) {
        if (MovedRows.isIn(block)) {
          sorted.moved.addAll(block);
        } else {
          sorted.add(block, batchColumn, new RowView(key.layout()));
        }
      }
      return sorted;
    } catch (RuntimeException | Error failure) {
      sorted.close();
      throw failure;
    }
  }

  /** Keeps a block as it is where all of its rows have a batch. */
  private void add(byte[] block, int batch, RowView row) {
    int alone = 0;
    for (int at = 0; at < block.length; at += row.length()) {
      alone += row.at(block, at).isNull(batch) ? 1 : 0;
    }
    if (alone == 0) {
      rows.add(block);
      return;
    }
    for (int at = 0; at < block.length; at += row.length()) {
      (row.at(block, at).isNull(batch) ? keys : rows).add(row);
    }
  }

  @Override
  public void close() {
    rows.close();
    keys.close();
  }
}
