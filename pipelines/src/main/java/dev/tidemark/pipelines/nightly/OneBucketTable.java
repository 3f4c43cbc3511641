// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.KeySet;
import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import java.io.Serializable;
import java.util.Optional;
import java.util.UUID;

/**
 * A table that is not spread, as dimensions and marts are: who makes its rows on a worker plans
 * there what they change. A table that has no file and gets no row is not changed.
 */
record OneBucketTable(TableSpec spec, TableSnapshot pinned, String lakeRoot)
    implements Serializable {

  static OneBucketTable of(TableSpec spec, RunPlan plan) {
    return new OneBucketTable(spec, plan.pinned(spec), plan.lakeRoot());
  }

  /** Plans that the table has these rows and no others. */
  Optional<TableChange> replaceWith(RowBlocks rows) {
    try (SpillingRows given = SpillingRows.by(spec.rowKey())) {
      given.addAll(rows);
      return replaceWith(given);
    }
  }

  /** Plans that the table has these rows and no others. */
  Optional<TableChange> replaceWith(SpillingRows rows) {
    return isAndStaysEmpty(rows) ? Optional.empty() : Optional.of(merge().replaceWith(rows));
  }

  /** Plans that these rows are those of some groups; without a group nothing is looked at. */
  Optional<TableChange> replaceGroups(SpillingRows rows, KeySet groups) {
    return isAndStaysEmpty(rows) || groups.isEmpty() && rows.isEmpty()
        ? Optional.empty()
        : Optional.of(merge().replaceGroups(rows, groups));
  }

  /** The table as changes would leave it. */
  GoldTable asPlanned() {
    return new GoldTable(spec, pinned, lakeRoot);
  }

  private boolean isAndStaysEmpty(SpillingRows rows) {
    return rows.isEmpty() && pinned.files().isEmpty();
  }

  private BucketMerge merge() {
    // names of an attempt: a retry leaves orphans, it never meets a file of another attempt
    return BucketMerge.of(spec, pinned, 0, lakeRoot, UUID.randomUUID().toString());
  }
}
