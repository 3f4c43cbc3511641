// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.RiskFacts;
import dev.tidemark.transforms.facts.RiskMonths;
import java.time.Instant;
import java.util.function.Consumer;

/** From a bucket's silver risks to their facts, superseded versions and months. */
final class RiskStage implements FactStage {

  private static final long serialVersionUID = 1L;

  private final TableSpec silver;
  private final StoredFacts facts;
  private final StoredPartials months;
  private final String runId;
  private final Instant loadedAt;

  RiskStage(RunPlan plan) {
    FactTables tables = plan.tables().facts(TransactionTable.RISK);
    silver = plan.tables().silver(TransactionTable.RISK.tableName());
    facts = new StoredFacts(plan, tables);
    months =
        new StoredPartials(plan, tables.months(), "live_versions", "deleted_versions", "fact_rows");
    runId = plan.runId();
    loadedAt = plan.logicalTime();
  }

  @Override
  public boolean isMissingTable() {
    return facts.isMissing() || months.isMissing();
  }

  @Override
  public RowKey group() {
    return RowKey.of(silver.layout(), RiskFacts.NATURAL_KEY);
  }

  @Override
  public void derive(
      int bucket,
      SpillingRows rows,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome) {
    RowBlocks sums;
    try (StoredFacts.Rows derived = facts.derivedOf(rows)) {
      sums = derive(rows, reference, result -> add(result, derived, outcome));
      facts.replace(bucket, derived, attempt, outcome);
    }
    months.replace(bucket, sums, attempt, outcome);
  }

  @Override
  public void deriveGroups(
      int bucket,
      SpillingRows before,
      SpillingRows after,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome) {
    RowBlocks leaving;
    RowBlocks coming;
    try (StoredFacts.Rows former = facts.derivedOf(before);
        StoredFacts.Rows derived = facts.derivedOf(after)) {
      leaving =
          derive(before, reference, result -> former.add(result.facts(), result.superseded()));
      coming = derive(after, reference, result -> add(result, derived, outcome));
      facts.change(bucket, former, derived, attempt, outcome);
    }
    months.change(bucket, leaving, coming, attempt, outcome);
  }

  private static void add(
      RiskFacts.Result result, StoredFacts.Rows derived, BucketOutcome outcome) {
    derived.add(result.facts(), result.superseded());
    outcome.count("RiskTransaction.ambiguous_duplicates", result.ambiguous());
  }

  /** Derives rows part by part; gives their months. */
  private RowBlocks derive(
      SpillingRows rows, ReferenceData reference, Consumer<RiskFacts.Result> results) {
    RiskMonths sums = new RiskMonths();
    for (int part = 0; part < rows.parts(); part++) {
      results.accept(
          RiskFacts.derive(silver.schema(), rows.part(part), reference, runId, loadedAt, sums));
    }
    rows.close();
    return sums.toBlocks();
  }

  @Override
  public void keep(int bucket, String attempt, BucketOutcome outcome) {
    months.keep(bucket, attempt, outcome);
  }
}
