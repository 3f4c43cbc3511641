// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.control.Mark;
import dev.tidemark.pipelines.demo.DemoSource;
import dev.tidemark.pipelines.source.SourcePools;
import dev.tidemark.pipelines.table.ForeignWriter;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.pipelines.table.TableMismatchException;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Day 1 of the demo in a lake that chose its own buckets, and then in more. */
class RebucketRunTest {

  private static final String PREMIUM = "silver/premium_transaction";
  private static final int SPREAD_TABLES = 15;
  private static final Instant NIGHT = DemoSource.logicalTime(1).plusSeconds(3600);

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private static Path loaded;

  @SuppressWarnings("NullAway.Init")
  private static RunSummary first;

  private final List<String> notes = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private Installation lake;

  @BeforeAll
  static void loadDayOne() {
    DemoSource source = DemoSource.at(loaded);
    source.recreate();
    first =
        Installation.undivided(source.url(), loaded.resolve("lake"))
            .run("day-1", DemoSource.logicalTime(1));
  }

  /** The source and the lake in a folder of their own. */
  private static Installation copyIn(Path folder) throws IOException {
    SourcePools.closeAll();
    try (Stream<Path> files = Files.walk(loaded)) {
      for (Path file : files.toList()) {
        Path copy = folder.resolve(loaded.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
    return Installation.undivided(DemoSource.at(folder).url(), folder.resolve("lake"));
  }

  @Test
  void aNewLakeIsDividedByTheRowsThatItBeginsWith() {
    LakeBuckets buckets = first.buckets();
    assertThat(buckets != null && buckets.count() == 4, is(true));
    assertThat(
        buckets != null && buckets.chosenForRows() != null && buckets.chosenForRows() > 1000,
        is(true));
  }

  @Test
  void noRowAndNoMarkChangesAndTheNextNightGoesOn(@TempDir Path folder) throws IOException {
    lake = copyIn(folder);
    Installation undisturbed = copyIn(Files.createDirectories(folder.resolve("undisturbed")));
    Map<String, TableDigest> before = lake.digests();
    Map<String, Mark> marks = lake.marks();

    RunSummary summary = rebucket(8, lake.store());

    assertThat(summary.outcome(), is(RunSummary.Outcome.LOADED));
    assertThat(summary.batchId(), is(2L));
    assertThat(summary.buckets(), is(new LakeBuckets(8, null, 4, null)));
    assertThat(summary.lake(), hasSize(SPREAD_TABLES));
    assertThat(summary.checks(), hasSize(SPREAD_TABLES));
    assertThat(lake.tables().buckets(), is(8));
    assertThat(lake.digests(), is(equalTo(before)));
    assertThat(lake.marks(), is(marks));
    assertThat(lake.differences(), is(empty()));

    RunSummary again = rebucket(8, lake.store());
    assertThat(again.outcome(), is(RunSummary.Outcome.EMPTY));
    assertThat(again.lake(), is(empty()));

    DemoSource.at(folder).advanceTo(2);
    DemoSource.at(folder.resolve("undisturbed")).advanceTo(2);
    RunSummary next = lake.run("day-2", DemoSource.logicalTime(2));
    undisturbed.run("day-2", DemoSource.logicalTime(2));
    assertThat(next.buckets(), is(LakeBuckets.of(8)));
    // quarantine tells which batch a row came with
    assertThat(
        lake.digests("quarantine/premium_transaction"),
        is(equalTo(undisturbed.digests("quarantine/premium_transaction"))));
    assertThat(lake.differences(), is(empty()));
  }

  @Test
  void withoutANumberItIsWhatSuitsTheSize(@TempDir Path folder) throws IOException {
    lake = copyIn(folder);
    rebucket(16, lake.store());

    RunSummary summary = rebucket(null, lake.store());

    assertThat(summary.buckets(), is(new LakeBuckets(4, null, 16, null)));
    assertThat(lake.tables().buckets(), is(4));
  }

  @ParameterizedTest
  @CsvSource({"before, gold/fact_premium_transaction", "after, silver/premium_transaction"})
  void aRunThatDiesBetweenTwoCommitsIsRolledForward(String when, String table, @TempDir Path folder)
      throws IOException {
    lake = copyIn(folder);
    Map<String, TableDigest> before = lake.digests();
    TableStore dying =
        when.equals("after")
            ? DyingStore.after(lake.store(), table)
            : DyingStore.before(lake.store(), table);

    assertThrows(DyingStore.Died.class, () -> rebucket(8, dying));

    // whoever reads the cut reads what was there
    assertThat(PublishedCut.latest(lake.config().lake().root()).orElseThrow().batchId(), is(1L));
    assertThat(lake.digests(), is(equalTo(before)));

    RunSummary next = lake.run("next", DemoSource.logicalTime(1));

    assertThat(next.rolledForward(), is(2L));
    assertThat(lake.tables().buckets(), is(8));
    assertThat(lake.digests(), is(equalTo(before)));
    assertThat(lake.differences(), is(empty()));
  }

  @Test
  void aChangeThatAnotherWriterBrokeOffIsNamedAndEndedByAskingAgain(@TempDir Path folder)
      throws IOException {
    lake = copyIn(folder);
    Map<String, TableDigest> before = lake.digests();
    TableStore meddled =
        Meddled.before(
            lake.store(), "rewrite", PREMIUM, spec -> rearrange(lake.tables().at(PREMIUM)));

    String told = assertThrows(BatchVoidedException.class, () -> rebucket(8, meddled)).getMessage();
    assertThat(told, containsString("batch 2 is void"));
    assertThat(told, containsString("table silver/premium_transaction changed under the run"));

    String refused =
        assertThrows(
                TableMismatchException.class, () -> lake.run("next", DemoSource.logicalTime(1)))
            .getMessage();
    assertThat(refused, containsString("has 4 buckets and table "));
    assertThat(refused, containsString("run --pipeline=rebucket again, which ends it"));

    rebucket(8, lake.store());
    assertThat(lake.digests(), is(equalTo(before)));
    assertThat(lake.run("next", DemoSource.logicalTime(1)).outcome(), is(RunSummary.Outcome.EMPTY));
  }

  @Test
  void aRunThatDiesBeforeItsIntentLeavesEverythingAsItWas(@TempDir Path folder) throws IOException {
    lake = copyIn(folder);
    Map<String, TableDigest> before = lake.digests();
    RunListener dying =
        new Silence() {
          @Override
          public void noted(String note) {
            throw new DyingStore.Died(note);
          }
        };
    assertThrows(
        DyingStore.Died.class, () -> lake.rebucket("rebucket", NIGHT, 8, dying, lake.store()));

    assertThat(lake.tables().buckets(), is(4));
    assertThat(lake.digests(), is(equalTo(before)));
    assertThat(lake.run("next", DemoSource.logicalTime(1)).rolledForward(), is(nullValue()));
  }

  @Test
  void aConfigurationThatSaysAnotherNumberIsToldHowToGetIt(@TempDir Path folder)
      throws IOException {
    lake = copyIn(folder);
    rebucket(8, lake.store());
    Installation configured = new Installation(DemoSource.at(folder).url(), folder.resolve("lake"));

    String refused =
        assertThrows(
                TableMismatchException.class,
                () -> configured.run("next", DemoSource.logicalTime(1)))
            .getMessage();

    assertThat(refused, containsString("lake.buckets is 4, but the tables of the lake"));
    assertThat(refused, containsString(" have 8; leave it out, or run --pipeline=rebucket"));

    // the configured number is the one that is made
    configured.rebucket("back", NIGHT, null, new Silence(), configured.store());
    assertThat(
        configured.run("next", DemoSource.logicalTime(1)).outcome(), is(RunSummary.Outcome.EMPTY));
  }

  /** As OPTIMIZE of another engine does: other files, the same rows. */
  private void rearrange(TableSpec table) {
    int bucket = lake.store().pin(table).buckets().iterator().next();
    ForeignWriter.to(lake.config().lake().root(), table).rewrite(bucket);
  }

  private RunSummary rebucket(@Nullable Integer buckets, TableStore store) {
    return lake.rebucket(
        "rebucket",
        NIGHT,
        buckets,
        new Silence() {
          @Override
          public void noted(String note) {
            notes.add(note);
          }
        },
        store);
  }
}
