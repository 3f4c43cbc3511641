// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.source.ExtractWatermark;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.ReadScope;
import dev.tidemark.pipelines.source.SourceTable;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.source.TableRead;
import dev.tidemark.pipelines.source.TableRef;
import dev.tidemark.runners.OnSpark;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.postgresql.PGConnection;

/**
 * Premium from PostgreSQL to Parquet: the product's extract, its cut into slices included, beside
 * Spark's JDBC reader with four partitions by the key, and the server's {@code COPY} to a file by
 * one connection, which parses nothing.
 */
final class ExtractJob implements Job {

  private static final String ON_DIRECT = "tidemark on the direct runner";
  private static final String CONFIG = "tidemark.yaml";
  private static final int CONNECTIONS = 4;
  private static final int FETCH_SIZE = 10_000;

  private static final ComparedTable LANDED =
      new ComparedTable("landing", SilverJob.SILVER.key(), SilverJob.SILVER.columns());

  private final Scale scale;
  private final Workplace place;

  ExtractJob(Scale scale, Workplace place) {
    this.scale = scale;
    this.place = place;
  }

  @Override
  public String name() {
    return "extract";
  }

  @Override
  public String title() {
    return "premium from PostgreSQL to Parquet; the server shares the cores";
  }

  @Override
  public Scale scale() {
    return scale;
  }

  @Override
  public List<Contender> contenders() {
    return List.of(
        Contender.of(Engine.TIDEMARK),
        Contender.named(ON_DIRECT, Engine.TIDEMARK),
        Contender.of(Engine.SPARK),
        Contender.of(Engine.POSTGRESQL));
  }

  @Override
  public List<Budget> budgets() {
    return List.of(
        Budget.times(1, Engine.SPARK.label(), Measure.WALL, Phase.COLD, Engine.TIDEMARK.label()),
        Budget.times(1, Engine.SPARK.label(), Measure.CPU, Phase.COLD, Engine.TIDEMARK.label()));
  }

  @Override
  public void prepare() throws Exception {
    place.source(scale);
  }

  @Override
  public void beforeWork(String contender, Path output) throws Exception {
    place.source(scale).configure(output.resolve(CONFIG), output);
  }

  @Override
  public void work(String contender, Path output) throws Exception {
    DatabaseConfig source = TidemarkConfig.load(output.resolve(CONFIG)).source();
    if (contender.equals(ON_DIRECT)) {
      PipelineOptions options = PipelineOptionsFactory.create();
      options.setRunner(DirectRunner.class);
      extract(options, source, output);
    } else if (Engine.named(contender) == Engine.TIDEMARK) {
      extract(OnSpark.local(), source, output);
    } else if (Engine.named(contender) == Engine.SPARK) {
      readByJdbc(source, output.resolve(LANDED.path()));
    } else {
      copy(source, output);
    }
  }

  private void extract(PipelineOptions options, DatabaseConfig database, Path output) {
    JdbcSourceDatabase source = JdbcSourceDatabase.of(database);
    TableContract contract = TableContract.bundled("PremiumTransaction");
    SourceTable table = source.check(contract, TableRef.of(contract).whole());
    ReadScope scope = ReadScope.whole();
    Pipeline pipeline = Pipeline.create(options);
    pipeline.apply(
        ExtractWatermark.from(database)
            .read(
                List.of(
                    new TableRead(
                        contract.table(),
                        table,
                        scope,
                        Landing.AT,
                        source.slices(table, scope, scale.rows()))))
            .into(new LandingLayout(output.toString()))
            .at(Landing.AT, "benchmark"));
    pipeline.run().waitUntilFinish();
  }

  private void readByJdbc(DatabaseConfig source, Path output) {
    SparkRival.session()
        .read()
        .format("jdbc")
        .option("url", source.url())
        .option("user", String.valueOf(source.user()))
        .option("dbtable", "bdx.premium_transaction")
        .option("partitionColumn", "premium_transaction_id")
        .option("lowerBound", 1)
        .option("upperBound", scale.rows())
        .option("numPartitions", CONNECTIONS)
        .option("fetchsize", FETCH_SIZE)
        .load()
        .write()
        .parquet(output.toString());
  }

  private static void copy(DatabaseConfig source, Path output) throws SQLException, IOException {
    Path folder = Files.createDirectories(output.resolve(LANDED.path()));
    try (Connection connection = DriverManager.getConnection(source.url(), source.user(), "");
        OutputStream file = Files.newOutputStream(folder.resolve("premium.csv"))) {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut("COPY bdx.premium_transaction TO STDOUT (FORMAT csv, HEADER true)", file);
    }
  }

  @Override
  public void check(Map<String, Path> outputs) throws Exception {
    Agreement.require("extract of " + scale.rows() + " rows", List.of(LANDED), outputs);
  }
}
