// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tidemark.runners.WatchedDisk.Act;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report beside real runs: what the demo's says, and that none is in the way of a run. */
class ReportTest {

  private static DueDay day;

  private final Path folder;
  private final Path report;

  ReportTest(@TempDir Path folder) {
    this.folder = folder;
    report = folder.resolve("out/report.html");
  }

  @BeforeAll
  static void loadOneDay() {
    day = DueDay.second();
  }

  @Test
  void theDemosReportSaysWhatAnotherReaderFindsInItsMarts() throws IOException, SQLException {
    String html = Files.readString(DemoRuns.DIRECT.report());

    assertThat(html, containsString("<h1 class=\"good\">Loaded</h1>"));
    assertThat(html, containsString("<dd>day-4</dd>"));
    try (DuckDb duckDb = DuckDb.over(DemoRuns.DIRECT.lake())) {
      String latest =
          "(SELECT * FROM mart.gpi_utilisation QUALIFY bordereau_month = max(bordereau_month)"
              + " OVER (PARTITION BY contract_section_key))";
      String breached = count(duckDb, latest + " WHERE alert_level = 'BREACH'");
      String notifying = count(duckDb, latest + " WHERE alert_level = 'NOTIFY'");
      String missing = count(duckDb, "mart.missing_bordereaux");
      String late = count(duckDb, "mart.bordereau_timeliness WHERE is_late");
      assertThat(
          html,
          allOf(
              containsString(breached + " have written their limit"),
              containsString(notifying + " have reached the part"),
              containsString(missing + " bordereaux are missing, of"),
              containsString(late + " bordereaux came late, of")));
    }
    // 5,000.00 and 3,000.00 of CH002, by hand, of a limit of 8,000.00
    assertThat(
        html,
        containsString(
            "<td class=\"n\" data-v=\"100.000000\">100.0 %</td><td class=\"BREACH\" data-v=\"0\">"
                + "BREACH</td><td class=\"n\">8,000.00</td><td class=\"n\">8,000.00</td>"));
    assertThat("CH303 on day 4", html, containsString("status ACTIVE → UNDER_REVIEW"));
    assertThat(
        DemoRuns.DIRECT.launch().output(),
        hasItem("The report of its last day lies in " + DemoRuns.DIRECT.report() + "."));
  }

  @Test
  void aReportThatIsMadeAgainIsTheSameByteForByte() throws IOException {
    DemoLake lake = day.copyTo(folder.resolve("lake"));
    Launch run = lake.run(day.day(), "--reportFile=" + report);
    assertThat(run.progress(), run.exitCode(), is(0));
    String atItsEnd = Files.readString(report);
    assertThat(atItsEnd, containsString("<h1 class=\"good\">Loaded</h1>"));
    Files.delete(report);

    Launch again = job(lake);

    assertThat(again.progress(), again.exitCode(), is(0));
    assertThat(Files.readString(report), is(atItsEnd));
    assertThat(
        again.lastLine(),
        allOf(
            containsString("\"run_id\":\"run-2024-06-04T02:00:00Z\""),
            containsString("\"status\":\"SUCCEEDED\""),
            containsString("\"file\":\"" + report + "\"")));
    try (Stream<Path> files = Files.list(report.getParent())) {
      assertThat("no half of one is left", files.toList(), contains(report));
    }
  }

  @Test
  void anEarlierRunIsReportedByItsNameWithWhatItPublished() throws IOException {
    DemoLake lake = day.copyTo(folder.resolve("lake"));
    assertThat(lake.run(day.day()).exitCode(), is(0));

    assertThat(job(lake, "--runId=run-2024-06-03T02:00:00Z").exitCode(), is(0));

    assertThat(Files.readString(report), containsString("The figures are those of batch 1,"));
    isRefused(
        job(lake, "--runId=yesterday"),
        "--runId=yesterday is no run of the lake "
            + lake.root()
            + "; leave it out for the last one");
  }

  @Test
  void aRunThatFailsHasAReportAndItsOwnExitCode() throws IOException {
    DemoLake lake = day.copyTo(folder.resolve("lake"));
    lake.sql("ALTER TABLE bdx.PremiumTransaction DROP COLUMN GrossPremium");

    Launch run =
        lake.run(day.day(), "--reportFile=" + report, "--tables=PremiumTransaction,Broker");

    assertThat(run.exitCode(), is(1));
    String html = Files.readString(report);
    assertThat(html, containsString("GrossPremium"));
    assertThat(html, containsString("This run published nothing."));
  }

  @Test
  void whereNothingRanThereIsNothingToReport() throws IOException {
    DemoLake lake = DueDay.first().copyTo(folder.resolve("lake"));

    isRefused(
        job(lake), "no run of the lake " + lake.root() + " is known; run --pipeline=nightly first");
    assertThat(Files.exists(Path.of(lake.root())), is(false));
  }

  @Test
  void aFileThatCannotBeWrittenIsToldBeforeTheRun() {
    DemoLake lake = day.copyTo(folder.resolve("lake"));
    Launch run = lake.run(day.day(), "--reportFile=" + folder);

    isRefused(
        run,
        "--reportFile="
            + folder
            + " cannot be written (it is a folder); name a file in a folder that can be written");
    day.isShownBefore(lake);
  }

  @Test
  void aReportThatFailsIsOneLineAndTheRunIsWhatItIs() throws IOException {
    DemoLake lake = day.copyTo(folder.resolve("lake"));
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no /dev/full on this machine");
    Path half = report.resolveSibling(".report.html.tmp");
    // the disk has space when the run begins, and none when its report comes
    WatchedDisk.Watch filling =
        (act, path) -> {
          if (act == Act.WRITE && !Files.isSymbolicLink(half)) {
            Files.createSymbolicLink(half, full);
          }
        };
    WatchedDisk.add(filling);
    Launch run;
    try {
      run = lake.watched().run(day.day(), "--reportFile=" + report);
    } finally {
      WatchedDisk.remove(filling);
    }

    assertThat(
        run.complaints(),
        contains(
            "tidemark: --reportFile="
                + report
                + " cannot be written (No space left on device); the run itself is LOADED"));
    assertThat(run.exitCode(), is(0));
    assertThat(run.lastLine(), containsString("\"outcome\":\"LOADED\""));
    assertThat(Files.exists(report), is(false));
    day.isPublished(lake);
  }

  @Test
  void anOptionOfAnotherJobIsRefused() {
    DemoLake lake = day.copyTo(folder.resolve("lake"));
    isRefused(
        Launch.at(
            DemoLake.NOW,
            "--config=" + lake.config(),
            "--pipeline=digest",
            "--reportFile=" + report),
        "--reportFile does not go with --pipeline=digest; leave it out");
    isRefused(
        Launch.at(DemoLake.NOW, "--config=" + lake.config(), "--pipeline=report"),
        "--reportFile is missing; write --reportFile=report.html, for instance");
    assertThat(Files.exists(report), is(false));
  }

  private static String count(DuckDb duckDb, String rows) throws SQLException {
    return String.valueOf(duckDb.texts("SELECT count(*) FROM " + rows).rows().get(0).getString(0));
  }

  private Launch job(DemoLake lake, String... more) {
    return Launch.at(
        DemoLake.NOW,
        Stream.concat(
                Stream.of(
                    "--config=" + lake.config(), "--pipeline=report", "--reportFile=" + report),
                Stream.of(more))
            .toArray(String[]::new));
  }

  private static void isRefused(Launch launch, String complaint) {
    assertThat(launch.complaints(), contains("tidemark: " + complaint));
    assertThat(launch.exitCode(), is(2));
  }
}
