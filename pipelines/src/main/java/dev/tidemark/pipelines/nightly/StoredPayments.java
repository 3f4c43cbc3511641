// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.facts.PaidByClaim;
import dev.tidemark.transforms.facts.PaidDays;
import java.io.Serializable;

/**
 * The mart of what was paid by claim: made anew bucket by bucket, or for some claims of a bucket,
 * beside the facts that it is made of.
 */
final class StoredPayments implements Serializable {

  private static final long serialVersionUID = 1L;

  /** The figure that sums paid_day_gbp over the claims that were derived. */
  static final String MART_FIGURE = Marts.PAID_BY_CLAIM + ".paid_day_gbp";

  /** The figure that sums what was paid by section and day of the same claims. */
  static final String PAID_FIGURE = Marts.PAID_BY_CLAIM + ".section_paid_day_gbp";

  private final TableSpec spec;
  private final TableSnapshot pinned;
  private final String lakeRoot;

  StoredPayments(RunPlan plan) {
    spec = plan.tables().mart(Marts.PAID_BY_CLAIM);
    pinned = plan.pinned(spec);
    lakeRoot = plan.lakeRoot();
  }

  boolean isMissing() {
    return !pinned.exists();
  }

  /** Takes the rows of a bucket, part by part. */
  SpillingRows rows() {
    return SpillingRows.by(spec.rowKey());
  }

  /** Adds the rows of some claims, whose facts these were. */
  void addFormer(RowBlocks facts, SpillingRows rows) {
    rows.addAll(PaidByClaim.of(facts));
  }

  /** Adds the rows of some claims, whose facts these are. */
  void add(RowBlocks facts, SpillingRows rows, BucketOutcome outcome) {
    RowBlocks paid = PaidByClaim.of(facts);
    sum(MART_FIGURE, RowLayout.of(PaidByClaim.SCHEMA), paid, "paid_day_gbp", outcome);
    rows.addAll(paid);
  }

  /**
   * Plans what these rows change in a bucket.
   *
   * @param days what was paid by section and day of the same claims
   */
  void replace(
      int bucket, SpillingRows rows, RowBlocks days, String attempt, BucketOutcome outcome) {
    sum(PAID_FIGURE, RowLayout.of(PaidDays.SCHEMA), days, "paid_gbp", outcome);
    outcome.add(BucketMerge.of(spec, pinned, bucket, lakeRoot, attempt).replaceWith(rows));
  }

  /**
   * Plans what becomes of a bucket when some claims change.
   *
   * @param before the rows of these claims that are stored
   * @param days what is paid by section and day of the same claims now
   */
  void change(
      int bucket,
      SpillingRows before,
      SpillingRows after,
      RowBlocks days,
      String attempt,
      BucketOutcome outcome) {
    sum(PAID_FIGURE, RowLayout.of(PaidDays.SCHEMA), days, "paid_gbp", outcome);
    outcome.add(BucketMerge.of(spec, pinned, bucket, lakeRoot, attempt).upsert(after, before));
  }

  private static void sum(
      String figure, RowLayout layout, RowBlocks rows, String column, BucketOutcome outcome) {
    int amount = layout.column(column);
    RowView row = new RowView(layout);
    for (long ref : rows.refs()) {
      outcome.add(figure, row.at(rows, ref).getDecimal(amount));
    }
  }
}
