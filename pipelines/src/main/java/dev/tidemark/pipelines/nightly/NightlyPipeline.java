// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.landing.LandedTable;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.source.ExtractWatermark;
import dev.tidemark.pipelines.table.ReadTable;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.WritePlan;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.latest.KeepLatest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.FlatMapElements;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * The nightly graph, from the source to the plan of what would change.
 *
 * <pre>
 * Extract   due tables by watermark, landed as Parquet, the manifest last: a barrier
 * Conform   what the manifest names; bad rows to quarantine          Merge     per bucket: silver, facts, section months
 * History   changes to SCD2 dimensions, inferred rows                Marts     from section months
 * Audit     gold as it would be published, read back from its files
 * Plan      every table's changes and figures in one file: nobody sees anything yet
 * </pre>
 */
public final class NightlyPipeline {

  private final Pipeline pipeline;
  private final RunPlan plan;
  private final PCollection<LandedTable> landed;
  private final List<PCollection<BucketOutcome>> outcomes = new ArrayList<>();
  private final List<PCollection<TableChange>> changes = new ArrayList<>();
  private final List<PCollection<KV<String, String>>> figures = new ArrayList<>();
  private final Affected affected;

  private NightlyPipeline(Pipeline pipeline, RunPlan plan) {
    this.pipeline = pipeline;
    this.plan = plan;
    this.affected = new Affected(plan);
    this.landed = landed();
  }

  /**
   * Adds the graph of a run to a pipeline. Running it writes files and the plan, and publishes
   * nothing.
   */
  public static void build(Pipeline pipeline, RunPlan plan) {
    new NightlyPipeline(pipeline, plan).build();
  }

  private void build() {
    DueBuckets due = new DueBuckets(plan.tables().buckets());
    due.add(pipeline.begin(), plan.rebuild().buckets());
    ReferenceViews reference =
        new ReferenceViews(
            historyOf(ReferenceTable.CONTRACT_SECTION, due),
            historyOf(ReferenceTable.COVERHOLDER, due),
            historyOf(ReferenceTable.BROKER, due),
            planningTable("ExchangeRate"));
    AccountViews accounts = new AccountViews(reference, planningTable("BusinessPlan"));
    if (plan.isDue("BusinessPlan")) {
      affected.addAll(MartScope.ACCOUNT);
    }
    if (plan.isDue("ExchangeRate")) {
      due.addAll(pipeline.begin());
    }

    PCollectionView<Iterable<Integer>> dueBuckets = due.asView(pipeline.begin());
    merge(TransactionTable.RISK, new RiskStage(plan), reference, dueBuckets);
    merge(TransactionTable.PREMIUM, new PremiumStage(plan), reference, dueBuckets);
    merge(TransactionTable.CLAIM, new ClaimStage(plan), reference, dueBuckets);
    mergeAddedTables();
    derive(reference, accounts);
    writePlan();
  }

  /** Dimensions and marts, out of what the merges gave. */
  private void derive(ReferenceViews reference, AccountViews accounts) {
    PCollection<BucketOutcome> merged =
        PCollectionList.of(outcomes).apply("Outcomes", Flatten.pCollections());
    OutcomeParts parts = OutcomeParts.of(merged, plan.tables());
    changes.add(parts.changes());
    figures.add(parts.figures());
    changes.add(
        BuildDimensions.of(DimensionStage.of(plan)).from(pipeline, reference, parts.parties()));
    Affected.Found found = affected.find(pipeline, reference, parts);
    figures.add(found.figures());
    BuildMarts.Built marts = new BuildMarts(plan, reference, accounts, found.groups()).from(merged);
    changes.add(marts.changes());
    figures.add(marts.figures());
  }

  /**
   * Every version of a reference table's keys. Its silver, its history and so its dimension are
   * functions of every image that is known of it, whenever and in whatever order these came.
   */
  private ReferenceViews.Packed historyOf(ReferenceTable table, DueBuckets due) {
    String name = table.tableName();
    TableSpec stored = plan.tables().changes(name);
    KeepHistory.Kept kept =
        plan.isDue(name)
            ? KeepHistory.ofMerged(table, plan).from(mergedImages(table, due))
            : KeepHistory.ofStored(table, plan)
                .from(pipeline.apply("Stored changes of " + name, read(stored).asBlocks()));
    figures.add(kept.figures());
    changes.add(kept.present());
    due.add(kept.due());
    return new ReferenceViews.Packed(kept.schema(), kept.versions());
  }

  /** Merges what came of a reference table, and gives every image that is known of it then. */
  private PCollection<KV<Integer, byte[]>> mergedImages(ReferenceTable table, DueBuckets due) {
    String name = table.tableName();
    TableSpec changeTable = plan.tables().changes(name);
    PCollection<KV<Integer, byte[]>> conformed = conformed(name);
    PCollection<BucketOutcome> merged =
        conformed.apply("Merge landed " + name, MergeLanded.of(name, plan));
    outcomes.add(merged);
    if (table == ReferenceTable.CONTRACT_SECTION) {
      due.addSections(conformed.apply("Good rows of " + name, GoodRows.of(changeTable)));
    } else if (table == ReferenceTable.COVERHOLDER) {
      affected.addCoverholders(conformed.apply("Good rows of " + name, GoodRows.of(changeTable)));
    }
    return merged
        .apply(
            "Known images of " + name,
            FlatMapElements.into(
                    TypeDescriptors.kvs(
                        TypeDescriptors.integers(), TypeDescriptor.of(byte[].class)))
                .via(outcome -> outcome.images().stream().map(image -> KV.of(0, image)).toList()))
        .setCoder(PackRows.coder());
  }

  /**
   * The rows of a planning table: as it is stored, as it came whole, or, if it is configured with a
   * watermark, the newest of both.
   */
  private ReferenceViews.Packed planningTable(String table) {
    TableSpec silver = plan.tables().silver(table);
    if (!plan.isDue(table)) {
      return new ReferenceViews.Packed(
          silver.schema(),
          pipeline
              .apply("Stored " + table, read(silver).asBlocks())
              .apply("Blocks of stored " + table, Values.create()));
    }
    return ReferenceViews.Packed.of(table, newest(table, silver));
  }

  private PCollection<Row> newest(String table, TableSpec silver) {
    PCollection<Row> landed = mergedRows(table, silver);
    String mark = LoadMarks.of(plan.load(table)).column();
    if (mark == null) {
      return landed;
    }
    return PCollectionList.of(pipeline.apply("Stored " + table, read(silver)))
        .and(landed)
        .apply("All of " + table, Flatten.pCollections())
        .setRowSchema(silver.schema())
        .apply(
            "Newest of " + table,
            KeepLatest.perKey(silver.key().toArray(new String[0]))
                .orderedBy(Order.desc(mark), Order.desc(LakeTables.BATCH_ID))
                .into(LakeTables.REFERENCE_BUCKETS));
  }

  /** Merges transactions and derives what comes of them, whether they are due or not. */
  private void merge(
      TransactionTable table,
      FactStage stage,
      ReferenceViews reference,
      PCollectionView<Iterable<Integer>> due) {
    String name = table.tableName();
    PCollection<KV<Integer, byte[]>> conformed =
        plan.isDue(name)
            ? conformed(name)
            : pipeline.apply("No " + name, Create.empty(PackRows.coder()));
    outcomes.add(
        conformed.apply("Merge " + name, MergeLanded.ofFacts(table, plan, stage, reference, due)));
  }

  /** A configured table that gold does not know is kept in silver all the same. */
  private void mergeAddedTables() {
    for (TableLoad load : plan.loads().values()) {
      String name = load.table();
      if (TransactionTable.named(name).isEmpty()
          && ReferenceTable.named(name).isEmpty()
          && !name.equals("ExchangeRate")
          && !name.equals("BusinessPlan")) {
        outcomes.add(conformed(name).apply("Merge " + name, MergeLanded.of(name, plan)));
      }
    }
  }

  private PCollection<KV<Integer, byte[]>> conformed(String table) {
    return landedRowGroups(table).apply("Conform " + table, ConformLanded.of(table, plan));
  }

  /** Merges a table, and gives its landed rows, those left out that are kept out of silver. */
  private PCollection<Row> mergedRows(String table, TableSpec target) {
    PCollection<KV<Integer, byte[]>> conformed = conformed(table);
    outcomes.add(conformed.apply("Merge landed " + table, MergeLanded.of(table, plan)));
    return conformed.apply("Good rows of " + table, GoodRows.of(target));
  }

  private PCollection<KV<String, Integer>> landedRowGroups(String table) {
    return landed
        .apply("Landed " + table, Filter.by(l -> l.table().equals(table)))
        .apply("Read landed " + table, LandedRows.rowGroups(plan.landedSchema(table)));
  }

  /** Reads and lands every due table, or takes what a comparison of keys has landed. */
  private PCollection<LandedTable> landed() {
    List<LandedTable> tombstones = plan.tombstones();
    PCollection<LandedTable> landed =
        tombstones.isEmpty()
            ? pipeline.apply(
                "Extract",
                ExtractWatermark.from(plan.source())
                    .read(plan.reads())
                    .into(new LandingLayout(plan.lakeRoot()))
                    .at(plan.landingTime(), plan.runId()))
            : pipeline.apply(
                "Tombstones",
                Create.of(tombstones).withCoder(SerializableCoder.of(LandedTable.class)));
    figures.add(
        landed
            .apply(
                "Landed rows",
                MapElements.into(
                        TypeDescriptors.kvs(TypeDescriptors.strings(), TypeDescriptors.strings()))
                    .via(l -> KV.of(l.table() + ".landed_rows", Long.toString(l.rows()))))
            .setCoder(figureCoder()));
    return landed;
  }

  /** The last step: gold goes into the plan through the gate, everything else as it is. */
  private void writePlan() {
    AuditGold gate = AuditGold.of(plan.tables(), plan.snapshot(), plan.rebuild(), plan.lakeRoot());
    // the filters travel to every worker: they take the names of tables, not the gate
    HashSet<String> gold = new HashSet<>(gate.tables());
    PCollection<TableChange> all =
        PCollectionList.of(changes).apply("All changes", Flatten.pCollections());
    all.apply("Changes beside gold", Filter.by(change -> !gold.contains(change.table())))
        .apply(
            "Write plan",
            WritePlan.in(plan.lakeRoot())
                .ofBatch(plan.batchId())
                .withParts(
                    all.apply("Gold", Filter.by(change -> gold.contains(change.table())))
                        .apply("Audit gold", gate))
                .withFigures(
                    PCollectionList.of(figures).apply("All figures", Flatten.pCollections())));
  }

  private ReadTable read(TableSpec spec) {
    return ReadTable.of(spec).at(plan.pinned(spec)).inLake(plan.lakeRoot());
  }

  static KvCoder<String, String> figureCoder() {
    return KvCoder.of(StringUtf8Coder.of(), StringUtf8Coder.of());
  }
}
