// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.KeySet;
import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.facts.ReferenceData;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The silver rows of a bucket that facts are to be derived of once it is merged: those of the
 * groups that the merge touched, as they were and as they are; all, if the bucket is due anyhow or
 * most of it changed; or none.
 *
 * <p>A group is what is derived together, and is touched when one of its rows leaves, comes or is
 * replaced. A row that came again as it was touches nothing.
 */
final class RowsToDerive implements BucketMerge.Changes, Closeable {

  private enum Extent {
    NOTHING,
    GROUPS,
    WHOLE
  }

  /**
   * To derive a group takes its rows twice, and a search: more than so many, and all are derived.
   */
  private static final int ONE_IN = 4;

  private final RowKey group;
  private final RowKey source;
  private final long stored;
  private final SpillingRows left;
  private final SpillingRows came;
  private final SpillingRows before;
  private final SpillingRows after;
  private long changes;
  private boolean isWhole;
  private Extent extent = Extent.NOTHING;

  /**
   * Of a bucket that is going to be merged.
   *
   * @param group by which rows are derived together
   * @param source by which a row is known, whatever it says
   * @param stored how many rows the bucket has
   * @param isDue whether all of it is derived, whatever the merge changes
   */
  RowsToDerive(RowKey group, RowKey source, long stored, boolean isDue) {
    this.group = group;
    this.source = source;
    this.stored = stored;
    isWhole = isDue;
    left = SpillingRows.by(group);
    came = SpillingRows.by(group);
    before = SpillingRows.by(group);
    after = SpillingRows.by(group);
  }

  @Override
  public void left(RowView row) {
    keep(left, row);
  }

  @Override
  public void came(RowView row) {
    keep(came, row);
  }

  private void keep(SpillingRows rows, RowView row) {
    if (!isWhole) {
      rows.add(row);
      changes++;
      isWhole = changes * ONE_IN > stored;
    }
  }

  /** Takes what there is to derive, while the merge still has what came in. */
  void take(BucketMerge merge) {
    if (isWhole || left.parts() > 1 || came.parts() > 1) {
      extent = Extent.WHOLE;
      merge.forEachBlock(after::add);
    } else if (changes > 0) {
      extent = Extent.GROUPS;
      takeGroups(merge, left.all(), came.all());
    }
    left.close();
    came.close();
  }

  private void takeGroups(BucketMerge merge, RowBlocks leaving, RowBlocks coming) {
    List<byte[]> changed = new ArrayList<>(leaving.blocks());
    changed.addAll(coming.blocks());
    KeySet fresh = KeySet.of(coming, source);
    before.addAll(leaving);
    merge.forEachRowOf(
        KeySet.of(RowBlocks.of(changed), group),
        row -> {
          after.add(row);
          if (!fresh.contains(row)) {
            before.add(row);
          }
        });
  }

  /**
   * Derives what there is to derive, and gives what is stored where that is nothing.
   *
   * @param reference is asked for if something is derived
   */
  void derive(
      FactStage stage,
      int bucket,
      Supplier<ReferenceData> reference,
      String attempt,
      BucketOutcome outcome) {
    switch (extent) {
      case NOTHING -> stage.keep(bucket, attempt, outcome);
      case GROUPS -> stage.deriveGroups(bucket, before, after, reference.get(), attempt, outcome);
      case WHOLE -> stage.derive(bucket, after, reference.get(), attempt, outcome);
    }
  }

  @Override
  public void close() {
    try (left;
        came;
        before) {
      after.close();
    }
  }
}
