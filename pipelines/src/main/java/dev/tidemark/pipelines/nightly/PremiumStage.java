// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.facts.PremiumFacts;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.SectionMonths;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** From a bucket's silver premium to its facts, superseded versions and section months. */
final class PremiumStage implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Columns of the section months that the reconciliation adds up over the whole lake. */
  private static final List<String> RECONCILED =
      List.of("live_versions", "deleted_versions", "fact_rows", "rows_without_gbp", "gwp_gbp");

  private final TableSpec silver;
  private final TableSpec facts;
  private final TableSnapshot factsPinned;
  private final TableSpec superseded;
  private final TableSnapshot supersededPinned;
  private final TableSpec months;
  private final TableSnapshot monthsPinned;
  private final String lakeRoot;
  private final String runId;
  private final Instant loadedAt;

  PremiumStage(RunPlan plan, TableSpec silver) {
    this.silver = silver;
    facts = plan.tables().premiumFacts();
    factsPinned = plan.pinned(facts);
    superseded = plan.tables().supersededPremium();
    supersededPinned = plan.pinned(superseded);
    months = plan.tables().sectionMonths();
    monthsPinned = plan.pinned(months);
    lakeRoot = plan.lakeRoot();
    runId = plan.runId();
    loadedAt = plan.logicalTime();
  }

  /** Whether a table is not there yet, so that every bucket has to be derived. */
  boolean isMissingTable() {
    return !factsPinned.exists() || !supersededPinned.exists() || !monthsPinned.exists();
  }

  /** Takes the live rows of a bucket, to be derived: cut by natural key, if they are many. */
  SpillingRows rows() {
    return SpillingRows.by(RowKey.of(silver.layout(), PremiumFacts.NATURAL_KEY));
  }

  /** Derives a bucket again and plans what that changes. */
  void derive(
      int bucket,
      SpillingRows rows,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome) {
    SectionMonths sums = new SectionMonths();
    try (SpillingRows winners = SpillingRows.by(facts.rowKey());
        SpillingRows others = SpillingRows.by(superseded.rowKey())) {
      for (int part = 0; part < rows.parts(); part++) {
        PremiumFacts.Result result =
            PremiumFacts.derive(silver.schema(), rows.part(part), reference, runId, loadedAt, sums);
        winners.addAll(result.facts());
        others.addAll(result.superseded());
        outcome.count("PremiumTransaction.ambiguous_duplicates", result.ambiguous());
      }
      rows.close();
      outcome.add(
          BucketMerge.of(facts, factsPinned, bucket, lakeRoot, attempt).replaceWith(winners));
      outcome.add(
          BucketMerge.of(superseded, supersededPinned, bucket, lakeRoot, attempt)
              .replaceWith(others));
    }
    RowBlocks all = sums.toBlocks();
    outcome.add(BucketMerge.of(months, monthsPinned, bucket, lakeRoot, attempt).replaceWith(all));
    keep(all, outcome);
  }

  /** Gives what is stored of a bucket that nothing touched. */
  void keep(int bucket, String attempt, BucketOutcome outcome) {
    keep(BucketMerge.of(months, monthsPinned, bucket, lakeRoot, attempt).read(), outcome);
  }

  private void keep(RowBlocks rows, BucketOutcome outcome) {
    outcome.addSectionMonths(rows);
    RowView row = new RowView(months.layout());
    for (long ref : rows.refs()) {
      row.at(rows, ref);
      for (String column : RECONCILED) {
        int c = months.layout().column(column);
        outcome.add(
            "section_month." + column,
            months.layout().type(c) == ColumnType.INT64
                ? BigDecimal.valueOf(row.getLong(c))
                : row.getDecimal(c));
      }
    }
  }
}
