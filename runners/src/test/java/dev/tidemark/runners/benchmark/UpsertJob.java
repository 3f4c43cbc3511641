// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.pipelines.run.BucketCount;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.MergeInto;
import dev.tidemark.pipelines.table.PlanFile;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.WritePlan;
import dev.tidemark.runners.OnSpark;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.UnpackRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/**
 * An upsert into a Delta table all over which one row of a hundred changes and one in a hundred is
 * new: {@link MergeInto} as a night does it, pinned, planned in a graph and committed; {@code
 * MERGE} of delta-spark; DuckDB writing its Parquet anew. Each has a table that it wrote itself.
 */
final class UpsertJob implements Job {

  private static final ComparedTable TABLE =
      ComparedTable.of(
          "silver/premium",
          "premium_transaction_id",
          """
          premium_transaction_id BIGINT, umr VARCHAR, section_no VARCHAR, certificate_ref VARCHAR,
          transaction_seq INTEGER, transaction_type VARCHAR, bordereau_month DATE, coverholder_id VARCHAR,
          effective_date DATE, original_currency VARCHAR, gross_premium DECIMAL(18;2),
          commission_pct DECIMAL(9;4), tax_amount DECIMAL(18;2), fee_amount DECIMAL(18;2),
          net_premium_reported DECIMAL(18;2), settlement_currency VARCHAR, rate_of_exchange DECIMAL(18;8),
          submitted_at TIMESTAMPTZ, bdx_version INTEGER, modified_date TIMESTAMPTZ
          """);

  /** What makes the tables that are upserted into, by the name of who will. */
  private static final String BASE = " base";

  private final Scale scale;
  private final Workplace place;

  UpsertJob(Scale scale, Workplace place) {
    this.scale = scale;
    this.place = place;
  }

  @Override
  public String name() {
    return "upsert";
  }

  @Override
  public String title() {
    return "1 % changed and 1 % new rows into a Delta table";
  }

  @Override
  public Scale scale() {
    return scale;
  }

  @Override
  public List<Contender> contenders() {
    return Contender.besideRivals();
  }

  @Override
  public List<Budget> budgets() {
    return Budgets.halfOfSpark();
  }

  @Override
  public void prepare() throws Exception {
    place.data(
        rows(),
        folder -> {
          Map<String, Object> rows = Map.of("step", 1, "offset", 0, "first", 0, "added", 0);
          GeneratedRows.make(folder.resolve("table"), "upsert-rows.sql", rows, scale.rows());
          Map<String, Object> changed = Map.of("step", 100, "offset", 7, "first", 0, "added", 1);
          GeneratedRows.make(
              folder.resolve("changes"), "upsert-rows.sql", changed, scale.rows() / 100);
          Map<String, Object> fresh =
              Map.of("step", 100, "offset", 11, "first", scale.rows(), "added", 1);
          GeneratedRows.make(folder.resolve("new"), "upsert-rows.sql", fresh, scale.rows() / 100);
        });
    for (Engine engine : List.of(Engine.TIDEMARK, Engine.SPARK)) {
      Path base = Workplace.empty(base(engine));
      Path scratch = Workplace.empty(place.rounds(this));
      Contender maker = Contender.named(engine.label() + BASE, engine);
      MeasuredProcess.run(place, this, maker, List.of("-Xmx2g"), scratch, List.of(base));
    }
  }

  @Override
  public void beforeWork(String contender, Path output) throws IOException {
    Engine engine = Engine.named(contender);
    if (engine != Engine.DUCKDB) {
      Workplace.copy(base(engine), output);
    }
  }

  @Override
  public void work(String contender, Path output) throws Exception {
    Path data = place.data(rows());
    Map<String, Object> names =
        Map.of("rows", data, "output", output, "table", output.resolve(TABLE.path()));
    if (contender.equals(Engine.TIDEMARK.label() + BASE)) {
      upsert(List.of(data.resolve("table")), output, 1);
    } else if (contender.equals(Engine.SPARK.label() + BASE)) {
      SparkRival.run("upsert-base-spark.sql", names);
    } else {
      switch (Engine.named(contender)) {
        case TIDEMARK -> upsert(List.of(data.resolve("changes"), data.resolve("new")), output, 2);
        case SPARK -> SparkRival.run("upsert-spark.sql", names);
        case DUCKDB -> DuckDbRival.run("upsert-duckdb.sql", output, names);
        default -> throw new IllegalArgumentException(contender);
      }
    }
  }

  private void upsert(List<Path> folders, Path lake, long batch) throws IOException {
    String root = lake.toString();
    TableSpec table =
        TableSpec.at(TABLE.path())
            .schema(Product.SCHEMA)
            .key("premium_transaction_id")
            .bucketedBy(BucketCount.forRows(scale.rows()), "umr", "section_no")
            .build();
    DeltaTableStore store = DeltaTableStore.in(root);
    TableSnapshot pinned = store.pin(table);
    Pipeline pipeline = Pipeline.create(OnSpark.local());
    pipeline
        .apply("Changes", ReadParquet.of(folders, Product.SCHEMA))
        .apply("Rows", UnpackRows.of(Product.SCHEMA))
        .apply("Upsert", MergeInto.table(table).at(pinned).inLake(root).upserting())
        .apply("Plan", WritePlan.in(root).ofBatch(batch));
    pipeline.run().waitUntilFinish();
    store.commit(table, pinned.version(), PlanFile.read(root, batch).changes(), "benchmark", batch);
  }

  private String rows() {
    return "upsert-" + scale.rows();
  }

  private Path base(Engine engine) {
    return place.data(rows() + "-" + engine.label());
  }

  @Override
  public void check(Map<String, Path> outputs) throws Exception {
    Agreement.require("upsert into " + scale.rows() + " rows", List.of(TABLE), outputs);
  }

  /** The rows as the product has them. Kept apart, so that no rival has to load Beam. */
  private static final class Product {

    static final Schema SCHEMA =
        Schema.builder()
            .addInt64Field("premium_transaction_id")
            .addNullableField("umr", FieldType.STRING)
            .addNullableField("section_no", FieldType.STRING)
            .addNullableField("certificate_ref", FieldType.STRING)
            .addNullableField("transaction_seq", FieldType.INT32)
            .addNullableField("transaction_type", FieldType.STRING)
            .addNullableField("bordereau_month", Columns.DATE)
            .addNullableField("coverholder_id", FieldType.STRING)
            .addNullableField("effective_date", Columns.DATE)
            .addNullableField("original_currency", FieldType.STRING)
            .addNullableField("gross_premium", Columns.MONEY)
            .addNullableField("commission_pct", Columns.PERCENT)
            .addNullableField("tax_amount", Columns.MONEY)
            .addNullableField("fee_amount", Columns.MONEY)
            .addNullableField("net_premium_reported", Columns.MONEY)
            .addNullableField("settlement_currency", FieldType.STRING)
            .addNullableField("rate_of_exchange", Columns.RATE)
            .addNullableField("submitted_at", Columns.TIMESTAMP)
            .addNullableField("bdx_version", FieldType.INT32)
            .addNullableField("modified_date", Columns.TIMESTAMP)
            .build();
  }
}
