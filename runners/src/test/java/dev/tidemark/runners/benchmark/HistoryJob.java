// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.runners.OnSpark;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.history.ApplyChanges;
import dev.tidemark.transforms.history.PackedHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/**
 * The versions (SCD type 2) of keys from two changes each, Parquet to Parquet: {@link ApplyChanges}
 * of packed rows beside the window query that it equals. Every second change of every second key
 * changes nothing.
 */
final class HistoryJob implements Job {

  private static final ComparedTable HISTORY =
      ComparedTable.of(
          "history",
          "coverholder_id, valid_from",
          """
          coverholder_id VARCHAR, coverholder_name VARCHAR, country_code VARCHAR, status VARCHAR,
          premium_limit DECIMAL(18;2), valid_from TIMESTAMPTZ, valid_to TIMESTAMPTZ, is_current BOOLEAN,
          is_deleted BOOLEAN
          """);

  private final Scale scale;
  private final Workplace place;

  HistoryJob(Scale scale, Workplace place) {
    this.scale = scale;
    this.place = place;
  }

  @Override
  public String name() {
    return "history";
  }

  @Override
  public String title() {
    return "SCD2 versions from changes of half as many keys";
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
        data(),
        folder -> GeneratedRows.make(folder, "history-changes.sql", Map.of(), scale.rows()));
  }

  @Override
  public void work(String contender, Path output) throws Exception {
    Map<String, Path> names = Map.of("changes", place.data(data()), "output", output);
    switch (Engine.named(contender)) {
      case TIDEMARK -> applyChanges(output);
      case SPARK -> SparkRival.run("history-spark.sql", names);
      case DUCKDB -> DuckDbRival.run("history-duckdb.sql", output, names);
      default -> throw new IllegalArgumentException(contender);
    }
  }

  private void applyChanges(Path output) throws IOException {
    Path written = Files.createDirectories(output.resolve(HISTORY.path()));
    Pipeline pipeline = Pipeline.create(OnSpark.local());
    PackedHistory history =
        pipeline
            .apply("Changes", ReadParquet.of(List.of(place.data(data())), Product.SCHEMA))
            .apply(
                "History",
                ApplyChanges.asScdType2()
                    .keyedBy("coverholder_id")
                    .sequencedBy("modified_date")
                    .tracking("coverholder_name", "country_code", "status", "premium_limit")
                    .toBlocksOf(Product.SCHEMA));
    history.history().apply("Write", WriteParquet.of(history.schema(), written));
    pipeline.run().waitUntilFinish();
  }

  private String data() {
    return "changes-" + scale.rows();
  }

  @Override
  public void check(Map<String, Path> outputs) throws Exception {
    Agreement.require("history of " + scale.rows() + " changes", List.of(HISTORY), outputs);
  }

  /** The changes as the product reads them. Kept apart, so that no rival has to load Beam. */
  private static final class Product {

    static final Schema SCHEMA =
        Schema.builder()
            .addNullableField("coverholder_id", FieldType.STRING)
            .addNullableField("coverholder_name", FieldType.STRING)
            .addNullableField("country_code", FieldType.STRING)
            .addNullableField("status", FieldType.STRING)
            .addNullableField("premium_limit", Columns.MONEY)
            .addNullableField("modified_date", Columns.TIMESTAMP)
            .build();
  }
}
