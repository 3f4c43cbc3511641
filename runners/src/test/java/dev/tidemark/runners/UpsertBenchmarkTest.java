// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.MergeInto;
import dev.tidemark.pipelines.table.PlanFile;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.WritePlan;
import dev.tidemark.transforms.block.Columns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Upserts into a Delta table: one row of a hundred changes and one in a hundred is new, all over
 * the table; beside delta-spark's {@code MERGE} in one run. Not part of the default build: {@code
 * mvn -P benchmark verify}.
 */
@Tag("benchmark")
class UpsertBenchmarkTest {

  private static final int ROWS = Integer.getInteger("tidemark.benchmarkRows", 2_000_000);
  private static final int ROUNDS = 3;
  private static final double BUDGET = 0.5;
  private static final String OURS = "MergeInto on Spark";
  private static final String RIVAL = "MERGE of delta-spark";

  private static final Schema SCHEMA =
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
          .addNullableField("rate_of_exchange", Columns.decimal(18, 8))
          .addNullableField("submitted_at", Columns.TIMESTAMP)
          .addNullableField("bdx_version", FieldType.INT32)
          .addNullableField("modified_date", Columns.TIMESTAMP)
          .build();

  private static final TableSpec TABLE =
      TableSpec.at("silver/premium")
          .schema(SCHEMA)
          .key("premium_transaction_id")
          .bucketedBy(16, "umr", "section_no")
          .build();

  /** Rows by their number; what is added to premium and days makes them others. */
  private static final String SELECT =
      """
      SELECT id AS premium_transaction_id,
        concat('B0999CH', lpad(CAST(id %% 500 AS STRING), 4, '0')) AS umr,
        concat('S', id %% 7) AS section_no, concat('CERT-', id DIV 3) AS certificate_ref,
        CAST(id %% 4 AS INT) AS transaction_seq,
        element_at(array('NEW', 'MTA', 'CANCELLATION', 'RENEWAL'), CAST(1 + id %% 4 AS INT)) AS transaction_type,
        date_add(DATE '2024-01-01', CAST(30 * (id %% 12) AS INT)) AS bordereau_month,
        concat('CH', id %% 500) AS coverholder_id,
        date_add(DATE '2024-01-01', CAST(id %% 365 AS INT)) AS effective_date,
        'USD' AS original_currency,
        CAST((id * 7919 %% 10000000) / 100 + %1$d AS DECIMAL(18,2)) AS gross_premium,
        CAST(12.5 AS DECIMAL(9,4)) AS commission_pct,
        CAST((id * 31 %% 10000) / 100 AS DECIMAL(18,2)) AS tax_amount,
        CAST(NULL AS DECIMAL(18,2)) AS fee_amount,
        CAST((id * 7919 %% 9000000) / 100 AS DECIMAL(18,2)) AS net_premium_reported,
        'GBP' AS settlement_currency, CAST(0.853415 AS DECIMAL(18,8)) AS rate_of_exchange,
        timestamp_micros(1706745600000000 + id * 1000001) AS submitted_at,
        1 AS bdx_version,
        timestamp_micros(1706745600000000 + id * 1000123 + %1$d * 86400000000) AS modified_date
      FROM %2$s
      """;

  private final Path folder;
  private final Costs costs = new Costs();

  UpsertBenchmarkTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void anUpsertTakesHalfOfWhatSparksMergeTakes() throws Exception {
    try (SparkSession spark = SharedSpark.session()) {
      Path plain = folder.resolve("plain");
      Path changes = folder.resolve("changes");
      spark.range(0, ROWS, 1, 16).createOrReplaceTempView("numbers");
      spark
          .sql(String.format(Locale.ROOT, SELECT, 0, "numbers"))
          .write()
          .format("delta")
          .save(plain.toString());
      spark
          .sql(String.format(Locale.ROOT, SELECT, 1, "(" + changedNumbers() + ")"))
          .repartition(4)
          .write()
          .parquet(changes.toString());
      Path lake = folder.resolve("lake");
      upsert(spark, lake, plain, 1);

      for (int round = 0; round < ROUNDS; round++) {
        Path theirs = copy(plain, "plain-" + round);
        Path ours = copy(lake, "lake-" + round);
        costs.measure(RIVAL, () -> merge(spark, theirs, changes));
        costs.measure(OURS, () -> upsert(spark, ours, changes, 2));
        assertThat(fingerprint(spark, ours.resolve(TABLE.path())), is(fingerprint(spark, theirs)));
      }
    }
    costs.report(ROWS + " rows, 1 % changed and 1 % new", RIVAL);
    Costs.Cost ours = costs.median(OURS);
    Costs.Cost rival = costs.median(RIVAL);
    assertThat(ours.wall() / rival.wall(), lessThanOrEqualTo(BUDGET));
    assertThat(ours.cpu() / rival.cpu(), lessThanOrEqualTo(BUDGET));
  }

  private static String changedNumbers() {
    return "SELECT id FROM numbers WHERE id % 100 = 7 UNION ALL SELECT id + "
        + ROWS
        + " FROM numbers WHERE id % 100 = 11";
  }

  private static void merge(SparkSession spark, Path table, Path changes) {
    spark.read().parquet(changes.toString()).createOrReplaceTempView("changes");
    spark.sql(
        "MERGE INTO delta.`"
            + table
            + "` t USING changes s ON t.premium_transaction_id = s.premium_transaction_id"
            + " WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *");
  }

  /** As a nightly run does it: pin, plan in a graph, commit. */
  private static void upsert(SparkSession spark, Path lake, Path changes, long batch)
      throws IOException {
    String root = lake.toString();
    DeltaTableStore store = DeltaTableStore.in(root);
    TableSnapshot pinned = store.pin(TABLE);
    Pipeline pipeline = SharedSpark.pipeline(spark);
    SharedSpark.rows(pipeline, changes, SCHEMA)
        .apply(MergeInto.table(TABLE).at(pinned).inLake(root).upserting())
        .apply(WritePlan.in(root).ofBatch(batch));
    pipeline.run().waitUntilFinish();
    List<TableChange> planned = PlanFile.read(root, batch).changes();
    store.commit(TABLE, pinned.version(), planned, "benchmark", batch);
  }

  private static String fingerprint(SparkSession spark, Path table) {
    return SharedSpark.fingerprint(spark, "delta.`" + table + "`", SCHEMA);
  }

  private Path copy(Path from, String name) throws IOException {
    Path to = folder.resolve(name);
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
    return to;
  }
}
