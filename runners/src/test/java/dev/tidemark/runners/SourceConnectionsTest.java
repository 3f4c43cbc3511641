// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.both;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.landing.LandingManifest;
import dev.tidemark.pipelines.source.ExtractWatermark;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.ReadScope;
import dev.tidemark.pipelines.source.Slice;
import dev.tidemark.pipelines.source.SourceTable;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.source.TableRead;
import dev.tidemark.pipelines.source.TableRef;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The source sees as many connections as it is said to give, whatever the runner could use. */
class SourceConnectionsTest {
  private static final Instant AT = Instant.parse("2024-06-01T02:00:00Z");
  private static final int ROWS = 160_000;
  private static final int SLICES = 8;
  private static EmbeddedPostgres postgres;

  private final Path lake;

  SourceConnectionsTest(@TempDir Path lake) {
    this.lake = lake;
  }

  @BeforeAll
  static void createSource() throws IOException, SQLException {
    postgres = EmbeddedPostgres.builder().start();
    try (Connection connection = DriverManager.getConnection(url(), "postgres", "");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA ref");
      statement.execute(
          "CREATE TABLE ref.coverholder (coverholder_id VARCHAR(20) PRIMARY KEY,"
              + " coverholder_name VARCHAR(200) NOT NULL, coverholder_pin VARCHAR(20),"
              + " country_code CHAR(2), status VARCHAR(20), modified_date TIMESTAMP(6))");
      statement.execute(
          "INSERT INTO ref.coverholder SELECT 'CH' || i, repeat('x', 150), 'P', 'GB', 'ACTIVE',"
              + " timestamp '2024-01-01' FROM generate_series(1, "
              + ROWS
              + ") i");
      statement.execute("CREATE ROLE reader LOGIN");
      statement.execute("GRANT USAGE ON SCHEMA ref TO reader");
      statement.execute("GRANT SELECT ON ref.coverholder TO reader");
    }
  }

  @AfterAll
  static void stopSource() throws IOException {
    postgres.close();
  }

  private static String url() {
    return "jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--runner=SparkRunner --sparkMaster=local[4]",
        "--runner=DirectRunner --targetParallelism=8"
      })
  void noMoreThanMaxConnectionsAreOpenAtOnce(String options) throws Exception {
    DatabaseConfig database =
        new DatabaseConfig(url(), "reader", null, 2, 500, Duration.ofMinutes(5));
    TableContract contract = TableContract.bundled("Coverholder");
    SourceTable table =
        JdbcSourceDatabase.of(database).check(contract, TableRef.of(contract).whole());
    List<Slice> slices =
        IntStream.range(0, SLICES)
            .mapToObj(
                i ->
                    new Slice(
                        i,
                        "CAST(SUBSTR(coverholder_id, 3) AS INT) % " + SLICES + " = " + i,
                        List.of(),
                        ROWS / SLICES))
            .toList();
    LandingLayout layout = new LandingLayout(lake.toString());
    Pipeline pipeline =
        Pipeline.create(PipelineOptionsFactory.fromArgs(options.split(" ")).create());
    pipeline.apply(
        ExtractWatermark.from(database)
            .read(List.of(new TableRead("Coverholder", table, ReadScope.whole(), AT, slices)))
            .into(layout)
            .at(AT, "run-1"));
    CompletableFuture<Void> run =
        CompletableFuture.runAsync(() -> pipeline.run().waitUntilFinish());
    int most = mostReadersUntil(run);
    run.join();
    assertThat(LandingManifest.read(layout.directory("Coverholder", AT)).rows(), is((long) ROWS));
    assertThat(most, is(both(greaterThan(0)).and(lessThanOrEqualTo(2))));
  }

  /** As the server sees it, asked again and again while the graph runs. */
  private static int mostReadersUntil(CompletableFuture<Void> end) throws SQLException {
    int most = 0;
    try (Connection connection = DriverManager.getConnection(url(), "postgres", "");
        Statement statement = connection.createStatement()) {
      while (!end.isDone()) {
        try (ResultSet readers =
            statement.executeQuery(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE usename = 'reader'")) {
          readers.next();
          most = Math.max(most, readers.getInt(1));
        }
      }
    }
    return most;
  }
}
