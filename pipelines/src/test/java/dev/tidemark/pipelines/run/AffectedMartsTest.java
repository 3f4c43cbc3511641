// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Marts are made again for what changed, and come to what they are when they are made whole. */
class AffectedMartsTest {

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");
  private static final LocalDate AS_OF = LocalDate.of(2024, 6, 3);

  private final Path lakeRoot;
  private final Installation lake;
  private final WorkedExample source;
  private int hours;

  AffectedMartsTest(@TempDir Path folder) throws SQLException, IOException {
    lakeRoot = folder.resolve("lake");
    source = WorkedExample.in(TestSource.H2);
    lake = new Installation(source.url(), lakeRoot);
  }

  @BeforeEach
  void theFirstNightMakesThemWhole() {
    assertThat(run().marts(), is(new MartsSummary(3, 3, 3)));
  }

  @Test
  void whatChangesIsMadeAgainWithWhatItLeft() throws SQLException, IOException {
    source.execute(
        update("bdx.PremiumTransaction", "GrossPremium = 5100.00", "PremiumTransactionId = 4"));
    RunSummary oneRow = run();
    assertThat(oneRow.marts(), is(new MartsSummary(1, 1, 1)));
    assertThat(marts(oneRow), contains("mart/gpi_utilisation"));

    source.execute(update("ref.Broker", "BrokerName = 'Renamed'", "BrokerCode = '0999'"));
    RunSummary noMart = run();
    assertThat(noMart.marts(), is(new MartsSummary(0, 0, 0)));
    assertThat(marts(noMart), is(empty()));

    // in force before the month's end; a later limit would change no row
    source.execute(
        "UPDATE ref.ContractSection SET GpiLimit = 100.00, GpiCurrency = 'GBP', ModifiedDate ="
            + " '2024-01-02 00:00:00' WHERE SectionNo = 'S1'");
    RunSummary limit = run();
    assertThat(limit.marts(), is(new MartsSummary(1, 1, 1)));
    assertThat(marts(limit), contains("mart/gpi_utilisation"));

    // S1 leaves CH001, which has nothing else, for CH002
    source.execute(update("ref.ContractSection", "CoverholderId = 'CH002'", "SectionNo = 'S1'"));
    RunSummary moved = run();
    assertThat(moved.marts(), is(new MartsSummary(1, 2, 2)));
    assertThat(islands(), contains("CH002 2024-01-01 2024-03-01", "CH003 2024-01-01 2024-01-01"));

    source.execute(
        update("ref.ContractSection", "BordereauDueDays = 60", "SectionNo = 'S2'"),
        update("ref.ContractSection", "YearOfAccount = 2023", "SectionNo = 's3'"),
        // nobody knows its section, then somebody does, under another coverholder
        WorkedExample.premium(
            101, "CH004", "CERT-1", "NEW", "2024-02-01", "10.00", "2024-03-05 00:00:00", time()),
        update("bdx.PremiumTransaction", "GrossPremium = NULL", "PremiumTransactionId = 5"));
    assertThat(run().marts(), is(new MartsSummary(4, 3, 4)));
    source.execute(
        WorkedExample.section("B0999CH004", "S4", "CH005")
            .replace("'2024-01-01 00:00:00')", "'" + time() + "')"),
        update("bdx.PremiumTransaction", "GrossPremium = 9.00", "PremiumTransactionId = 5"));
    // S4 and S1; CH004 had S4, CH005 has it; the accounts without a year of whoever its rows named
    // and name, that of CH005, and that of S1
    assertThat(run().marts(), is(new MartsSummary(2, 3, 4)));

    isWhatTheyAreWhenMadeWhole();
  }

  @Test
  void anotherDayRefreshesTheMissingBordereauxOfSectionsThatOweOneByThen() {
    // the bordereau of April was due on 15 May, that of May is on 15 June
    long published = cut();
    assertThat(runAsOf(LocalDate.of(2024, 6, 15)).outcome(), is(RunSummary.Outcome.EMPTY));
    assertThat("nothing fell due", cut(), is(published));

    RunSummary later = runAsOf(LocalDate.of(2024, 6, 16));
    assertThat(later.marts(), is(new MartsSummary(3, 3, 3)));
    assertThat(later.asOf(), is("2024-06-16"));
    assertThat(changes(later), contains("mart/missing_bordereaux +3 ~0 -0"));
    assertThat(madeFor(), is("2024-06-16"));

    // an earlier day takes them back
    RunSummary earlier = runAsOf(AS_OF);
    assertThat(changes(earlier), contains("mart/missing_bordereaux +0 ~0 -3"));
    assertThat(madeFor(), is("2024-06-03"));
  }

  @Test
  void aDueDateThatEverybodyKeptChangesNothingAndPublishesNothing() throws SQLException {
    for (int c = 1; c <= 3; c++) {
      source.execute(
          WorkedExample.premium(
              200 + c,
              "CH00" + c,
              "CERT-M" + c,
              "NIL",
              "2024-05-01",
              "0",
              "2024-06-01 00:00:00",
              time()));
    }
    run();
    long published = cut();

    assertThat(runAsOf(LocalDate.of(2024, 6, 16)).outcome(), is(RunSummary.Outcome.EMPTY));
    assertThat(cut(), is(published));
    assertThat(madeFor(), is("2024-06-03"));
  }

  /** Two copies of a lake get one more row that no mart shows; one of them has lost its marts. */
  private void isWhatTheyAreWhenMadeWhole() throws SQLException, IOException {
    Map<String, TableDigest> made = lake.digests();
    try (Stream<Path> marts = Files.walk(lakeRoot.resolve("mart"))) {
      for (Path file : marts.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    source.execute(update("ref.Broker", "BrokerName = 'Named again'", "BrokerCode = '0999'"));
    assertThat(run().marts(), is(new MartsSummary(4, 3, 3)));
    Map<String, TableDigest> whole = lake.digests();
    made.keySet().removeIf(path -> !path.startsWith("mart/"));
    whole.keySet().removeIf(path -> !path.startsWith("mart/"));
    assertThat(made, is(whole));
  }

  private RunSummary run() {
    return runAsOf(AS_OF);
  }

  private RunSummary runAsOf(LocalDate asOf) {
    hours++;
    return lake.runAsOf("run-" + hours, NIGHT.plusSeconds(60L * hours), asOf);
  }

  private String update(String table, String set, String where) {
    return "UPDATE %s SET %s, ModifiedDate = '%s' WHERE %s".formatted(table, set, time(), where);
  }

  /** Later than everything that a run has seen. */
  private String time() {
    return "2024-07-%02d 00:00:00".formatted(hours);
  }

  private static List<String> marts(RunSummary summary) {
    return summary.lake().stream()
        .map(LakeChange::table)
        .filter(table -> table.startsWith("mart/"))
        .toList();
  }

  private static List<String> changes(RunSummary summary) {
    return summary.lake().stream()
        .map(
            change ->
                "%s +%d ~%d -%d"
                    .formatted(
                        change.table(), change.inserted(), change.updated(), change.deleted()))
        .toList();
  }

  private List<String> islands() {
    return lake.rows("mart/bordereau_islands_by_coverholder").stream()
        .map(
            row ->
                row.getString("coverholder_id")
                    + " "
                    + row.getLogicalTypeValue("run_start", LocalDate.class)
                    + " "
                    + row.getLogicalTypeValue("run_end", LocalDate.class))
        .sorted()
        .toList();
  }

  private long cut() {
    return PublishedCut.latest(lakeRoot.toString()).orElseThrow().batchId();
  }

  private String madeFor() {
    return lake.store()
        .pin(lake.tables().at("mart/missing_bordereaux"))
        .property("tidemark.asOf")
        .orElse("");
  }
}
