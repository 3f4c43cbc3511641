// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.RiskFacts;
import dev.tidemark.transforms.facts.RiskMonths;
import java.time.Instant;

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
  public SpillingRows rows() {
    return SpillingRows.by(RowKey.of(silver.layout(), RiskFacts.NATURAL_KEY));
  }

  @Override
  public void derive(
      int bucket,
      SpillingRows rows,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome) {
    RiskMonths sums = new RiskMonths();
    try (StoredFacts.Rows derived = facts.rows()) {
      for (int part = 0; part < rows.parts(); part++) {
        RiskFacts.Result result =
            RiskFacts.derive(silver.schema(), rows.part(part), reference, runId, loadedAt, sums);
        derived.add(result.facts(), result.superseded());
        outcome.count("RiskTransaction.ambiguous_duplicates", result.ambiguous());
      }
      rows.close();
      facts.replace(bucket, derived, attempt, outcome);
    }
    months.replace(bucket, sums.toBlocks(), attempt, outcome);
  }

  @Override
  public void keep(int bucket, String attempt, BucketOutcome outcome) {
    months.keep(bucket, attempt, outcome);
  }
}
