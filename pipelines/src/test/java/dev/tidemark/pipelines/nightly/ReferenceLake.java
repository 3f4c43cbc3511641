// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.PlanFile;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.WritePlan;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.FlatMapElements;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * A lake of reference tables and their dimensions alone, made by the steps of the nightly graph out
 * of conformed images, and committed batch by batch.
 */
final class ReferenceLake {

  private static final int BUCKETS = 4;
  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");
  private static final DatabaseConfig SOURCE =
      TidemarkConfig.parse("{source: {url: 'jdbc:h2:mem:none'}, lake: {root: none}}").source();

  private final String root;
  private final DeltaTableStore store;
  private final Map<String, List<String>> tracked;
  private Map<String, List<ContractColumn>> newColumns = Map.of();
  private long batch;

  ReferenceLake(Path root, Map<String, List<String>> tracked) {
    this.root = root.toString();
    this.tracked = tracked;
    store = DeltaTableStore.in(this.root);
  }

  /** From the next batch on the sources have these columns beside their contracts. */
  void grow(Map<String, List<ContractColumn>> columns) {
    newColumns = columns;
  }

  /** The tables as the next batch would write them. */
  LakeTables tables() {
    return LakeTables.stored(BUCKETS, Map.of(), store).tracking(tracked).with(newColumns);
  }

  /** Merges images, rows of the tables' changes, and commits; gives the figures. */
  Map<String, Long> run(Map<ReferenceTable, List<Row>> images) {
    batch++;
    RunPlan plan = plan();
    DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
    options.setEnforceImmutability(false);
    options.setEnforceEncodability(false);
    Pipeline pipeline = Pipeline.create(options);
    List<PCollection<TableChange>> changes = new ArrayList<>();
    List<PCollection<KV<String, String>>> figures = new ArrayList<>();
    List<ReferenceViews.Packed> versions = new ArrayList<>();
    for (ReferenceTable table : ReferenceTable.values()) {
      KeepHistory.Kept kept =
          KeepHistory.ofMerged(table, plan)
              .from(merge(pipeline, table, plan, images.getOrDefault(table, List.of()), changes));
      figures.add(kept.figures());
      changes.add(kept.present());
      kept.due()
          .apply(
              "Due for " + table.tableName(),
              MapElements.into(TypeDescriptors.voids()).via(bucket -> (Void) null));
      versions.add(new ReferenceViews.Packed(kept.schema(), kept.versions()));
    }
    ReferenceViews views =
        new ReferenceViews(
            versions.get(ReferenceTable.CONTRACT_SECTION.ordinal()),
            versions.get(ReferenceTable.COVERHOLDER.ordinal()),
            versions.get(ReferenceTable.BROKER.ordinal()),
            ReferenceViews.Packed.of(
                "rates",
                pipeline.apply(
                    "No rates", Create.empty(plan.tables().silver("ExchangeRate").schema()))));
    changes.add(
        BuildDimensions.of(DimensionStage.histories(plan))
            .from(
                pipeline,
                views,
                pipeline
                    .apply("No parties", Create.empty(ByteArrayCoder.of()))
                    .apply("View no parties", View.asList())));
    PCollectionList.of(changes)
        .apply("All changes", Flatten.pCollections())
        .apply(
            WritePlan.in(root)
                .ofBatch(batch)
                .withFigures(
                    PCollectionList.of(figures).apply("All figures", Flatten.pCollections())));
    pipeline.run().waitUntilFinish();
    return commit(plan);
  }

  /** What all images of a table would make in the next batch. */
  ReferenceHistory.Made of(ReferenceTable table, List<Row> images) {
    RunPlan plan = plan();
    return ReferenceHistory.ofMerged(table, plan)
        .of(RowBlocks.of(plan.tables().changes(table.tableName()).schema(), images));
  }

  private static PCollection<KV<Integer, byte[]>> merge(
      Pipeline pipeline,
      ReferenceTable table,
      RunPlan plan,
      List<Row> images,
      List<PCollection<TableChange>> changes) {
    String name = table.tableName();
    TableSpec spec = plan.tables().changes(name);
    List<Row> stamped =
        images.stream()
            .map(
                image ->
                    Row.withSchema(spec.schema())
                        .attachValues(
                            spec.schema().getFieldNames().stream()
                                .map(
                                    column ->
                                        column.equals(LakeTables.BATCH_ID)
                                            ? (Object) plan.batchId()
                                            : image.getSchema().hasField(column)
                                                ? image.getValue(column)
                                                : null)
                                .collect(Collectors.toCollection(ArrayList::new))))
            .toList();
    PCollection<BucketOutcome> outcomes =
        pipeline
            .apply("Landed " + name, Create.of(stamped).withRowSchema(spec.schema()))
            .apply("Pack " + name, PackRows.byKey().into(1))
            .apply("Merge landed " + name, MergeLanded.of(name, plan));
    changes.add(
        outcomes
            .apply(
                "Changes of " + name,
                FlatMapElements.into(TypeDescriptor.of(TableChange.class))
                    .via(BucketOutcome::changes))
            .setCoder(TableChange.coder()));
    return outcomes
        .apply(
            "Known images of " + name,
            FlatMapElements.into(
                    TypeDescriptors.kvs(
                        TypeDescriptors.integers(), TypeDescriptor.of(byte[].class)))
                .via(outcome -> outcome.images().stream().map(image -> KV.of(0, image)).toList()))
        .setCoder(PackRows.coder());
  }

  private RunPlan plan() {
    LakeTables tables = tables();
    return new RunPlan(
        "run-" + batch,
        batch,
        NIGHT,
        NIGHT,
        LocalDate.of(2024, 6, 3),
        SOURCE,
        root,
        tables,
        LakeSnapshot.of(tables.all().stream().map(store::pin).toList()),
        Map.of(),
        Map.of(),
        tables.trackedColumns(),
        Rebuild.none(),
        null);
  }

  private Map<String, Long> commit(RunPlan plan) {
    PlanFile planned = PlanFile.read(root, batch);
    planned.changes().stream()
        .collect(Collectors.groupingBy(TableChange::table, TreeMap::new, Collectors.toList()))
        .forEach(
            (path, own) -> {
              TableSpec spec = plan.tables().at(path);
              store.commit(spec, plan.pinned(spec).version(), own, "test." + path, batch);
            });
    Map<String, Long> figures = new TreeMap<>();
    planned
        .figures()
        .forEach(
            (name, values) -> figures.put(name, values.stream().mapToLong(Long::parseLong).sum()));
    return figures;
  }

  /** The digests of changes, silver, histories and dimensions. */
  Map<String, TableDigest> digests() {
    LakeTables tables = tables();
    Map<String, TableDigest> digests = new LinkedHashMap<>();
    for (ReferenceTable table : ReferenceTable.values()) {
      for (TableSpec spec :
          List.of(
              tables.changes(table.tableName()),
              tables.silver(table.tableName()),
              tables.history(table),
              tables.current(table))) {
        digests.put(spec.path(), TableDigest.of(spec, store.pin(spec), root));
      }
    }
    return digests;
  }

  List<Row> rows(TableSpec spec) {
    List<Row> rows = new ArrayList<>();
    TableRows.of(spec, store.pin(spec), root).forEach(row -> rows.add(row.toRow()));
    return rows;
  }
}
