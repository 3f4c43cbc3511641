// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import java.io.Closeable;
import java.io.Serializable;

/** The facts of a table of transactions and its superseded versions: made anew bucket by bucket. */
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

  /** Takes the rows of a bucket, part by part. */
  Rows rows() {
    return new Rows(SpillingRows.by(facts.rowKey()), SpillingRows.by(superseded.rowKey()));
  }

  /** Plans what these rows change in a bucket. */
  void replace(int bucket, Rows rows, String attempt, BucketOutcome outcome) {
    outcome.add(
        BucketMerge.of(facts, factsPinned, bucket, lakeRoot, attempt).replaceWith(rows.facts));
    outcome.add(
        BucketMerge.of(superseded, supersededPinned, bucket, lakeRoot, attempt)
            .replaceWith(rows.superseded));
  }

  /** What was derived so far of a bucket; closed when it is planned. */
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
