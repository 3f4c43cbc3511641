// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.observe;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasEntry;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.LakeChange;
import dev.tidemark.pipelines.run.ResultFile;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TableSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunMetricsTest {

  /** 1,717,466,400 s after 1970. */
  private static final Instant START = Instant.parse("2024-06-04T02:00:00Z");

  private static final Instant END = Instant.parse("2024-06-04T02:01:01.250Z");
  private static final String COMMON = "lake=/data/lake, pipeline=nightly";

  @Test
  void aRunTellsItsOutcomeTimesAndChecks() {
    Map<String, String> samples = samples(loaded(table("Broker", LoadStatus.LOADED)), 0);

    assertThat(
        samples,
        hasEntry(
            "tidemark_run_info{lake=/data/lake, logical_time=2024-06-04T02:00:00Z,"
                + " outcome=LOADED, pipeline=nightly, run_id=night}",
            "1"));
    assertThat(samples, hasEntry("tidemark_run_success{" + COMMON + "}", "1"));
    assertThat(samples, hasEntry("tidemark_run_exit_code{" + COMMON + "}", "0"));
    assertThat(
        samples,
        hasEntry("tidemark_run_start_timestamp_seconds{" + COMMON + "}", "1717466400.000"));
    assertThat(
        samples, hasEntry("tidemark_run_end_timestamp_seconds{" + COMMON + "}", "1717466461.250"));
    assertThat(samples, hasEntry("tidemark_run_duration_seconds{" + COMMON + "}", "61.250"));
    assertThat(samples, hasEntry("tidemark_run_checks{" + COMMON + "}", "2"));
    assertThat(samples, hasEntry("tidemark_run_checks_failed{" + COMMON + "}", "1"));
  }

  @Test
  void aTableTellsItsRows() {
    Map<String, String> samples = samples(loaded(table("Broker", LoadStatus.LOADED)), 0);

    String broker = "_rows{" + COMMON + ", table=Broker}";
    assertThat(samples, hasEntry("tidemark_table_landed" + broker, "21"));
    assertThat(samples, hasEntry("tidemark_table_inserted" + broker, "1"));
    assertThat(samples, hasEntry("tidemark_table_updated" + broker, "2"));
    assertThat(samples, hasEntry("tidemark_table_unchanged" + broker, "3"));
    assertThat(samples, hasEntry("tidemark_table_deleted" + broker, "4"));
    assertThat(samples, hasEntry("tidemark_table_quarantined" + broker, "5"));
    assertThat(samples, hasEntry("tidemark_table_late" + broker, "6"));
    assertThat(
        samples,
        hasEntry("tidemark_table_max_lateness_seconds{" + COMMON + ", table=Broker}", "1.5"));
    assertThat(samples, hasEntry("tidemark_table_success{" + COMMON + ", table=Broker}", "1"));
  }

  @Test
  void aLakeTableTellsItsVersionAndWhatChanged() {
    Map<String, String> samples = samples(loaded(), 0);

    String table = "table=gold/dim_broker}";
    assertThat(samples, hasEntry("tidemark_lake_table_version{" + COMMON + ", " + table, "7"));
    String changed = "tidemark_lake_table_changed_rows{change=%s, " + COMMON + ", " + table;
    assertThat(samples, hasEntry(changed.formatted("inserted"), "8"));
    assertThat(samples, hasEntry(changed.formatted("updated"), "9"));
    assertThat(samples, hasEntry(changed.formatted("deleted"), "10"));
  }

  @Test
  void theMarkOfATableThatDidNotLoadIsTheOneBefore() {
    Map<String, String> samples =
        samples(
            loaded(
                table("Broker", LoadStatus.LOADED),
                table("Coverholder", LoadStatus.FAILED),
                table("ContractSection", LoadStatus.EMPTY)),
            1);

    // up to 2024-06-03 18:00, and 2024-06-02 18:00 before
    assertThat(samples, hasEntry(mark("timestamp", "Broker"), "1717437600.000"));
    assertThat(samples, hasEntry(mark("lag", "Broker"), "28861.250"));
    assertThat(samples, hasEntry(mark("timestamp", "Coverholder"), "1717351200.000"));
    assertThat(samples, hasEntry(mark("lag", "ContractSection"), "115261.250"));
    assertThat(samples, hasEntry("tidemark_table_success{" + COMMON + ", table=Coverholder}", "0"));
  }

  @Test
  void marksOfAZoneAreInstantsAndThoseThatAreNoTimesHaveNoLag() {
    Map<String, String> samples =
        samples(
            loaded(
                marked("Broker", "2024-06-03 18:00:00.000000+00:00"),
                marked("RiskTransaction", "2024-06-03 18:00:00.123456"),
                marked("Coverholder", "2024-06-03"),
                marked("ContractSection", "4711"),
                marked("ExchangeRate", null)),
            0);

    assertThat(samples, hasEntry(mark("timestamp", "Broker"), "1717437600.000"));
    // London was an hour ahead of UTC
    assertThat(samples, hasEntry(mark("timestamp", "RiskTransaction"), "1717434000.123"));
    for (String table : List.of("Coverholder", "ContractSection", "ExchangeRate")) {
      assertThat(samples, not(hasKey(mark("timestamp", table))));
      assertThat(samples, not(hasKey(mark("lag", table))));
    }
  }

  @Test
  void aFailureBeforeAnythingWasKnownIsOneToo() {
    EndedRun run =
        new EndedRun(
            null, RunSummary.failed(null, List.of(), List.of(), "no configuration"), 2, START, END);

    Map<String, String> samples = PrometheusSamples.of(RunMetrics.text(run, "nightly"));

    assertThat(
        samples, hasEntry("tidemark_run_info{lake=, outcome=FAILED, pipeline=nightly}", "1"));
    assertThat(samples, hasEntry("tidemark_run_success{lake=, pipeline=nightly}", "0"));
    assertThat(samples, hasEntry("tidemark_run_exit_code{lake=, pipeline=nightly}", "2"));
  }

  @Test
  void labelsAreEscaped() {
    RunRequest odd = request("a \\n \"quoted\"\nname");
    EndedRun run =
        new EndedRun(odd, RunSummary.failed(odd, List.of(), List.of(), "x"), 1, START, END);

    String text = RunMetrics.text(run, "nightly");

    assertThat(text.contains("run_id=\"a \\\\n \\\"quoted\\\"\\nname\""), is(true));
    assertThat(
        PrometheusSamples.of(text),
        hasKey(
            "tidemark_run_info{lake=/data/lake, logical_time=2024-06-04T02:00:00Z, outcome=FAILED,"
                + " pipeline=nightly, run_id=a \\n \"quoted\"\nname}"));
  }

  @Test
  void theFileIsReplacedWhole(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("tidemark.prom"), "an older one\n");
    EndedRun run = new EndedRun(request("night"), loaded(), 0, START, END);

    RunMetrics.to(ResultFile.at("--metricsFile", file), "nightly").ended(run);

    assertThat(Files.readString(file), is(RunMetrics.text(run, "nightly")));
  }

  private static String mark(String what, String table) {
    return "tidemark_table_mark_" + what + "_seconds{" + COMMON + ", table=" + table + "}";
  }

  private static Map<String, String> samples(RunSummary summary, int exitCode) {
    EndedRun run = new EndedRun(request("night"), summary, exitCode, START, END);
    return PrometheusSamples.of(RunMetrics.text(run, "nightly"));
  }

  private static RunRequest request(String runId) {
    TidemarkConfig config =
        TidemarkConfig.parse(
            """
            source: {url: "jdbc:h2:mem:source"}
            lake: {root: "/data/lake"}
            tables:
              RiskTransaction: {zone: Europe/London}
            """);
    return new RunRequest(config, runId, START, LocalDate.of(2024, 6, 4), Set.of());
  }

  private static RunSummary loaded(TableSummary... tables) {
    return new RunSummary(
        RunSummary.SCHEMA_VERSION,
        "night",
        7,
        START.toString(),
        "2024-06-04",
        RunSummary.Outcome.LOADED,
        null,
        List.of(tables),
        List.of(new LakeChange("gold/dim_broker", 7, 8, 9, 10)),
        List.of(),
        List.of(),
        null,
        List.of(new Check("a", "1", "1", true), new Check("b", "1", "2", false)),
        null,
        null);
  }

  private static TableSummary table(String name, LoadStatus status) {
    LoadCounts counts =
        LoadCounts.NONE.withLanded(21, 20, 0).withMerged(1, 2, 3, 4, 5).withLate(6, 1_500_000);
    return new TableSummary(
        name,
        status,
        "2024-06-02 18:00:00.000000",
        status == LoadStatus.EMPTY ? null : "2024-06-03 18:00:00.000000",
        counts,
        0,
        0,
        null);
  }

  private static TableSummary marked(String name, @Nullable String mark) {
    return new TableSummary(name, LoadStatus.LOADED, null, mark, LoadCounts.NONE, 0, 0, null);
  }
}
