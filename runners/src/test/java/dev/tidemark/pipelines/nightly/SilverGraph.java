// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.landing.LandedTable;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.WritePlan;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.conform.TransactionTable;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.FlatMapElements;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * The part of {@link NightlyPipeline} from landed premium to silver and facts, for measurements:
 * its own steps in its own order, without dimensions, marts and the gate.
 */
public final class SilverGraph {

  private final Pipeline pipeline;
  private final RunPlan plan;
  private final PCollection<LandedTable> landed;
  private final DueBuckets due;
  private final List<PCollection<TableChange>> changes = new ArrayList<>();
  private final List<PCollection<KV<String, String>>> figures = new ArrayList<>();

  private SilverGraph(Pipeline pipeline, RunPlan plan) {
    this.pipeline = pipeline;
    this.plan = plan;
    due = new DueBuckets(plan.tables().buckets());
    landed =
        pipeline.apply(
            "Landed",
            Create.of(plan.tombstones()).withCoder(SerializableCoder.of(LandedTable.class)));
  }

  /** Adds the graph of a plan whose loads are landed. */
  public static void build(Pipeline pipeline, RunPlan plan) {
    new SilverGraph(pipeline, plan).build();
  }

  private void build() {
    ReferenceViews reference =
        new ReferenceViews(
            historyOf(ReferenceTable.CONTRACT_SECTION),
            historyOf(ReferenceTable.COVERHOLDER),
            historyOf(ReferenceTable.BROKER),
            rates());
    TransactionTable premium = TransactionTable.PREMIUM;
    add(
        premium.tableName(),
        conformed(premium.tableName())
            .apply(
                "Merge premium",
                MergeLanded.ofFacts(
                    premium,
                    plan,
                    new PremiumStage(plan),
                    reference,
                    due.asView(pipeline.begin()))));
    PCollectionList.of(changes)
        .apply("All changes", Flatten.pCollections())
        .apply(
            "Write plan",
            WritePlan.in(plan.lakeRoot())
                .ofBatch(plan.batchId())
                .withFigures(
                    PCollectionList.of(figures).apply("All figures", Flatten.pCollections())));
  }

  private ReferenceViews.Packed historyOf(ReferenceTable table) {
    String name = table.tableName();
    PCollection<BucketOutcome> merged =
        conformed(name).apply("Merge landed " + name, MergeLanded.of(name, plan));
    add(name, merged);
    KeepHistory.Kept kept =
        KeepHistory.ofMerged(table, plan)
            .from(
                merged
                    .apply(
                        "Known images of " + name,
                        FlatMapElements.into(
                                TypeDescriptors.kvs(
                                    TypeDescriptors.integers(), TypeDescriptor.of(byte[].class)))
                            .via(
                                outcome ->
                                    outcome.images().stream()
                                        .map(image -> KV.of(0, image))
                                        .toList()))
                    .setCoder(PackRows.coder()));
    figures.add(kept.figures());
    changes.add(kept.present());
    due.add(kept.due());
    return new ReferenceViews.Packed(kept.schema(), kept.versions());
  }

  private ReferenceViews.Packed rates() {
    PCollection<KV<Integer, byte[]>> conformed = conformed("ExchangeRate");
    add("ExchangeRate", conformed.apply("Merge rates", MergeLanded.of("ExchangeRate", plan)));
    return ReferenceViews.Packed.of(
        "rates", conformed.apply("Good rates", GoodRows.of(plan.tables().silver("ExchangeRate"))));
  }

  private PCollection<KV<Integer, byte[]>> conformed(String table) {
    return landed
        .apply("Landed " + table, Filter.by(l -> l.table().equals(table)))
        .apply("Read landed " + table, LandedRows.rowGroups(plan.landedSchema(table)))
        .apply("Conform " + table, ConformLanded.of(table, plan));
  }

  private void add(String table, PCollection<BucketOutcome> outcomes) {
    changes.add(
        outcomes
            .apply(
                "Changes by " + table,
                FlatMapElements.into(TypeDescriptor.of(TableChange.class))
                    .via(BucketOutcome::changes))
            .setCoder(TableChange.coder()));
  }
}
