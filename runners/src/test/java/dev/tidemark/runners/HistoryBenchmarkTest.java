// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.tidemark.pipelines.parquet.ParquetBlockWriter;
import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.history.ApplyChanges;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The versions of a million keys from two million changes, Parquet to Parquet, beside Spark SQL's
 * window query in one run. Not part of the default build: {@code mvn -P benchmark verify}.
 */
@Tag("benchmark")
class HistoryBenchmarkTest {

  private static final int CHANGES = Integer.getInteger("tidemark.benchmarkRows", 2_000_000);
  private static final int ROUNDS = 3;
  private static final double BUDGET = 0.5;
  private static final String OURS = "ApplyChanges on Spark";
  private static final String RIVAL = "window query of Spark SQL";

  private static final Schema SCHEMA =
      Schema.builder()
          .addNullableField("coverholder_id", FieldType.STRING)
          .addNullableField("coverholder_name", FieldType.STRING)
          .addNullableField("country_code", FieldType.STRING)
          .addNullableField("status", FieldType.STRING)
          .addNullableField("premium_limit", Columns.MONEY)
          .addNullableField("modified_date", Columns.TIMESTAMP)
          .build();

  /** Two changes a key, far apart; every second key's second one changes nothing. */
  private static final String CHANGE_ROWS =
      """
      SELECT concat('CH', k) AS coverholder_id, concat('Coverholder ', k) AS coverholder_name,
        element_at(array('GB', 'US', 'DE'), CAST(1 + k % 3 AS INT)) AS country_code,
        IF(k % 2 = 0 AND later, 'SUSPENDED', 'ACTIVE') AS status,
        CAST(k % 1000 * 10000 AS DECIMAL(18,2)) AS premium_limit,
        timestamp_micros(1706745600000000 + id * 1000001) AS modified_date
      FROM (SELECT id, id DIV 2 AS k, id % 2 = 1 AS later FROM numbers)
      DISTRIBUTE BY hash(id)
      """;

  private static final String HISTORY =
      """
      SELECT coverholder_id, coverholder_name, country_code, status, premium_limit, valid_from,
        lead(valid_from) OVER k AS valid_to, lead(valid_from) OVER k IS NULL AS is_current,
        false AS is_deleted
      FROM (
        SELECT *, modified_date AS valid_from, row_number() OVER k AS number,
          lag(struct(coverholder_name, country_code, status, premium_limit)) OVER k AS before
        FROM changes WINDOW k AS (PARTITION BY coverholder_id ORDER BY modified_date))
      WHERE number = 1
        OR NOT before <=> struct(coverholder_name, country_code, status, premium_limit)
      WINDOW k AS (PARTITION BY coverholder_id ORDER BY valid_from)
      """;

  private final Path folder;
  private final Costs costs = new Costs();

  HistoryBenchmarkTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void aHistoryTakesHalfOfWhatSparksWindowsTake() throws Exception {
    try (SparkSession spark = SharedSpark.session()) {
      Path changes = folder.resolve("changes");
      spark.range(0, CHANGES, 1, 4).createOrReplaceTempView("numbers");
      spark.sql(CHANGE_ROWS).write().parquet(changes.toString());
      for (int round = 0; round < ROUNDS; round++) {
        Path theirs = folder.resolve("theirs-" + round);
        Path ours = Files.createDirectory(folder.resolve("ours-" + round));
        costs.measure(RIVAL, () -> windows(spark, changes, theirs));
        Schema columns = apply(spark, changes, ours);
        assertThat(
            SharedSpark.fingerprint(spark, "parquet.`" + ours + "`", columns),
            is(SharedSpark.fingerprint(spark, "parquet.`" + theirs + "`", columns)));
      }
    }
    costs.report(CHANGES + " changes of half as many keys", RIVAL);
    Costs.Cost ours = costs.median(OURS);
    Costs.Cost rival = costs.median(RIVAL);
    assertThat(ours.wall() / rival.wall(), lessThanOrEqualTo(BUDGET));
    assertThat(ours.cpu() / rival.cpu(), lessThanOrEqualTo(BUDGET));
  }

  private static void windows(SparkSession spark, Path changes, Path output) {
    spark.read().parquet(changes.toString()).createOrReplaceTempView("changes");
    spark.sql(HISTORY).write().option("compression", "zstd").parquet(output.toString());
  }

  private Schema apply(SparkSession spark, Path changes, Path output) throws Exception {
    List<Schema> columns = new ArrayList<>();
    costs.measure(
        OURS,
        () -> {
          Pipeline pipeline = SharedSpark.pipeline(spark);
          PCollection<Row> rows =
              SharedSpark.rows(pipeline, changes, SCHEMA)
                  .apply(
                      ApplyChanges.asScdType2()
                          .keyedBy("coverholder_id")
                          .sequencedBy("modified_date")
                          .tracking("coverholder_name", "country_code", "status", "premium_limit"))
                  .history();
          rows.apply("WriteFiles", ParDo.of(new WriteFile(output.toString(), rows.getSchema())));
          columns.add(rows.getSchema());
          pipeline.run().waitUntilFinish();
        });
    return columns.get(0);
  }

  /** Writes the rows of a bundle to a file. */
  private static final class WriteFile extends DoFn<Row, Void> {

    private static final long serialVersionUID = 1L;

    private final String folder;
    private final Schema schema;
    private transient @Nullable ParquetBlockWriter writer;
    private transient @Nullable BlockPacker packer;

    WriteFile(String folder, Schema schema) {
      this.folder = folder;
      this.schema = schema;
    }

    @StartBundle
    public void start() throws IOException {
      RowLayout layout = RowLayout.of(schema);
      packer = new BlockPacker(layout, List.of(), 1);
      writer =
          ParquetBlockWriter.create(
              new org.apache.hadoop.fs.Path(folder, UUID.randomUUID() + ".parquet"),
              layout,
              List.of());
    }

    @ProcessElement
    public void write(@Element Row row) {
      Objects.requireNonNull(packer).add(row, this::write);
    }

    @FinishBundle
    public void finish() throws IOException {
      Objects.requireNonNull(packer).flush(this::write);
      Objects.requireNonNull(writer).finish();
    }

    private void write(int bucket, byte[] block) {
      RowView row = new RowView(RowLayout.of(schema));
      RowBlocks rows = RowBlocks.of(List.of(block));
      try {
        for (long ref : rows.refs()) {
          Objects.requireNonNull(writer).write(row.at(rows, ref));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
