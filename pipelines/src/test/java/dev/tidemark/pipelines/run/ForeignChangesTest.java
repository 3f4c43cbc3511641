// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.Mark;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.control.RunStatus;
import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.ConcurrentTableChangeException;
import dev.tidemark.pipelines.table.DamagedLakeException;
import dev.tidemark.pipelines.table.ForeignWriter;
import dev.tidemark.pipelines.table.Intent;
import dev.tidemark.pipelines.table.Intents;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Somebody else writes to the tables of a lake while a batch is published: nothing is lost, doubled
 * or published by half, and the next run comes to what an undisturbed one leaves.
 */
class ForeignChangesTest {

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");
  private static final Instant NEXT = Instant.parse("2024-06-04T02:00:00Z");
  private static final String FIRST = "gold/dim_broker";
  private static final String MIDDLE = "gold/fact_premium_transaction";
  private static final String LAST = "silver/section_month";

  /** A lake of the first night; the source has the second night's rows. */
  private static Path due = Path.of("");

  private static Path intended = Path.of("");
  private static Map<String, TableDigest> before = Map.of();
  private static Map<String, TableDigest> undisturbed = Map.of();
  private static Map<String, Mark> marksBefore = Map.of();
  private static Map<String, Mark> marks = Map.of();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @BeforeAll
  static void loadTheFirstNight(@TempDir Path lakes) throws SQLException, IOException {
    WorkedExample source = WorkedExample.in(TestSource.H2);
    due = lakes.resolve("due");
    Installation loaded = lake(due);
    loaded.run("night-1", NIGHT);
    before = loaded.digests();
    marksBefore = loaded.marks();
    source.execute(
        "UPDATE bdx.PremiumTransaction SET GrossPremium = 5100.00, ModifiedDate ="
            + " '2024-06-03 10:00:00' WHERE PremiumTransactionId = 4",
        "UPDATE ref.Broker SET BrokerName = 'Renamed', ModifiedDate = '2024-06-03 10:00:00'",
        "UPDATE ref.Coverholder SET CoverholderName = 'Renamed', ModifiedDate ="
            + " '2024-06-03 10:00:00' WHERE CoverholderId = 'CH002'",
        WorkedExample.premium(
            101, "CH001", "CERT-1009", "NEW", "2024-03-01", "70.00", "2024-06-03 10:00:00"));
    Installation done = lake(copy(due, lakes.resolve("undisturbed")));
    done.run("night-2", NEXT);
    undisturbed = done.digests();
    marks = done.marks();
    intended = copy(due, lakes.resolve("intended"));
    Installation dies = lake(intended);
    assertThrows(
        DyingStore.Died.class,
        () -> dies.run("night-2", NEXT, DyingStore.before(dies.store(), FIRST)));
  }

  @Test
  void aChangeBetweenIntentAndCommitVoidsTheRestAndTheNextRunBuildsItAnew() throws IOException {
    voidsAndIsBuiltAnew(MIDDLE);
  }

  @Tag("thorough")
  @ParameterizedTest
  @ValueSource(strings = {FIRST, LAST})
  void soItIsAtTheFirstTableAndAtTheLast(String table) throws IOException {
    voidsAndIsBuiltAnew(table);
  }

  private void voidsAndIsBuiltAnew(String table) throws IOException {
    Installation lake = lake(copy(due, folder.resolve("lake")));
    BatchVoidedException voided =
        assertThrows(
            BatchVoidedException.class,
            () -> lake.run("night-2", NEXT, meddled(lake, "commit", table)));

    assertThat(
        voided.getMessage(),
        allOf(
            startsWith(
                "batch 2 is void and the published cut is the one before it (table "
                    + table
                    + " changed under the run: bucket "),
            containsString(" has other files than planned"),
            containsString("; run again: what the batch had touched is then built anew")));
    isAsBefore(lake);
    assertThat(run(lake, "night-2").status(), is(RunStatus.FAILED));
    // a process that dies right after it declared the batch void leaves the intent too
    Files.copy(
        folder.resolve("lake/_intents/000000000002.voided.json"),
        folder.resolve("lake/_intents/000000000002.json"));

    List<String> told = new ArrayList<>();
    RunSummary next = lake.run("night-3", NEXT.plusSeconds(60), told::add);

    assertThat(next.batchId(), is(3L));
    assertThat(next.rolledForward(), is(nullValue()));
    assertThat(told.get(0), startsWith("batch 2 is void (table " + table + " changed under"));
    isAsUndisturbed(lake);
    assertThat(lake.run("night-4", NEXT.plusSeconds(120)).outcome(), is(RunSummary.Outcome.EMPTY));
  }

  @Test
  void aVoidBatchIsBuiltAnewAlsoWhenTheSourceHasNothingNew() throws IOException {
    Installation lake = lake(copy(intended, folder.resolve("lake")));
    Intent intent = Intents.in(root(lake)).pending().orElseThrow();
    ForeignWriter.to(root(lake), spec(lake, LAST)).rewrite(bucket(intent, LAST));

    // it finds the intent of a dead run, cannot publish it, and goes on as the next run
    RunSummary next = lake.run("night-3", NEXT.plusSeconds(60));

    assertThat(next.batchId(), is(3L));
    assertThat(next.rolledForward(), is(nullValue()));
    assertThat(run(lake, "night-2").status(), is(RunStatus.FAILED));
    assertThat(run(lake, "night-2").summary(), containsString("batch 2 is void"));
    isAsUndisturbed(lake);
  }

  @Test
  void aChangeBeforeTheIntentStopsTheRunWithNothingWritten() throws IOException {
    Installation lake = lake(copy(due, folder.resolve("lake")));
    assertThat(
        assertThrows(
                ConcurrentTableChangeException.class,
                () -> lake.run("night-2", NEXT, meddled(lake, "requireAsPlanned", MIDDLE)))
            .getMessage(),
        containsString("table " + MIDDLE + " changed under the run: bucket "));
    isAsBefore(lake);
    assertThat(Intents.in(root(lake)).voided(), is(empty()));

    assertThat(lake.run("night-3", NEXT.plusSeconds(60)).batchId(), is(2L));

    isAsUndisturbed(lake);
  }

  @Test
  void whatOthersCommitBehindABatchIsNoneOfItsBusiness() throws IOException {
    Installation lake = lake(copy(intended, folder.resolve("lake")));
    Intent intent = Intents.in(root(lake)).pending().orElseThrow();
    int bucket = bucket(intent, MIDDLE);
    assertThrows(
        DyingStore.Died.class,
        () -> lake.run("night-3", NEXT, DyingStore.after(lake.store(), LAST)));
    ForeignWriter.to(root(lake), spec(lake, MIDDLE)).delete(bucket);
    ForeignWriter.to(root(lake), spec(lake, LAST)).rewrite(bucket(intent, LAST));

    assertThat(lake.run("night-3", NEXT).rolledForward(), is(2L));

    isAsUndisturbed(lake);
  }

  @Test
  void daysThatOthersDeletedAreWrittenAnewThoughTheyAreWrittenOnce() throws IOException {
    Installation lake = lake(copy(due, folder.resolve("lake")));
    ForeignWriter.to(root(lake), spec(lake, "gold/dim_date")).delete(0);

    lake.run("night-2", NEXT);

    isAsUndisturbed(lake);
  }

  @Test
  void rowsThatOthersDeletedAreBuiltAnewByTheNextRunThatPublishes() throws IOException {
    Installation lake = lake(copy(due, folder.resolve("lake")));
    TableSpec facts = spec(lake, MIDDLE);
    lake.store().pin(facts).buckets().forEach(ForeignWriter.to(root(lake), facts)::delete);
    assertThat(lake.digests(), is(before));

    lake.run("night-2", NEXT);

    isAsUndisturbed(lake);
  }

  @Test
  void aBatchThatWasLeftByHalfWithoutItsIntentIsBuiltAnew() throws IOException {
    Installation lake = lake(copy(intended, folder.resolve("lake")));
    assertThrows(
        DyingStore.Died.class,
        () -> lake.run("night-3", NEXT, DyingStore.after(lake.store(), MIDDLE)));
    Path intent = folder.resolve("lake/_intents/000000000002.json");
    Files.write(intent, Files.readAllLines(intent).subList(0, 2));
    assertThat(
        assertThrows(DamagedLakeException.class, () -> lake.run("night-3", NEXT)).getMessage(),
        allOf(
            containsString("/_intents/000000000002.json cannot be read ("),
            containsString("; restore it, or move it away: the next run then builds anew")));
    Files.delete(intent);

    assertThat(lake.run("night-3", NEXT).batchId(), is(3L));

    isAsUndisturbed(lake);
  }

  @Test
  void twoRunsThatFindOneIntentPublishItOnce() throws Exception {
    Installation lake = lake(copy(intended, folder.resolve("lake")));
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (ControlStore control = JdbcControlStore.open(lake.config().control())) {
      Callable<Optional<RunRecord>> publication =
          () -> new Publication(root(lake), lake.tables(), lake.store(), control).rollForward();
      List<String> published = new ArrayList<>();
      for (Future<Optional<RunRecord>> one :
          threads.invokeAll(Collections.nCopies(2, publication))) {
        one.get().ifPresent(run -> published.add(run.runId()));
      }
      assertThat(published.isEmpty(), is(false));
      assertThat(control.history("PremiumTransaction").size(), is(2));
    } finally {
      threads.shutdown();
    }
    isAsUndisturbed(lake);
  }

  private static void isAsBefore(Installation lake) {
    assertThat(lake.digests(), is(equalTo(before)));
    assertThat(lake.marks(), is(equalTo(marksBefore)));
    assertThat(PublishedCut.latest(root(lake)).orElseThrow().batchId(), is(1L));
    assertThat(Intents.in(root(lake)).pending().isPresent(), is(false));
  }

  private static void isAsUndisturbed(Installation lake) {
    assertThat(lake.digests(), is(equalTo(undisturbed)));
    assertThat(lake.marks(), is(equalTo(marks)));
    assertThat(lake.differences(), is(empty()));
    assertThat(Intents.in(root(lake)).pending().isPresent(), is(false));
    assertThat(Intents.in(root(lake)).voided(), is(empty()));
  }

  /** Somebody rewrites a bucket of a table that the batch changes. */
  private static TableStore meddled(Installation lake, String method, String table) {
    int bucket = bucket(Intents.in(intended.toString()).pending().orElseThrow(), table);
    return Meddled.before(
        lake.store(), method, table, spec -> ForeignWriter.to(root(lake), spec).rewrite(bucket));
  }

  /** The first bucket with files that an intent changes. */
  private static int bucket(Intent intent, String table) {
    return intent.changesOf(table).stream()
        .filter(change -> !change.isEmpty() && !change.planned().isEmpty())
        .mapToInt(TableChange::bucket)
        .findFirst()
        .orElseThrow();
  }

  private static TableSpec spec(Installation lake, String table) {
    return lake.tables().at(table);
  }

  private static RunRecord run(Installation lake, String id) {
    try (ControlStore control = JdbcControlStore.open(lake.config().control())) {
      return control.run(id).orElseThrow();
    }
  }

  private static String root(Installation lake) {
    return lake.config().lake().root();
  }

  private static Installation lake(Path root) {
    return new Installation(TestSource.H2.url() + ";USER=sa", root);
  }

  private static Path copy(Path lake, Path target) throws IOException {
    try (Stream<Path> files = Files.walk(lake)) {
      for (Path file : files.toList()) {
        Path copy = target.resolve(lake.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
    return target;
  }
}
