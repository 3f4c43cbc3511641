// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.ChangedRisks;
import dev.tidemark.transforms.facts.LargestRisks;
import dev.tidemark.transforms.facts.PremiumFacts;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.SectionMonths;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * From a bucket's silver premium to its facts, superseded versions and section months, and to the
 * largest risks of its sections.
 */
final class PremiumStage implements FactStage {

  private static final long serialVersionUID = 1L;

  private static final String AMBIGUOUS = "PremiumTransaction.ambiguous_duplicates";

  private final TableSpec silver;
  private final StoredFacts facts;
  private final StoredPartials months;
  private final StoredRisks largest;
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
    largest = new StoredRisks(plan);
    runId = plan.runId();
    loadedAt = plan.logicalTime();
  }

  @Override
  public boolean isMissingTable() {
    return facts.isMissing() || months.isMissing() || largest.isMissing();
  }

  /** A natural key is of one certificate, so its versions stay together too. */
  @Override
  public RowKey group() {
    return RowKey.of(silver.layout(), LargestRisks.CERTIFICATE);
  }

  @Override
  public void derive(
      int bucket,
      SpillingRows rows,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome) {
    LargestRisks risks = largest.ranked();
    RowBlocks sums;
    try (StoredFacts.Rows derived = facts.derivedOf(rows)) {
      sums =
          derive(
              rows,
              reference,
              result -> {
                derived.add(result.facts(), result.superseded());
                risks.add(result.facts());
                outcome.count(AMBIGUOUS, result.ambiguous());
              });
      facts.replace(bucket, derived, attempt, outcome);
    }
    months.replace(bucket, sums, attempt, outcome);
    largest.replace(bucket, risks, attempt, outcome);
  }

  @Override
  public void deriveGroups(
      int bucket,
      SpillingRows before,
      SpillingRows after,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome) {
    ChangedRisks risks = largest.changed();
    RowBlocks leaving;
    RowBlocks coming;
    try (StoredFacts.Rows former = facts.derivedOf(before);
        StoredFacts.Rows derived = facts.derivedOf(after)) {
      leaving =
          derive(
              before,
              reference,
              result -> {
                former.add(result.facts(), result.superseded());
                risks.left(result.facts());
              });
      coming =
          derive(
              after,
              reference,
              result -> {
                derived.add(result.facts(), result.superseded());
                risks.came(result.facts());
                outcome.count(AMBIGUOUS, result.ambiguous());
              });
      BucketMerge merged = facts.change(bucket, former, derived, attempt, outcome);
      largest.change(bucket, risks, merged, attempt, outcome);
    }
    months.change(bucket, leaving, coming, attempt, outcome);
  }

  /** Derives rows part by part; gives their section months. */
  private RowBlocks derive(
      SpillingRows rows, ReferenceData reference, Consumer<PremiumFacts.Result> results) {
    SectionMonths sums = new SectionMonths();
    for (int part = 0; part < rows.parts(); part++) {
      results.accept(
          PremiumFacts.derive(silver.schema(), rows.part(part), reference, runId, loadedAt, sums));
    }
    rows.close();
    return sums.toBlocks();
  }

  @Override
  public void keep(int bucket, String attempt, BucketOutcome outcome) {
    months.keep(bucket, attempt, outcome);
  }
}
