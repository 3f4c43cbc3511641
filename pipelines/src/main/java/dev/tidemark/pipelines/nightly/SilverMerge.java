// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.BucketMerge.Effect;
import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowOrder;
import dev.tidemark.transforms.block.RowSelection;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges the images of a bucket into silver: one row per source key, the image with the latest
 * update time, then of the later batch. An image without an update time is older than any with one.
 *
 * <p>Of a transaction whose latest image lies elsewhere, no image stays here: see {@link
 * SettlePlaces}. It was landed here all the same, so it counts as unchanged if it counts here.
 */
final class SilverMerge implements LandedMerge {

  private final String table;
  private final TableSpec silver;
  private final RowLayout layout;
  private final String updateTime;
  private final @Nullable TransactionTable rules;
  private final LoadMarks marks;

  /** The column of the id of a transaction; moved rows are known of transactions alone. */
  private final int id;

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
    id = rules == null ? -1 : layout.column(rules.idColumn());
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
    MovedRows moved = incoming.moved();
    LandedCounts counts = new LandedCounts(table, marks, layout);
    bucket
        .choosing(rows -> newestImages(rows, moved, counts, outcome))
        .preferring(notOlder(outcome))
        .telling((image, effect) -> count(image, effect, moved, counts));
    TableChange change;
    try (SpillingRows leaving = leaving(moved)) {
      change = bucket.upsert(incoming.rows(), leaving);
    }
    counts.report(outcome);
    return change;
  }

  /** The newest landed images, but for those that are left out. */
  private RowBlocks newestImages(
      RowBlocks rows, MovedRows moved, LandedCounts counts, BucketOutcome outcome) {
    RowSelection kept = new RowSelection(rows, layout);
    LatestPerKey.of(
            layout, silver.key(), List.of(Order.desc(updateTime), Order.desc(LakeTables.BATCH_ID)))
        .detectingTies(2)
        .forEachWinner(
            rows,
            (image, versions, ambiguous) -> {
              if (!moved.isEmpty() && moved.isElsewhere(id(image))) {
                count(image, Effect.UNCHANGED, moved, counts);
              } else {
                kept.add(image);
                if (ambiguous) {
                  countEqualTimes(outcome);
                }
              }
            });
    return kept.build();
  }

  private void count(RowView image, Effect effect, MovedRows moved, LandedCounts counts) {
    if (moved.isEmpty()) {
      counts.add(image, effect);
    } else if (moved.countsHere(id(image))) {
      boolean isKnown = effect == Effect.INSERTED && moved.wasInSilver(id(image));
      counts.add(image, isKnown ? Effect.UPDATED : effect);
    }
  }

  private long id(RowView image) {
    return image.getLong(id);
  }

  private BucketMerge.Precedence notOlder(BucketOutcome outcome) {
    RowOrder byTime = RowOrder.by(layout, Order.desc(updateTime));
    int batch = layout.column(LakeTables.BATCH_ID);
    return (stored, image) -> {
      int order = byTime.compareColumns(image, stored);
      if (order == 0 && image.getLong(batch) != stored.getLong(batch)) {
        countEqualTimes(outcome);
      }
      return order <= 0;
    };
  }

  private void countEqualTimes(BucketOutcome outcome) {
    outcome.count(table + ".equal_update_times", 1);
  }

  /** Keys of the stored rows that leave. */
  private SpillingRows leaving(MovedRows moved) {
    SpillingRows keys = SpillingRows.by(silver.rowKey());
    RowWriter row = new RowWriter(layout);
    moved.forEachLeaving(
        key -> {
          row.clear().setLong(id, key);
          keys.add(row);
        });
    return keys;
  }
}
