// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.facts.PaidByClaim;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.totals.MovingSum;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * The marts that look at claims beyond one section: what was paid by coverholder, and claims
 * against premium by account. What was paid by claim is made where its facts are.
 */
final class ClaimMarts {

  /** The figures of loss_ratio that stand for what its facts add up to. */
  static final List<String> LOSS_RATIO_FIGURES =
      List.of("gwp_gbp", "paid_gbp", "outstanding_gbp", "incurred_gbp", "claim_count");

  private static final String PAID_DAY = "paid_day_gbp";

  /** A payment of a coverholder's claims. */
  private static final Schema PAYMENT =
      Schema.builder()
          .addNullableStringField("coverholder_key")
          .addNullableStringField("coverholder_id")
          .addField("payment_date", Columns.DATE)
          .addField("paid_gbp", Columns.MONEY_SUM)
          .build();

  private final RunPlan plan;
  private final ReferenceViews reference;
  private final AccountViews accounts;

  ClaimMarts(RunPlan plan, ReferenceViews reference, AccountViews accounts) {
    this.plan = plan;
    this.reference = reference;
    this.accounts = accounts;
  }

  BuildMarts.Built from(Partials partials) {
    PCollection<Row> paid = paidByCoverholder(partials.payments(MartScope.COVERHOLDER));
    PCollection<Row> lossRatios =
        lossRatios(partials.months(MartScope.ACCOUNT), partials.claims(MartScope.ACCOUNT));
    PCollection<TableChange> changes =
        PCollectionList.of(merge(Marts.PAID_BY_COVERHOLDER, paid, partials))
            .and(merge(Marts.LOSS_RATIO, lossRatios, partials))
            .apply("Changes of claim marts", Flatten.pCollections());
    return new BuildMarts.Built(
        changes,
        changes.apply(
            "Totals of claim marts",
            MartTotals.of(plan)
                .adding(Marts.PAID_BY_COVERHOLDER, List.of(PAID_DAY))
                .adding(Marts.LOSS_RATIO, LOSS_RATIO_FIGURES)));
  }

  private PCollection<Row> paidByCoverholder(PCollection<Row> payments) {
    return derived("Payments by coverholder", payments, PAYMENT, ClaimMarts::payment)
        .apply(
            "Paid by coverholder",
            MovingSum.ofDays(PaidByClaim.DAYS)
                .titled(Marts.PAID_BY_COVERHOLDER)
                .perKey("coverholder_key", "coverholder_id")
                .datedBy("payment_date")
                .sum("paid_gbp")
                .as(PAID_DAY, "paid_last_90_days_gbp")
                .into(LakeTables.MART_BUCKETS));
  }

  private PCollection<Row> lossRatios(PCollection<Row> premium, PCollection<Row> claims) {
    return PCollectionList.of(
            derived("Premium by account", premium, LossRatioMart.PART, LossRatioMart::ofPremium))
        .and(derived("Claims by account", claims, LossRatioMart.PART, LossRatioMart::ofClaims))
        .apply("Parts of accounts", Flatten.pCollections())
        .setRowSchema(LossRatioMart.PART)
        .apply("Pack accounts", PackRows.byKey(LossRatioMart.ACCOUNT).into(LakeTables.MART_BUCKETS))
        .apply("Group accounts", GroupByKey.create())
        .apply("Loss ratios", ParDo.of(new LossRatioFn(accounts)).withSideInputs(accounts.all()))
        .setRowSchema(Marts.LOSS_RATIO_SCHEMA);
  }

  private PCollection<Row> derived(
      String name, PCollection<Row> partials, Schema schema, Step step) {
    return partials
        .apply(name, ParDo.of(new DeriveFn(reference, step)).withSideInputs(reference.all()))
        .setRowSchema(schema);
  }

  private PCollection<TableChange> merge(String name, PCollection<Row> rows, Partials partials) {
    return partials.affected().merge(name, rows, plan);
  }

  /** A section's day of payments is its coverholder's now; of an unknown section, as derived. */
  private static Row payment(Row sectionDay, ReferenceData reference) {
    Section section =
        reference.section(
            Objects.requireNonNull(sectionDay.getString("umr")),
            Objects.requireNonNull(sectionDay.getString("section_no")));
    String coverholder = Section.coverholderOf(section, sectionDay.getString("coverholder_id"));
    return Row.withSchema(PAYMENT)
        .addValues(
            coverholder == null ? null : DurableKey.key(coverholder),
            coverholder,
            sectionDay.getValue("payment_date"),
            sectionDay.getValue("paid_gbp"))
        .build();
  }

  /** What becomes of a row of partial sums; null: nothing. */
  private interface Step extends Serializable {

    @Nullable Row derive(Row partial, ReferenceData reference);
  }

  private static final class DeriveFn extends DoFn<Row, Row> {

    private static final long serialVersionUID = 1L;

    private final ReferenceViews.BundleReader reference;
    private final Step step;

    DeriveFn(ReferenceViews views, Step step) {
      reference = views.perBundle();
      this.step = step;
    }

    @StartBundle
    public void start() {
      reference.reset();
    }

    @ProcessElement
    public void derive(ProcessContext context) {
      Row row = step.derive(context.element(), reference.read(context));
      if (row != null) {
        context.output(row);
      }
    }
  }

  private static final class LossRatioFn extends DoFn<KV<Integer, Iterable<byte[]>>, Row> {

    private static final long serialVersionUID = 1L;

    private final AccountViews accounts;

    LossRatioFn(AccountViews accounts) {
      this.accounts = accounts;
    }

    @ProcessElement
    public void make(ProcessContext context) {
      new LossRatioMart(accounts.read(context))
          .of(RowBlocks.of(context.element().getValue()), context::output);
    }
  }
}
