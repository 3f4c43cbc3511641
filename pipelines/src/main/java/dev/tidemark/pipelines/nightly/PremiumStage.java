// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.LargestRisks;
import dev.tidemark.transforms.facts.PremiumFacts;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.SectionMonths;
import java.time.Instant;

/**
 * From a bucket's silver premium to its facts, superseded versions and section months, and to the
 * largest risks of its sections.
 */
final class PremiumStage implements FactStage {

  private static final long serialVersionUID = 1L;

  private final TableSpec silver;
  private final StoredFacts facts;
  private final StoredPartials months;
  private final TableSpec largest;
  private final TableSnapshot largestPinned;
  private final LargestRisks.Ranking ranking;
  private final String lakeRoot;
  private final String runId;
  private final Instant loadedAt;

  PremiumStage(RunPlan plan) {
    FactTables tables = plan.tables().facts(TransactionTable.PREMIUM);
    silver = plan.tables().silver(TransactionTable.PREMIUM.tableName());
    facts = new StoredFacts(plan, tables);
    months =
        new StoredPartials(
            plan,
            tables.months(),
            "live_versions",
            "deleted_versions",
            "fact_rows",
            "rows_without_gbp",
            "gwp_gbp",
            "commission_gbp",
            "net_gbp");
    largest = plan.tables().mart(Marts.LARGEST_RISKS);
    largestPinned = plan.pinned(largest);
    ranking = plan.tables().ranking();
    lakeRoot = plan.lakeRoot();
    runId = plan.runId();
    loadedAt = plan.logicalTime();
  }

  @Override
  public boolean isMissingTable() {
    return facts.isMissing() || months.isMissing() || !largestPinned.exists();
  }

  /** A natural key is of one certificate, so its versions stay together too. */
  @Override
  public SpillingRows rows() {
    return SpillingRows.by(RowKey.of(silver.layout(), LargestRisks.CERTIFICATE));
  }

  @Override
  public void derive(
      int bucket,
      SpillingRows rows,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome) {
    SectionMonths sums = new SectionMonths();
    LargestRisks risks = new LargestRisks(ranking);
    try (StoredFacts.Rows derived = facts.rows()) {
      for (int part = 0; part < rows.parts(); part++) {
        PremiumFacts.Result result =
            PremiumFacts.derive(silver.schema(), rows.part(part), reference, runId, loadedAt, sums);
        derived.add(result.facts(), result.superseded());
        risks.add(result.facts());
        outcome.count("PremiumTransaction.ambiguous_duplicates", result.ambiguous());
      }
      rows.close();
      facts.replace(bucket, derived, attempt, outcome);
    }
    months.replace(bucket, sums.toBlocks(), attempt, outcome);
    outcome.add(
        BucketMerge.of(largest, largestPinned, bucket, lakeRoot, attempt)
            .replaceWith(risks.toBlocks()));
  }

  @Override
  public void keep(int bucket, String attempt, BucketOutcome outcome) {
    months.keep(bucket, attempt, outcome);
  }
}
