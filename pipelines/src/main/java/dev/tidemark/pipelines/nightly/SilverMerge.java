// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.KeyIndex;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowOrder;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.util.List;
import java.util.Set;

/**
 * Merges the images of a bucket into silver: one row per source key, the image with the latest
 * update time, then of the later batch. A row that came in another bucket this run leaves this one.
 */
final class SilverMerge {

  private static final List<Order> NEWEST_FIRST =
      List.of(Order.desc("modified_date"), Order.desc(LakeTables.BATCH_ID));

  private final TransactionTable table;
  private final TableSpec silver;
  private final RowLayout layout;
  private final RowKey key;

  SilverMerge(TransactionTable table, TableSpec silver) {
    this.table = table;
    this.silver = silver;
    this.layout = silver.layout();
    this.key = silver.rowKey();
  }

  /** Plans the merge. Equal update times with different content are counted in {@code outcome}. */
  TableChange merge(BucketMerge bucket, BucketRows incoming, BucketOutcome outcome) {
    RowBlocks newest = newestImages(incoming.rows());
    outcome.count(table.tableName() + ".landed_keys", newest.rowCount());
    RowBlocks moved = movedAway(newest, incoming.ids());
    if (newest.isEmpty()) {
      return bucket.upsert(newest, moved);
    }
    return bucket.upsert(notOlderThanStored(newest, bucket.read(), outcome), moved);
  }

  private RowBlocks newestImages(RowBlocks rows) {
    RowBlocksBuilder kept = new RowBlocksBuilder();
    LatestPerKey.of(layout, silver.key(), NEWEST_FIRST)
        .forEachWinner(rows, (winner, versions, ambiguous) -> kept.append(winner));
    return kept.build();
  }

  private RowBlocks notOlderThanStored(RowBlocks newest, RowBlocks stored, BucketOutcome outcome) {
    if (stored.isEmpty()) {
      return newest;
    }
    KeyIndex index = KeyIndex.of(stored, key);
    RowOrder byTime = RowOrder.by(layout, Order.desc("modified_date"));
    RowView known = new RowView(layout);
    int batch = layout.column(LakeTables.BATCH_ID);
    return newest.where(
        layout,
        image -> {
          int row = index.find(image);
          if (row < 0) {
            return true;
          }
          int order = byTime.compareColumns(image, known.at(stored, stored.ref(row)));
          if (order == 0 && image.getLong(batch) != known.getLong(batch) && differ(image, known)) {
            outcome.count(table.tableName() + ".equal_update_times", 1);
          }
          return order <= 0;
        });
  }

  private boolean differ(RowView image, RowView known) {
    for (int c = 0; c < layout.size(); c++) {
      if (!layout.name(c).equals(LakeTables.BATCH_ID) && !image.sameValue(c, known, c)) {
        return true;
      }
    }
    return false;
  }

  /** The ids that came this run, but not for this bucket. */
  private RowBlocks movedAway(RowBlocks newest, Set<Long> ids) {
    if (ids.isEmpty()) {
      return RowBlocks.empty();
    }
    int id = layout.column(table.idColumn());
    RowView image = new RowView(layout);
    for (long ref : newest.refs()) {
      ids.remove(image.at(newest, ref).getLong(id));
    }
    RowWriter row = new RowWriter(layout);
    RowBlocksBuilder keys = new RowBlocksBuilder();
    for (long moved : ids) {
      row.clear().setLong(id, moved);
      keys.append(row);
    }
    return keys.build();
  }
}
