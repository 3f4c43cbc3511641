// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.ClaimFacts;
import dev.tidemark.transforms.facts.ClaimMonths;
import dev.tidemark.transforms.facts.PaidDays;
import dev.tidemark.transforms.facts.ReferenceData;
import java.time.Instant;

/**
 * From a bucket's silver claims to their positions, superseded versions, months and days of
 * payments, and the mart of what was paid by claim. A part of a bucket holds whole claims, for a
 * position depends on the one before.
 */
final class ClaimStage implements FactStage {

  private static final long serialVersionUID = 1L;

  private final TableSpec silver;
  private final StoredFacts facts;
  private final StoredPartials months;
  private final StoredPartials days;
  private final StoredPayments payments;
  private final String runId;
  private final Instant loadedAt;

  ClaimStage(RunPlan plan) {
    FactTables tables = plan.tables().facts(TransactionTable.CLAIM);
    silver = plan.tables().silver(TransactionTable.CLAIM.tableName());
    facts = new StoredFacts(plan, tables);
    months =
        new StoredPartials(
            plan,
            tables.months(),
            "live_versions",
            "deleted_versions",
            "fact_rows",
            "rows_without_gbp",
            "paid_movement_gbp",
            "incurred_change_gbp",
            "claim_count",
            "latest_paid_gbp",
            "latest_outstanding_gbp",
            "latest_incurred_gbp");
    days = new StoredPartials(plan, plan.tables().at(FactTables.PAID_DAYS), "payments", "paid_gbp");
    payments = new StoredPayments(plan);
    runId = plan.runId();
    loadedAt = plan.logicalTime();
  }

  @Override
  public boolean isMissingTable() {
    return facts.isMissing() || months.isMissing() || days.isMissing() || payments.isMissing();
  }

  @Override
  public SpillingRows rows() {
    return SpillingRows.by(RowKey.of(silver.layout(), ClaimFacts.CLAIM));
  }

  @Override
  public void derive(
      int bucket,
      SpillingRows rows,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome) {
    ClaimMonths monthSums = new ClaimMonths();
    PaidDays daySums = new PaidDays();
    RowBlocks paid;
    try (StoredFacts.Rows derived = facts.rows();
        SpillingRows paidByClaim = payments.rows()) {
      for (int part = 0; part < rows.parts(); part++) {
        ClaimFacts.Result result =
            ClaimFacts.derive(
                silver.schema(), rows.part(part), reference, runId, loadedAt, monthSums, daySums);
        derived.add(result.facts(), result.superseded());
        payments.add(result.facts(), paidByClaim, outcome);
        outcome.count("ClaimTransaction.ambiguous_duplicates", result.ambiguous());
      }
      rows.close();
      facts.replace(bucket, derived, attempt, outcome);
      paid = daySums.toBlocks();
      payments.replace(bucket, paidByClaim, paid, attempt, outcome);
    }
    months.replace(bucket, monthSums.toBlocks(), attempt, outcome);
    days.replace(bucket, paid, attempt, outcome);
  }

  @Override
  public void keep(int bucket, String attempt, BucketOutcome outcome) {
    months.keep(bucket, attempt, outcome);
    days.keep(bucket, attempt, outcome);
  }
}
