// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.PremiumFacts;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.SectionMonths;
import java.time.Instant;

/** From a bucket's silver premium to its facts, superseded versions and section months. */
final class PremiumStage implements FactStage {

  private static final long serialVersionUID = 1L;

  private final TableSpec silver;
  private final TableSpec facts;
  private final TableSnapshot factsPinned;
  private final TableSpec superseded;
  private final TableSnapshot supersededPinned;
  private final StoredPartials months;
  private final String lakeRoot;
  private final String runId;
  private final Instant loadedAt;

  PremiumStage(RunPlan plan) {
    FactTables tables = plan.tables().facts(TransactionTable.PREMIUM);
    silver = plan.tables().silver(TransactionTable.PREMIUM.tableName());
    facts = tables.facts();
    factsPinned = plan.pinned(facts);
    superseded = tables.superseded();
    supersededPinned = plan.pinned(superseded);
    months =
        new StoredPartials(
            plan,
            tables.months(),
            "live_versions",
            "deleted_versions",
            "fact_rows",
            "rows_without_gbp",
            "gwp_gbp");
    lakeRoot = plan.lakeRoot();
    runId = plan.runId();
    loadedAt = plan.logicalTime();
  }

  @Override
  public boolean isMissingTable() {
    return !factsPinned.exists() || !supersededPinned.exists() || months.isMissing();
  }

  @Override
  public SpillingRows rows() {
    return SpillingRows.by(RowKey.of(silver.layout(), PremiumFacts.NATURAL_KEY));
  }

  @Override
  public void derive(
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
    months.replace(bucket, sums.toBlocks(), attempt, outcome);
  }

  @Override
  public void keep(int bucket, String attempt, BucketOutcome outcome) {
    months.keep(bucket, attempt, outcome);
  }
}
