// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.landing.LandingManifest;
import dev.tidemark.pipelines.source.ExtractWatermark;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.ReadScope;
import dev.tidemark.pipelines.source.SourceTable;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.source.TableRead;
import dev.tidemark.pipelines.source.TableRef;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/**
 * Extracts premium from PostgreSQL to Parquet on two cores, beside Spark's own JDBC reader and
 * {@code COPY} in one run; not part of the default build: {@code mvn -P benchmark verify}.
 */
@Tag("benchmark")
class ExtractBenchmarkTest {
  private static final int ROWS = Integer.getInteger("tidemark.benchmarkRows", 2_000_000);
  private static final int ROUNDS = 3;
  private static final int CONNECTIONS = 4;
  private static final int FETCH_SIZE = 10_000;
  private static final Instant AT = Instant.parse("2024-06-01T02:00:00Z");

  private static final String DDL =
      """
      CREATE TABLE bdx.premium_transaction (
        premium_transaction_id BIGINT PRIMARY KEY, umr VARCHAR(17) NOT NULL,
        section_no VARCHAR(10) NOT NULL, certificate_ref VARCHAR(50) NOT NULL, transaction_seq INT,
        transaction_type VARCHAR(30) NOT NULL, bordereau_month DATE NOT NULL,
        coverholder_id VARCHAR(20), effective_date DATE, original_currency CHAR(3),
        gross_premium DECIMAL(18,2), commission_pct DECIMAL(9,4), tax_amount DECIMAL(18,2),
        fee_amount DECIMAL(18,2), net_premium_reported DECIMAL(18,2), settlement_currency CHAR(3),
        rate_of_exchange DECIMAL(18,8), submitted_at TIMESTAMP(6), bdx_version INT,
        is_deleted BOOLEAN NOT NULL DEFAULT FALSE, modified_date TIMESTAMP(6))
      """;

  private static final String INSERT =
      """
      INSERT INTO bdx.premium_transaction
      SELECT i, 'B0999CH' || lpad((i %% 500)::text, 4, '0'), 'S' || (i %% 7), 'CERT-' || (i / 3),
        i %% 4, (ARRAY['NEW', 'MTA', 'CANCELLATION', 'RENEWAL'])[1 + i %% 4],
        date '2024-01-01' + (30 * (i %% 12))::int, 'CH' || (i %% 500),
        date '2024-01-01' + (i %% 365)::int, 'USD', (i * 7919 %% 10000000) / 100.0, 12.5,
        (i * 31 %% 10000) / 100.0, NULL, (i * 7919 %% 9000000) / 100.0, 'GBP', 0.853415,
        timestamp '2024-02-01' + i * interval '1.000001 second', 1, false,
        timestamp '2024-02-01' + i * interval '1.000123 second'
      FROM generate_series(1::bigint, %d) i
      """;

  private final Path folder;
  private final Costs costs = new Costs();

  ExtractBenchmarkTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private interface Work {
    void run(Path output) throws Exception;
  }

  @Test
  void theExtractIsFasterThanSparksJdbcReader() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
        SparkSession spark = SharedSpark.session()) {
      String url = "jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres";
      create(url);
      for (int round = 0; round < ROUNDS; round++) {
        measure("COPY to a file, one connection", output -> copy(url, output));
        measure("Spark's JDBC reader", output -> sparkJdbc(spark, url, output));
        measure("extract on Spark", output -> extract(SharedSpark.options(spark), url, output));
        measure("extract on the direct runner", output -> extract(onDirect(), url, output));
      }
    }
    costs.report(ROWS + " rows", "Spark's JDBC reader");
    Costs.Cost ours = costs.median("extract on Spark");
    Costs.Cost rival = costs.median("Spark's JDBC reader");
    assertThat(ours.wall(), lessThan(rival.wall()));
    assertThat(ours.cpu(), lessThan(rival.cpu()));
  }

  private static void create(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, "postgres", "");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA bdx");
      statement.execute(DDL);
      statement.execute(String.format(Locale.ROOT, INSERT, ROWS));
      statement.execute("CREATE INDEX ON bdx.premium_transaction (modified_date)");
      statement.execute("VACUUM ANALYZE bdx.premium_transaction");
    }
  }

  private void measure(String name, Work work) throws Exception {
    Path output = Files.createTempDirectory(folder, "out");
    costs.measure(name, () -> work.run(output));
  }

  private static void copy(String url, Path output) throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection(url, "postgres", "");
        OutputStream file = Files.newOutputStream(output.resolve("copy"))) {
      long rows =
          connection
              .unwrap(PGConnection.class)
              .getCopyAPI()
              .copyOut("COPY bdx.premium_transaction TO STDOUT", file);
      assertThat(rows, is((long) ROWS));
    }
  }

  private static void sparkJdbc(SparkSession spark, String url, Path output) {
    spark
        .read()
        .format("jdbc")
        .option("url", url)
        .option("user", "postgres")
        .option("dbtable", "bdx.premium_transaction")
        .option("partitionColumn", "premium_transaction_id")
        .option("lowerBound", 1)
        .option("upperBound", ROWS)
        .option("numPartitions", CONNECTIONS)
        .option("fetchsize", FETCH_SIZE)
        .load()
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(output.toString());
  }

  private static PipelineOptions onDirect() {
    PipelineOptions options = PipelineOptionsFactory.create();
    options.setRunner(DirectRunner.class);
    return options;
  }

  /** As the launcher does it: the cut into slices is part of it. */
  private static void extract(PipelineOptions options, String url, Path output) throws IOException {
    DatabaseConfig database = DatabaseConfig.of(url, "postgres", null);
    JdbcSourceDatabase source = JdbcSourceDatabase.of(database);
    TableContract contract = TableContract.bundled("PremiumTransaction");
    SourceTable table = source.check(contract, TableRef.of(contract).whole());
    ReadScope scope = ReadScope.whole();
    LandingLayout layout = new LandingLayout(output.toString());
    Pipeline pipeline = Pipeline.create(options);
    pipeline.apply(
        ExtractWatermark.from(database)
            .read(
                List.of(
                    new TableRead(
                        contract.table(), table, scope, AT, source.slices(table, scope, ROWS))))
            .into(layout)
            .at(AT, "benchmark"));
    pipeline.run().waitUntilFinish();
    assertThat(
        LandingManifest.read(layout.directory(contract.table(), AT)).rows(), is((long) ROWS));
  }
}
