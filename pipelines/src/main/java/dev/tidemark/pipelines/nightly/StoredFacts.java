// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import java.io.Closeable;
import java.io.Serializable;

/**
 * The facts of a table of transactions and its superseded versions: made anew bucket by bucket, or
 * those of some groups of a bucket.
 */
final class StoredFacts implements Serializable {
  private static final long serialVersionUID = 1L;

  private final TableSpec facts;
  private final TableSnapshot factsPinned;
  private final TableSpec superseded;
  private final TableSnapshot supersededPinned;
  private final String lakeRoot;

  StoredFacts(RunPlan plan, FactTables tables) {
    facts = tables.facts();
    factsPinned = plan.pinned(facts);
    superseded = tables.superseded();
    supersededPinned = plan.pinned(superseded);
    lakeRoot = plan.lakeRoot();
  }

  boolean isMissing() {
    return !factsPinned.exists() || !supersededPinned.exists();
  }

  /** Takes what is derived of rows of silver, part by part. */
  Rows derivedOf(SpillingRows silver) {
    return new Rows(
        SpillingRows.madeOf(silver, facts.rowKey()),
        SpillingRows.madeOf(silver, superseded.rowKey()));
  }

  /** Plans what these rows change in a bucket. */
  void replace(int bucket, Rows rows, String attempt, BucketOutcome outcome) {
    outcome.add(
        BucketMerge.of(facts, factsPinned, bucket, lakeRoot, attempt).replaceWith(rows.facts));
    outcome.add(
        BucketMerge.of(superseded, supersededPinned, bucket, lakeRoot, attempt)
            .replaceWith(rows.superseded));
  }

  /**
   * Plans what becomes of a bucket when the rows of some groups are replaced.
   *
   * @param before what was derived of these groups, which is stored
   * @param after what is derived of them now
   * @return the merge of the facts, which knows their rows after it
   */
  BucketMerge change(int bucket, Rows before, Rows after, String attempt, BucketOutcome outcome) {
    BucketMerge merge = BucketMerge.of(facts, factsPinned, bucket, lakeRoot, attempt);
    outcome.add(merge.upsert(after.facts, before.facts));
    outcome.add(
        BucketMerge.of(superseded, supersededPinned, bucket, lakeRoot, attempt)
            .upsert(after.superseded, before.superseded));
    return merge;
  }

  /** What was derived so far; closed when it is planned. */
  record Rows(SpillingRows facts, SpillingRows superseded) implements Closeable {

    void add(RowBlocks winners, RowBlocks others) {
      facts.addAll(winners);
      superseded.addAll(others);
    }

    @Override
    public void close() {
      try (facts) {
        superseded.close();
      }
    }
  }
}
