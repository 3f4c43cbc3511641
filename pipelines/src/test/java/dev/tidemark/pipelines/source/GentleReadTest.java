// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.landing.LandedRowsOf;
import dev.tidemark.pipelines.landing.LandingLayout;
import dev.tidemark.pipelines.landing.LandingManifest;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.Pipeline.PipelineExecutionException;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the source sees of a read, and what becomes of one that breaks. */
class GentleReadTest {
  private static final Instant AT = Instant.parse("2024-02-06T01:02:03Z");
  private static final int ROWS = 20_000;
  private static final int SLICES = 5;

  private static final TableContract CONTRACT =
      new TableContract(
          "Wide",
          "t",
          List.of("id"),
          null,
          List.of(
              new ContractColumn("Id", SqlType.parse("BIGINT"), true, false),
              new ContractColumn("Name", SqlType.parse("VARCHAR(100)"), true, false)));

  private static final AtomicInteger PAUSES = new AtomicInteger();
  private static final Retry AT_ONCE =
      new Retry(5, Duration.ofMillis(1), Duration.ofMillis(1), time -> PAUSES.incrementAndGet());

  private final Path lake;
  private final SourceGate gate;

  GentleReadTest(@TempDir Path lake) throws IOException {
    this.lake = lake;
    this.gate = SourceGate.before(TestSource.POSTGRES);
  }

  @BeforeEach
  void createTable() throws SQLException {
    PAUSES.set(0);
    TestSource.POSTGRES.fresh(
        "CREATE TABLE t.Wide (Id BIGINT PRIMARY KEY, Name VARCHAR(100))",
        "INSERT INTO t.Wide SELECT i, repeat('x', 100) FROM generate_series(1, " + ROWS + ") i");
  }

  @AfterEach
  void closeGate() throws IOException {
    SourcePools.closeAll();
    gate.close();
  }

  private void read(DatabaseConfig database, String... options) throws SQLException {
    SourceTable table =
        TestSource.POSTGRES.database().check(CONTRACT, TableRef.of(CONTRACT).whole());
    List<Slice> slices = new ArrayList<>();
    for (int i = 0; i < SLICES; i++) {
      int rows = ROWS / SLICES;
      slices.add(
          new Slice(i, "id > " + i * rows + " AND id <= " + (i + 1) * rows, List.of(), rows));
    }
    Pipeline pipeline = Pipeline.create(PipelineOptionsFactory.fromArgs(options).create());
    pipeline.apply(
        ExtractWatermark.from(database)
            .read(List.of(new TableRead("Wide", table, ReadScope.whole(), AT, slices)))
            .into(new LandingLayout(lake.toString()))
            .at(AT, "run-1")
            .withRetry(AT_ONCE));
    pipeline.run().waitUntilFinish();
  }

  private Path folder() {
    return lake.resolve("landing/Wide/2024/02/06/010203");
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.exists(folder()) ? Files.list(folder()) : Stream.empty()) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private void expectEveryRowOnce() throws IOException {
    List<Long> ids = new ArrayList<>();
    for (Row row : LandedRowsOf.folder(folder())) {
      ids.add(row.getInt64("id"));
    }
    ids.sort(null);
    assertThat(ids, is(LongStream.rangeClosed(1, ROWS).boxed().toList()));
    TreeSet<String> named = new TreeSet<>(List.of("_manifest.json"));
    LandingManifest.read(folder().toString()).files().forEach(file -> named.add(file.name()));
    assertThat(files(), is(List.copyOf(named)));
  }

  @Test
  void theSourceNeverSeesMoreConnectionsThanItIsSaidToGive() throws Exception {
    DatabaseConfig two = gate.config(2, 100);
    // Opening the pool takes one connection more, which is closed before it is used.
    SourcePools.connect(two).close();
    gate.forgetPeakAt(1);
    read(two, "--targetParallelism=8");
    expectEveryRowOnce();
    assertThat(gate.peak(), lessThanOrEqualTo(2));
  }

  @Test
  void aConnectionThatDropsHalfWayThroughASliceIsReadAgain() throws Exception {
    gate.after(1_000_000, Socket::close);
    read(gate.config(1, 100));
    expectEveryRowOnce();
    assertThat(PAUSES.get(), is(1));
  }

  @Test
  void aReaderThatTheServerEndsHalfWayThroughASliceIsReadAgain() throws Exception {
    gate.after(
        1_000_000,
        reader ->
            TestSource.POSTGRES.run(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE query LIKE '%\"wide\"%' AND pid <> pg_backend_pid()"));
    read(gate.config(2, 100), "--targetParallelism=8");
    expectEveryRowOnce();
    assertThat(PAUSES.get(), greaterThan(0));
  }

  @Test
  void aConnectionThatDropsEveryTimeFailsAndLeavesNothingThatLooksLikeData() throws Exception {
    breakAlways();
    assertThat(
        failure(gate.config(1, 100)),
        allOf(containsString("the connection is lost"), containsString("run again")));
    assertThat(PAUSES.get(), is(4));
    assertThat(files(), empty());
  }

  private void breakAlways() {
    gate.after(
        100_000,
        reader -> {
          reader.close();
          breakAlways();
        });
  }

  @Test
  void aMissingPrivilegeIsNotAskedAgain() throws Exception {
    TestSource.POSTGRES.run("DROP ROLE IF EXISTS stranger");
    TestSource.POSTGRES.run("CREATE ROLE stranger LOGIN");
    DatabaseConfig owner = gate.config(1, 100);
    DatabaseConfig stranger = DatabaseConfig.of(owner.url(), "stranger", null);
    assertThat(failure(stranger), containsString("grant the user SELECT on it"));
    assertThat(PAUSES.get(), is(0));
    assertThat(files(), empty());
  }

  private String failure(DatabaseConfig database) {
    PipelineExecutionException failed =
        assertThrows(PipelineExecutionException.class, () -> read(database));
    return String.valueOf(DatabaseErrors.find(database, failed).orElseThrow().getMessage());
  }

  @Test
  void theLaunchersQuestionsAreAskedAgainToo() throws Exception {
    JdbcSourceDatabase database = JdbcSourceDatabase.of(gate.config(1, 100)).withRetry(AT_ONCE);
    SourceTable table = database.check(CONTRACT, TableRef.of(CONTRACT).whole());
    gate.after(1_000_000, Socket::close);
    assertThat(database.content(table).rows(), is((long) ROWS));
    assertThat(PAUSES.get(), is(1));
  }

  @Test
  void waitingForAConnectionHasAnEnd() throws Exception {
    DatabaseConfig patient = gate.config(1, 100);
    DatabaseConfig one =
        new DatabaseConfig(
            patient.url(), patient.user(), null, 1, patient.fetchSize(), Duration.ofSeconds(1));
    try (Connection taken = SourcePools.connect(one)) {
      assertThat(taken.isReadOnly(), is(true));
      assertThat(
          assertThrows(SourceUnavailableException.class, () -> SourcePools.connect(one))
              .getMessage(),
          containsString("all 1 connections of this process are in use for 1 s"));
    }
  }
}
