// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.islands.GroupIntoIslands;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;

/**
 * The marts of the affected sections, coverholders and accounts from their partial sums, compared
 * with what is stored of them.
 */
final class BuildMarts {

  private static final TupleTag<Row> GPI = new TupleTag<>() {};
  private static final TupleTag<Row> ISLANDS = new TupleTag<>() {};
  private static final TupleTag<Row> MISSING = new TupleTag<>() {};
  private static final TupleTag<Row> TIMELINESS = new TupleTag<>() {};

  private final RunPlan plan;
  private final ReferenceViews reference;

  BuildMarts(RunPlan plan, ReferenceViews reference) {
    this.plan = plan;
    this.reference = reference;
  }

  /** What the marts' tables change, and the figures to judge them by. */
  record Built(PCollection<TableChange> changes, PCollection<KV<String, String>> figures) {}

  Built from(Partials partials) {
    PCollectionTuple marts =
        partials
            .months(MartScope.SECTION)
            .apply("Pack", PackRows.byKey("umr", "section_no").into(LakeTables.MART_BUCKETS))
            .apply("Group sections", GroupByKey.create())
            .apply(
                "Section marts",
                ParDo.of(new SectionFn(reference, plan.asOf()))
                    .withSideInputs(reference.all())
                    .withOutputTags(GPI, TupleTagList.of(ISLANDS).and(MISSING).and(TIMELINESS)));
    PCollection<Row> byCoverholder =
        partials
            .months(MartScope.COVERHOLDER)
            .apply(
                "Covered months",
                ParDo.of(new CoveredFn(reference)).withSideInputs(reference.all()))
            .setRowSchema(CoveredMonths.SCHEMA)
            .apply(
                "Islands by coverholder",
                GroupIntoIslands.perKey("coverholder_key", "coverholder_id")
                    .of("covered_month")
                    .into(LakeTables.MART_BUCKETS));
    PCollection<Row> monthly =
        new PremiumMonthly(reference)
            .from(partials.months(MartScope.SECTION), partials.claims(MartScope.SECTION));
    PCollection<TableChange> changes =
        PCollectionList.of(
                merge(
                    Marts.GPI_UTILISATION,
                    rows(marts, GPI, Marts.GPI_UTILISATION_SCHEMA),
                    partials))
            .and(
                merge(
                    Marts.ISLANDS_BY_SECTION,
                    rows(marts, ISLANDS, Marts.ISLANDS_BY_SECTION_SCHEMA),
                    partials))
            .and(
                merge(
                    Marts.MISSING_BORDEREAUX,
                    rows(marts, MISSING, Marts.MISSING_BORDEREAUX_SCHEMA),
                    partials))
            .and(merge(Marts.ISLANDS_BY_COVERHOLDER, byCoverholder, partials))
            .and(
                merge(
                    Marts.BORDEREAU_TIMELINESS,
                    rows(marts, TIMELINESS, Marts.BORDEREAU_TIMELINESS_SCHEMA),
                    partials))
            .and(merge(Marts.PREMIUM_MONTHLY, monthly, partials))
            .apply("Mart changes", Flatten.pCollections());
    List<PCollection<KV<String, String>>> figures = new ArrayList<>(partials.affected().figures());
    figures.add(
        changes.apply(
            "Totals of marts",
            MartTotals.of(plan)
                .adding(Marts.GPI_UTILISATION, List.of("month_gwp_gbp"))
                .adding(Marts.PREMIUM_MONTHLY, PremiumMonthly.RECONCILED)));
    return new Built(
        changes, PCollectionList.of(figures).apply("Mart figures", Flatten.pCollections()));
  }

  private static PCollection<Row> rows(PCollectionTuple marts, TupleTag<Row> tag, Schema schema) {
    return marts.get(tag).setRowSchema(schema);
  }

  private PCollection<TableChange> merge(String name, PCollection<Row> rows, Partials partials) {
    return partials.affected().merge(name, rows, plan);
  }

  private static final class SectionFn extends DoFn<KV<Integer, Iterable<byte[]>>, Row> {

    private static final long serialVersionUID = 1L;

    private final ReferenceViews reference;
    private final LocalDate asOf;

    SectionFn(ReferenceViews reference, LocalDate asOf) {
      this.reference = reference;
      this.asOf = asOf;
    }

    @ProcessElement
    public void make(ProcessContext context) {
      RowBlocks months = RowBlocks.of(context.element().getValue());
      ReferenceData known = reference.read(context);
      new TimelinessMart(known).of(months, row -> context.output(TIMELINESS, row));
      new SectionMarts(known, asOf)
          .of(
              months,
              new SectionMarts.Output() {
                @Override
                public void gpi(Row row) {
                  context.output(row);
                }

                @Override
                public void island(Row row) {
                  context.output(ISLANDS, row);
                }

                @Override
                public void missing(Row row) {
                  context.output(MISSING, row);
                }
              });
    }
  }

  private static final class CoveredFn extends DoFn<Row, Row> {

    private static final long serialVersionUID = 1L;

    private final ReferenceViews.BundleReader reference;

    CoveredFn(ReferenceViews views) {
      this.reference = views.perBundle();
    }

    @StartBundle
    public void start() {
      reference.reset();
    }

    @ProcessElement
    public void cover(ProcessContext context) {
      new CoveredMonths(reference.read(context)).of(context.element(), context::output);
    }
  }
}
