// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.MergeInto;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.islands.GroupIntoIslands;
import java.math.BigDecimal;
import java.time.LocalDate;
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

/** The marts from the partial sums of the whole lake, compared with what is stored. */
final class BuildMarts {

  /** The figure that sums month_gwp_gbp over the mart. */
  static final String GPI_FIGURE = "gpi_utilisation.month_gwp_gbp";

  private static final TupleTag<Row> GPI = new TupleTag<>() {};
  private static final TupleTag<Row> ISLANDS = new TupleTag<>() {};
  private static final TupleTag<Row> MISSING = new TupleTag<>() {};
  private static final TupleTag<Row> COVERED = new TupleTag<>() {};
  private static final TupleTag<Row> TIMELINESS = new TupleTag<>() {};
  private static final TupleTag<KV<String, String>> FIGURES = new TupleTag<>() {};

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
                    .withOutputTags(
                        GPI, TupleTagList.of(ISLANDS)
                            .and(MISSING)
                            .and(COVERED)
                            .and(TIMELINESS)
                            .and(FIGURES)));
    PCollection<Row> byCoverholder =
        rows(marts, COVERED, SectionMarts.COVERED_SCHEMA)
            .apply(
                "Islands by coverholder",
                GroupIntoIslands.perKey("coverholder_key", "coverholder_id")
                    .of("covered_month")
                    .into(LakeTables.MART_BUCKETS));
    PremiumMonthly.Made monthly =
        new PremiumMonthly(reference).from(partials.months(MartScope.SECTION));
    PCollection<TableChange> changes =
        PCollectionList.of(
                merge(Marts.GPI_UTILISATION, rows(marts, GPI, Marts.GPI_UTILISATION_SCHEMA)))
            .and(
                merge(
                    Marts.ISLANDS_BY_SECTION,
                    rows(marts, ISLANDS, Marts.ISLANDS_BY_SECTION_SCHEMA)))
            .and(
                merge(
                    Marts.MISSING_BORDEREAUX,
                    rows(marts, MISSING, Marts.MISSING_BORDEREAUX_SCHEMA)))
            .and(merge(Marts.ISLANDS_BY_COVERHOLDER, byCoverholder))
            .and(
                merge(
                    Marts.BORDEREAU_TIMELINESS,
                    rows(marts, TIMELINESS, Marts.BORDEREAU_TIMELINESS_SCHEMA)))
            .and(merge(Marts.PREMIUM_MONTHLY, monthly.rows()))
            .apply("Mart changes", Flatten.pCollections());
    PCollection<KV<String, String>> figures =
        PCollectionList.of(marts.get(FIGURES).setCoder(NightlyPipeline.figureCoder()))
            .and(monthly.figures())
            .apply("Mart figures", Flatten.pCollections());
    return new Built(changes, figures);
  }

  private static PCollection<Row> rows(PCollectionTuple marts, TupleTag<Row> tag, Schema schema) {
    return marts.get(tag).setRowSchema(schema);
  }

  private PCollection<TableChange> merge(String mart, PCollection<Row> rows) {
    TableSpec spec = plan.tables().mart(mart);
    return rows.apply(
        "Merge " + mart,
        MergeInto.table(spec).at(plan.pinned(spec)).inLake(plan.lakeRoot()).replacing());
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
      BigDecimal[] total = {BigDecimal.ZERO};
      RowBlocks months = RowBlocks.of(context.element().getValue());
      ReferenceData known = reference.read(context);
      new TimelinessMart(known).of(months, row -> context.output(TIMELINESS, row));
      new SectionMarts(known, asOf)
          .of(
              months,
              new SectionMarts.Output() {
                @Override
                public void gpi(Row row) {
                  BigDecimal gwp = row.getValue("month_gwp_gbp");
                  total[0] = total[0].add(gwp == null ? BigDecimal.ZERO : gwp);
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

                @Override
                public void covered(Row row) {
                  context.output(COVERED, row);
                }
              });
      context.output(FIGURES, KV.of(GPI_FIGURE, total[0].toPlainString()));
    }
  }
}
