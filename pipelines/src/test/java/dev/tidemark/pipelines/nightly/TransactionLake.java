// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.landing.LandedFile;
import dev.tidemark.pipelines.landing.LandedTable;
import dev.tidemark.pipelines.parquet.ParquetBlockWriter;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.Mark;
import dev.tidemark.pipelines.source.ReadScope;
import dev.tidemark.pipelines.source.SourceTable;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.source.TableRef;
import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.PlanFile;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.WritePlan;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.TransactionTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.FlatMapElements;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.jspecify.annotations.Nullable;

/**
 * A lake that gets images of transactions, the same ones in each of its tables, whatever a source
 * would hold: each run lands some, and goes through the graph from there to the facts.
 */
final class TransactionLake {

  static final int BUCKETS = 3;

  /** Later than it are images of the future. */
  static final String CLOCK = "2024-06-01T00:00:00Z";

  /**
   * An image of a source row.
   *
   * @param amount null for a premium and a claim that are bad
   * @param certificate null for a row that is bad in every table
   */
  record Image(
      long id,
      @Nullable String umr,
      String section,
      @Nullable String certificate,
      @Nullable String amount,
      String submitted,
      @Nullable String modified,
      boolean deleted) {}

  /** How large a run is to take itself for: it decides how stored images are found. */
  enum Increment {
    SMALL,
    LARGE
  }

  private static final Map<String, SourceTable> SOURCES = new HashMap<>();

  private final Path folder;
  private final DeltaTableStore store;
  private final LakeTables tables = LakeTables.of(BUCKETS, Map.of());
  private final List<TransactionTable> own;
  private final List<TableSpec> written = new ArrayList<>();
  private long batch;

  TransactionLake(Path folder, TransactionTable... own) throws SQLException {
    this.folder = folder;
    this.own = List.of(own);
    for (TransactionTable table : own) {
      written.add(tables.silver(table.tableName()));
      written.add(tables.quarantine(table.tableName()));
    }
    written.addAll(tables.facts(TransactionTable.PREMIUM).tables());
    store = DeltaTableStore.in(folder.toString());
    if (SOURCES.isEmpty()) {
      createSources();
    }
  }

  private void createSources() throws SQLException {
    List<String> statements = new ArrayList<>();
    for (TransactionTable table : TransactionTable.values()) {
      statements.add(
          tables.contract(table.tableName()).columns().stream()
              .map(column -> column.name() + " " + column.type())
              .collect(
                  Collectors.joining(", ", "CREATE TABLE t." + table.tableName() + " (", ")")));
    }
    TestSource.H2.fresh(statements.toArray(new String[0]));
    for (TransactionTable table : TransactionTable.values()) {
      TableContract contract = tables.contract(table.tableName());
      SOURCES.put(
          table.tableName(),
          JdbcSourceDatabase.of(TestSource.H2.config())
              .check(contract, TableRef.of(contract).named("t", table.tableName())));
    }
  }

  /** A run over images of every table; gives its figures. */
  Map<String, List<String>> run(List<Image> images, Increment size) {
    batch++;
    Instant time = Instant.parse(CLOCK).plusSeconds(batch);
    ReadScope scope =
        ReadScope.future(Mark.of(LocalDateTime.ofInstant(Instant.parse(CLOCK), ZoneOffset.UTC)));
    Map<String, TableLoad> loads = new LinkedHashMap<>();
    for (TransactionTable table : own) {
      String name = table.tableName();
      loads.put(
          name,
          new TableLoad(
              name,
              Objects.requireNonNull(SOURCES.get(name)),
              scope,
              time,
              land(table, images, size)));
    }
    LakeSnapshot pinned = LakeSnapshot.of(written.stream().map(store::pin).toList());
    DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
    options.setEnforceImmutability(false);
    options.setEnforceEncodability(false);
    Pipeline pipeline = Pipeline.create(options);
    build(pipeline, plan(time, loads, pinned));
    pipeline.run().waitUntilFinish();
    PlanFile planned = PlanFile.read(folder.toString(), batch);
    planned.changes().stream()
        .collect(Collectors.groupingBy(TableChange::table))
        .forEach(
            (path, changes) -> {
              if (!changes.stream().allMatch(TableChange::isEmpty)) {
                TableSpec spec = tables.at(path);
                store.commit(spec, pinned.table(spec).version(), changes, "test." + path, batch);
              }
            });
    return planned.figures();
  }

  /** The part of the nightly graph from landed rows to the plan, but for histories and marts. */
  private void build(Pipeline pipeline, RunPlan plan) {
    PCollectionList<BucketOutcome> outcomes = PCollectionList.empty(pipeline);
    for (TransactionTable table : own) {
      String name = table.tableName();
      LandedTable landed = Objects.requireNonNull(plan.load(name).tombstones());
      PCollection<KV<Integer, byte[]>> conformed =
          pipeline
              .apply("Landed " + name, Create.of(landed))
              .apply("Read " + name, LandedRows.rowGroups(plan.landedSchema(name)))
              .apply("Conform " + name, ConformLanded.of(name, plan));
      outcomes =
          outcomes.and(
              conformed.apply(
                  "Merge " + name,
                  table == TransactionTable.PREMIUM
                      ? MergeLanded.ofFacts(
                          table,
                          plan,
                          new PremiumStage(plan),
                          noReference(pipeline),
                          new DueBuckets(BUCKETS).asView(pipeline.begin()))
                      : MergeLanded.of(name, plan)));
    }
    PCollection<BucketOutcome> all = outcomes.apply(Flatten.pCollections());
    all.apply(
            FlatMapElements.into(TypeDescriptor.of(TableChange.class)).via(BucketOutcome::changes))
        .setCoder(TableChange.coder())
        .apply(
            WritePlan.in(folder.toString())
                .ofBatch(batch)
                .withFigures(
                    all.apply(
                            FlatMapElements.into(
                                    TypeDescriptors.kvs(
                                        TypeDescriptors.strings(), TypeDescriptors.strings()))
                                .via(
                                    outcome ->
                                        outcome.texts().entrySet().stream()
                                            .map(
                                                figure -> KV.of(figure.getKey(), figure.getValue()))
                                            .toList()))
                        .setCoder(NightlyPipeline.figureCoder())));
  }

  private static ReferenceViews noReference(Pipeline pipeline) {
    return new ReferenceViews(
        none(pipeline, Samples.versions(ReferenceTable.CONTRACT_SECTION)),
        none(pipeline, Samples.TABLES.silver("Coverholder").schema()),
        none(pipeline, Samples.TABLES.silver("Broker").schema()),
        none(pipeline, Samples.TABLES.silver("ExchangeRate").schema()));
  }

  private static ReferenceViews.Packed none(Pipeline pipeline, Schema schema) {
    return new ReferenceViews.Packed(
        schema,
        pipeline.apply("No rows of " + schema.hashCode(), Create.empty(ByteArrayCoder.of())));
  }

  private RunPlan plan(Instant time, Map<String, TableLoad> loads, LakeSnapshot pinned) {
    return new RunPlan(
        "run-" + batch,
        batch,
        time,
        time,
        LocalDate.of(2024, 6, 1),
        TestSource.H2.config(),
        folder.toString(),
        tables,
        pinned,
        loads,
        Map.of(),
        Map.of(),
        Rebuild.none(),
        null);
  }

  /** Two files, so that the images of a run meet in no order. */
  private LandedTable land(TransactionTable table, List<Image> images, Increment size) {
    TableContract contract = tables.contract(table.tableName());
    RowLayout layout = RowLayout.of(contract.tombstoneSchema());
    List<LandedFile> files = new ArrayList<>();
    int half = (images.size() + 1) / 2;
    for (List<Image> part : List.of(images.subList(0, half), images.subList(half, images.size()))) {
      Path file = folder.resolve("landed-%s-%d-%d".formatted(table, batch, files.size()));
      try (ParquetBlockWriter writer =
          ParquetBlockWriter.create(
              new org.apache.hadoop.fs.Path(file.toUri()), layout, List.of())) {
        RowWriter row = new RowWriter(layout);
        RowView view = new RowView(layout);
        BlockBuilder block = new BlockBuilder();
        for (Image image : part) {
          write(table, image, row.clear());
          row.appendTo(block);
          writer.write(view.at(block.take(), 0));
        }
        writer.finish();
        files.add(new LandedFile(file.toString(), part.size(), Files.size(file)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new LandedTable(
        table.tableName(),
        folder.toString(),
        contract.tombstoneSchema(),
        files,
        size == Increment.SMALL ? 0 : Integer.MAX_VALUE);
  }

  private static void write(TransactionTable table, Image image, RowWriter row) {
    RowLayout layout = row.layout();
    row.setLong(layout.column(table.idColumn()), image.id());
    row.setStringOrNull(layout.column("umr"), image.umr());
    row.setString(layout.column("section_no"), image.section());
    row.setStringOrNull(layout.column("certificate_ref"), image.certificate());
    row.setInt(layout.column("bordereau_month"), (int) LocalDate.of(2024, 1, 1).toEpochDay());
    row.setString(layout.column("original_currency"), "GBP");
    row.setLong(layout.column("submitted_at"), micros(image.submitted()));
    row.setBoolean(layout.column("is_deleted"), image.deleted());
    if (image.modified() != null) {
      row.setLong(layout.column("modified_date"), micros(image.modified()));
    }
    String amount =
        switch (table) {
          case RISK -> "sum_insured";
          case PREMIUM -> "gross_premium";
          case CLAIM -> "paid_to_date";
        };
    if (image.amount() != null) {
      row.setDecimal(layout.column(amount), new BigDecimal(image.amount()));
    }
    if (table == TransactionTable.CLAIM) {
      row.setString(layout.column("claim_ref"), "CLM-1");
    } else {
      row.setInt(layout.column("transaction_seq"), 1);
      row.setString(layout.column("transaction_type"), "NEW");
    }
    row.setString(layout.column("_run_id"), "run");
    row.setLong(layout.column("_extracted_at"), micros(CLOCK));
    row.setString(layout.column("_source"), "test");
  }

  private static long micros(String time) {
    return RowView.micros(Instant.parse(time));
  }

  /** Rows of a table, their columns side by side, sorted. */
  List<String> rows(String path, String... columns) {
    TableSpec spec = tables.at(path);
    List<String> rows = new ArrayList<>();
    TableRows.of(spec, store.pin(spec), folder.toString())
        .forEach(
            view -> {
              Row row = view.toRow();
              rows.add(
                  List.of(columns).stream()
                      .map(column -> String.valueOf(row.<Object>getValue(column)))
                      .collect(Collectors.joining(" ")));
            });
    rows.sort(null);
    return rows;
  }

  /** Columns of a table's silver behind the id. */
  List<String> silver(TransactionTable table, String... columns) {
    List<String> all = new ArrayList<>(List.of(columns));
    all.add(0, table.idColumn());
    return rows(tables.silver(table.tableName()).path(), all.toArray(new String[0]));
  }

  /** What a table's quarantine holds, whichever batch brought it. */
  List<String> entries(TransactionTable table) {
    return rows(
        tables.quarantine(table.tableName()).path(),
        "source_key",
        "reason",
        "modified_date",
        "payload",
        "_umr",
        "_is_deleted");
  }

  /** The digest of every table but the quarantines, which tell the batch. */
  Map<String, TableDigest> digests() {
    Map<String, TableDigest> digests = new TreeMap<>();
    for (TableSpec table : written) {
      if (!table.path().startsWith("quarantine")) {
        digests.put(table.path(), TableDigest.of(table, store.pin(table), folder.toString()));
      }
    }
    return digests;
  }

  /** The versions of all tables: which runs wrote something. */
  Map<String, Long> versions() {
    Map<String, Long> versions = new TreeMap<>();
    written.forEach(table -> versions.put(table.path(), store.pin(table).version()));
    return versions;
  }
}
