// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.pipelines.control.Judged;
import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.control.Observation;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TableSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a run shows, as {@code scope: kind key: text}; a scope in which all is well is told so. */
class RunFindingsTest {

  private static final Instant NIGHT = Instant.parse("2024-06-10T02:00:00Z");
  private static final String INDEX = "Broker: no index begins with its watermark";
  private static final String COLUMN = "Broker: column Phone STRING is new";

  @Test
  void aFailureSaysNothingOfTablesAndGates() {
    assertThat(
        judge("nightly", 4, failed("source is down\nat host", List.of())),
        contains(
            "failure nightly: failure failure nightly 4: exit code 4: source is down at host"));
  }

  @Test
  void aGateThatFailedIsAFindingForEachCheckAndNoFailure() {
    List<Check> checks =
        List.of(
            new Check("rows of the fact", "7", "7", true),
            new Check("premium of the mart", "1.00", "2.00", false));

    assertThat(
        judge("nightly", 3, failed("an audit failed", checks)),
        contains(
            "failure nightly: well",
            "audit nightly: reconciliation audit nightly premium of the mart: premium of the mart:"
                + " 1.00 <> 2.00"));
    assertThat(
        judge("nightly", 3, failed("the count probe failed", List.of())),
        hasItem("audit nightly: reconciliation audit nightly: the count probe failed"));
  }

  @Test
  void aTableThatFailedIsPartialAndItsDriftIsNotJudged() {
    assertThat(
        judge("nightly", 1, ended(table("Broker", LoadStatus.FAILED, "no column Name"))),
        contains(
            "failure nightly: well",
            "audit nightly: well",
            "table Broker: partial table Broker: no column Name"));
  }

  @Test
  void everyWarningOfANightIsDriftOfItsTable() {
    assertThat(
        judge("nightly", 0, ended(table("Broker", LoadStatus.EMPTY, null, INDEX, COLUMN, INDEX))),
        contains(
            "failure nightly: well",
            "audit nightly: well",
            "table Broker: well",
            "drift Broker: drift " + INDEX + ": " + INDEX,
            "drift Broker: drift " + COLUMN + ": " + COLUMN));
  }

  @Test
  void lostKeysAreOneFindingHoweverManyAndNoDrift() {
    List<String> judged =
        judge("compare-keys", 0, ended(table("Broker", LoadStatus.EMPTY, null, "3 keys are lost")));

    assertThat(
        judged,
        hasItems(
            "failure compare-keys: well",
            "lost keys Broker: reconciliation lost keys Broker: 3 keys are lost"));
    assertThat(judged, not(hasItem("drift Broker: well")));
  }

  @Test
  void anotherJobThatDoesWellDoesNotEndWhatANightFound() {
    List<String> judged = judge("rebucket", 0, ended(table("Broker", LoadStatus.EMPTY, null)));

    assertThat(
        judged, contains("failure rebucket: well", "audit rebucket: well", "table Broker: well"));
  }

  @Test
  void longTextsStayWithinTheirColumnsAndApart() {
    String end = "x".repeat(5000);
    Observation one = warned("a" + end + "1");
    Observation other = warned("a" + end + "2");

    assertThat(one.key().length(), is(400));
    assertThat(one.key(), is(not(other.key())));
    assertThat(one.text().length(), is(2002));
  }

  private static Observation warned(String warning) {
    RunSummary summary = ended(table("Broker", LoadStatus.EMPTY, null, warning));
    List<Judged> judged = RunFindings.of("nightly", run(0, summary));
    return judged.get(judged.size() - 1).observations().get(0);
  }

  private static List<String> judge(String pipeline, int exitCode, RunSummary summary) {
    List<String> all = new ArrayList<>();
    for (Judged judged : RunFindings.of(pipeline, run(exitCode, summary))) {
      if (judged.observations().isEmpty()) {
        all.add(judged.scope() + ": well");
      }
      judged
          .observations()
          .forEach(
              o -> all.add(judged.scope() + ": " + o.kind() + " " + o.key() + ": " + o.text()));
    }
    return all;
  }

  private static EndedRun run(int exitCode, RunSummary summary) {
    return new EndedRun(null, summary, exitCode, NIGHT, NIGHT);
  }

  private static RunSummary failed(String message, List<Check> checks) {
    return RunSummary.failed(null, List.of(), checks, message);
  }

  private static RunSummary ended(TableSummary table) {
    return new RunSummary(
        RunSummary.SCHEMA_VERSION,
        "nightly",
        "night-1",
        1,
        NIGHT.toString(),
        "2024-06-10",
        RunSummary.Outcome.LOADED,
        null,
        List.of(table),
        List.of(),
        List.of(),
        List.of(),
        null,
        List.of(),
        null,
        null);
  }

  private static TableSummary table(
      String name, LoadStatus status, @Nullable String message, String... warnings) {
    return new TableSummary(
        name,
        status,
        null,
        null,
        LoadCounts.NONE,
        0,
        0,
        0,
        0,
        message,
        List.of(),
        List.of(warnings));
  }
}
