// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.HistorySummary;
import dev.tidemark.pipelines.run.LakeChange;
import dev.tidemark.pipelines.run.MartsSummary;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TableSummary;
import dev.tidemark.testing.MutableClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConsoleTest {

  private static final String LOW = "2024-06-02 18:00:00.123457";
  private static final String HIGH = "2024-06-03 17:45:00.000001";
  private static final LoadCounts SEEN = LoadCounts.NONE.withSource(1234, 1234);

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final MutableClock clock = MutableClock.at("2024-06-04T02:03:04Z");
  private final Console console =
      new Console(new LineLog(new PrintStream(bytes, true, StandardCharsets.UTF_8), clock), clock);

  @Test
  void aDueTableStartsWithItsRowsAndWindow() {
    console.tableCaptured(table(LoadStatus.NEW, LOW, HIGH, SEEN, 0, 0, null));
    isSaid(
        "02:03:04  Broker               start       1,234 rows   window ("
            + LOW
            + ", "
            + HIGH
            + "]");
  }

  @Test
  void aFirstLoadHasNoLowerMarkAndAWholeTableNone() {
    console.tableCaptured(table(LoadStatus.NEW, null, HIGH, SEEN, 0, 0, null));
    console.tableCaptured(table(LoadStatus.NEW, null, null, SEEN, 0, 0, null));
    isSaid(
        "02:03:04  Broker               start       1,234 rows   window (, " + HIGH + "]",
        "02:03:04  Broker               start       1,234 rows   window whole");
  }

  @Test
  void aTableWithNothingNewNamesItsMark() {
    console.tableCaptured(table(LoadStatus.EMPTY, LOW, null, LoadCounts.NONE, 0, 0, null));
    isSaid("02:03:04  Broker               nothing new since " + LOW);
  }

  @Test
  void whatWaitsOrIsLeftOutOrOddIsToldBelowItsTable() {
    console.tableCaptured(table(LoadStatus.EMPTY, LOW, null, LoadCounts.NONE, 2, 3, "is odd"));
    isSaid(
        "02:03:04  Broker               nothing new since " + LOW,
        "02:03:04  Broker               is odd",
        "02:03:04  Broker               2 rows are later than the source's clock; they go to quarantine"
            + " until it reaches them",
        "02:03:04  Broker               3 rows have no mark");
  }

  @Test
  void rowsThatCameLateAreToldAndHowLate() {
    console.tableCaptured(table(LoadStatus.LATE, LOW, LOW, SEEN, 0, 0, null));
    console.tablePublished(
        table(
            LoadStatus.LATE,
            LOW,
            LOW,
            SEEN.withLanded(9, 9, 7).withMerged(2, 0, 7, 0, 0).withLate(2, 720_000_001L),
            0,
            0,
            null));
    isSaid(
        "02:03:04  Broker               start       1,234 rows   nothing new, but other rows behind "
            + LOW,
        "02:03:04  Broker               done            9 landed   2 new, 0 changed, 7 the same, 2"
            + " late by up to PT12M0.000001S");
  }

  @Test
  void aPublishedTableTellsWhatBecameOfItsRows() {
    LoadCounts counts = SEEN.withLanded(1234, 1234, 0);
    console.tablePublished(
        table(LoadStatus.LOADED, LOW, HIGH, counts.withMerged(1000, 200, 34, 0, 0), 0, 0, null));
    console.tablePublished(
        table(LoadStatus.LOADED, LOW, HIGH, counts.withMerged(1000, 200, 30, 0, 4), 0, 0, null));
    isSaid(
        "02:03:04  Broker               done        1,234 landed   1000 new, 200 changed, 34 the same",
        "02:03:04  Broker               done        1,234 landed   1000 new, 200 changed, 30 the same,"
            + " 4 quarantined");
  }

  @Test
  void aFailedTableTellsWhy() {
    console.tableFailed(table(LoadStatus.FAILED, null, null, LoadCounts.NONE, 0, 0, "is gone"));
    isSaid("02:03:04  Broker               FAILED  is gone");
  }

  @Test
  void aRunThatIsRolledForwardIsNamed() {
    console.rolledForward(7, "night");
    console.rebuilding("dim_broker_history is made again");
    console.graphStarted(3);
    isSaid(
        "02:03:04  batch 7 of run night had not been published wholly; it is now",
        "02:03:04  dim_broker_history is made again",
        "02:03:04  3 tables are due; the graph runs");
  }

  @Test
  void theEndTellsChangesChecksAndTotals() {
    TableSummary table =
        table(LoadStatus.LOADED, LOW, HIGH, SEEN.withLanded(1234, 1234, 0), 0, 0, null);
    clock.advance(Duration.ofMillis(61_234));
    console.ended(
        new RunSummary(
            RunSummary.SCHEMA_VERSION,
            "nightly",
            "night",
            7,
            "2024-06-04T02:00:00Z",
            "2024-06-04",
            RunSummary.Outcome.LOADED,
            null,
            List.of(table),
            List.of(new LakeChange("gold/dim_broker", 3, 1, 2, 0)),
            List.of(),
            List.of(
                new HistorySummary("gold/dim_broker_history", 9, 4, 2, 3, 1),
                new HistorySummary("gold/dim_coverholder_history", 9, 4, 0, 3, 0)),
            new MartsSummary(4, 3, 5),
            List.of(new Check("a", "1", "1", true), new Check("b", "1", "2", false)),
            null,
            null));
    isSaid(
        "02:04:05    gold/dim_broker                            v3   1 new, 2 changed, 0 gone",
        "02:04:05    gold/dim_broker_history                    2 updates changed no tracked column, 1"
            + " met another of the same time",
        "02:04:05    marts as of 2024-06-04 made again for 4 sections, 3 coverholders, 5 accounts",
        "02:04:05  run night loaded: 1 tables, 1,234 rows landed, 1 lake tables changed, 1 of 2 checks"
            + " hold, 61.2 s");
  }

  private void isSaid(String... lines) {
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines().toList(), is(List.of(lines)));
  }

  private static TableSummary table(
      LoadStatus status,
      @Nullable String low,
      @Nullable String high,
      LoadCounts counts,
      long future,
      long nulls,
      @Nullable String message) {
    return new TableSummary("Broker", status, low, high, counts, future, nulls, message);
  }
}
