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
import java.util.function.Consumer;

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
  public RowKey group() {
    return RowKey.of(silver.layout(), ClaimFacts.CLAIM);
  }

  @Override
  public void derive(
      int bucket,
      SpillingRows rows,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome) {
    Sums sums;
    try (StoredFacts.Rows derived = facts.derivedOf(rows);
        SpillingRows paid = payments.rows()) {
      sums = derive(rows, reference, result -> add(result, derived, paid, outcome));
      facts.replace(bucket, derived, attempt, outcome);
      payments.replace(bucket, paid, sums.days(), attempt, outcome);
    }
    months.replace(bucket, sums.months(), attempt, outcome);
    days.replace(bucket, sums.days(), attempt, outcome);
  }

  @Override
  public void deriveGroups(
      int bucket,
      SpillingRows before,
      SpillingRows after,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome) {
    Sums leaving;
    Sums coming;
    try (StoredFacts.Rows former = facts.derivedOf(before);
        SpillingRows formerlyPaid = payments.rows();
        StoredFacts.Rows derived = facts.derivedOf(after);
        SpillingRows paid = payments.rows()) {
      leaving =
          derive(
              before,
              reference,
              result -> {
                former.add(result.facts(), result.superseded());
                payments.addFormer(result.facts(), formerlyPaid);
              });
      coming = derive(after, reference, result -> add(result, derived, paid, outcome));
      facts.change(bucket, former, derived, attempt, outcome);
      payments.change(bucket, formerlyPaid, paid, coming.days(), attempt, outcome);
    }
    months.change(bucket, leaving.months(), coming.months(), attempt, outcome);
    days.change(bucket, leaving.days(), coming.days(), attempt, outcome);
  }

  private void add(
      ClaimFacts.Result result,
      StoredFacts.Rows derived,
      SpillingRows paid,
      BucketOutcome outcome) {
    derived.add(result.facts(), result.superseded());
    payments.add(result.facts(), paid, outcome);
    outcome.count("ClaimTransaction.ambiguous_duplicates", result.ambiguous());
  }

  private record Sums(RowBlocks months, RowBlocks days) {}

  /** Derives rows part by part; gives their months and days of payments. */
  private Sums derive(
      SpillingRows rows, ReferenceData reference, Consumer<ClaimFacts.Result> results) {
    ClaimMonths monthSums = new ClaimMonths();
    PaidDays daySums = new PaidDays();
    for (int part = 0; part < rows.parts(); part++) {
      results.accept(
          ClaimFacts.derive(
              silver.schema(), rows.part(part), reference, runId, loadedAt, monthSums, daySums));
    }
    rows.close();
    return new Sums(monthSums.toBlocks(), daySums.toBlocks());
  }

  @Override
  public void keep(int bucket, String attempt, BucketOutcome outcome) {
    months.keep(bucket, attempt, outcome);
    days.keep(bucket, attempt, outcome);
  }
}
