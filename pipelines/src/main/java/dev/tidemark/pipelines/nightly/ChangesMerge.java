// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.BucketMerge.Effect;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.KeyIndex;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds the landed images of a reference table to its changes, which keep every image once, and
 * gives all images there are then. A new image counts as inserted when its key is new, else as
 * updated.
 */
final class ChangesMerge implements LandedMerge {

  private final String table;
  private final TableSpec changes;
  private final List<String> sourceKey;
  private final LoadMarks marks;

  /** Of a reference table; {@code sourceKey} is the key of its silver. */
  ChangesMerge(String table, TableSpec changes, List<String> sourceKey, LoadMarks marks) {
    this.table = table;
    this.changes = changes;
    this.sourceKey = sourceKey;
    this.marks = marks;
  }

  @Override
  public TableChange merge(BucketMerge bucket, BucketRows incoming, BucketOutcome outcome) {
    SourceKeys.count(table, changes.layout(), sourceKey, incoming, outcome);
    RowBlocks stored = bucket.read();
    KnownImages images = KnownImages.of(changes, sourceKey, stored);
    KeyIndex known = KeyIndex.of(stored, RowKey.of(changes.layout(), sourceKey));
    LandedCounts counts = new LandedCounts(table, marks, changes.layout());
    TableChange change =
        bucket
            .choosing(rows -> images.settle(distinct(rows)))
            .telling(
                (image, effect) -> {
                  boolean isKnown = effect == Effect.INSERTED && known.find(image) >= 0;
                  counts.add(image, isKnown ? Effect.UPDATED : effect);
                })
            .upsert(incoming.rows());
    counts.report(outcome);
    outcome.addImages(bucket.result());
    return change;
  }

  /**
   * One row of each image. Of rows that differ in columns that came later, and so are no part of
   * the key, the first by these columns' values stays, as of two images of one instant.
   */
  private RowBlocks distinct(RowBlocks rows) {
    List<Order> order = new ArrayList<>();
    order.add(Order.desc(LakeTables.BATCH_ID));
    changes.schema().getFieldNames().stream()
        .filter(column -> !changes.key().contains(column))
        .filter(column -> !column.equals(LakeTables.BATCH_ID))
        .forEach(column -> order.add(Order.asc(column)));
    RowBlocksBuilder images = new RowBlocksBuilder();
    LatestPerKey.of(changes.layout(), changes.key(), order)
        .forEachWinner(rows, (image, versions, ambiguous) -> images.append(image));
    return images.build();
  }
}
