// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowOrder;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merges the images of a bucket into silver: one row per source key, the image with the latest
 * update time, then of the later batch. An image without an update time is older than any with one.
 * A transaction that came in another bucket this run leaves this one.
 */
final class SilverMerge implements LandedMerge {

  private final String table;
  private final TableSpec silver;
  private final RowLayout layout;
  private final String updateTime;
  private final @Nullable TransactionTable rules;
  private final LoadMarks marks;

  private SilverMerge(
      String table,
      TableSpec silver,
      String updateTime,
      @Nullable TransactionTable rules,
      LoadMarks marks) {
    this.table = table;
    this.silver = silver;
    this.layout = silver.layout();
    this.updateTime = updateTime;
    this.rules = rules;
    this.marks = marks;
  }

  /** Of transactions. */
  static SilverMerge ofTransactions(TransactionTable table, TableSpec silver, LoadMarks marks) {
    return new SilverMerge(table.tableName(), silver, "modified_date", table, marks);
  }

  /** Of a table without rules: its mark is its update time. */
  static SilverMerge of(String table, TableSpec silver, LoadMarks marks) {
    String mark = marks.column();
    if (mark == null) {
      throw new IllegalArgumentException("table " + table + " has no mark; it is read whole");
    }
    return new SilverMerge(table, silver, mark, null, marks);
  }

  /** Plans the merge. Equal update times with different content are counted in {@code outcome}. */
  @Override
  public TableChange merge(BucketMerge bucket, BucketRows incoming, BucketOutcome outcome) {
    if (rules == null) {
      SourceKeys.count(table, layout, silver.key(), incoming, outcome);
    }
    RowBlocks newest = newestImages(incoming.rows());
    TableChange change =
        bucket.upsert(
            newest,
            rules == null ? RowBlocks.empty() : movedAway(rules, newest, incoming.ids()),
            notOlder(outcome));
    new LandedCounts(table, marks, layout).addAll(bucket).report(outcome);
    return change;
  }

  private RowBlocks newestImages(RowBlocks rows) {
    RowBlocksBuilder kept = new RowBlocksBuilder();
    LatestPerKey.of(
            layout, silver.key(), List.of(Order.desc(updateTime), Order.desc(LakeTables.BATCH_ID)))
        .forEachWinner(rows, (winner, versions, ambiguous) -> kept.append(winner));
    return kept.build();
  }

  private BucketMerge.Precedence notOlder(BucketOutcome outcome) {
    RowOrder byTime = RowOrder.by(layout, Order.desc(updateTime));
    int batch = layout.column(LakeTables.BATCH_ID);
    return (stored, image) -> {
      int order = byTime.compareColumns(image, stored);
      if (order == 0 && image.getLong(batch) != stored.getLong(batch)) {
        outcome.count(table + ".equal_update_times", 1);
      }
      return order <= 0;
    };
  }

  /** The ids that came this run, but not for this bucket. */
  private RowBlocks movedAway(TransactionTable transactions, RowBlocks newest, Set<Long> ids) {
    if (ids.isEmpty()) {
      return RowBlocks.empty();
    }
    int id = layout.column(transactions.idColumn());
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
