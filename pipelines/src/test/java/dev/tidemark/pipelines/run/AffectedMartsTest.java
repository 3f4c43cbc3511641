// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.PublishedCut;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Marts are made again for what changed, and for nothing else. */
class AffectedMartsTest {

  private static final LocalDate AS_OF = LocalDate.of(2024, 6, 3);

  private final WorkedExample source;
  private final MartLake lake;

  AffectedMartsTest(@TempDir Path folder) throws SQLException, IOException {
    source = WorkedExample.in(TestSource.H2);
    lake = new MartLake(source, folder.resolve("lake"));
  }

  @Test
  void whatChangesIsMadeAgainWithWhatItLeft() throws SQLException {
    assertThat("the first night makes them whole", run().marts(), is(new MartsSummary(3, 3, 3)));

    // an amount; when it was sent and what was paid stay
    source.execute(
        update("bdx.PremiumTransaction", "GrossPremium = 5100.00", "PremiumTransactionId = 4"));
    RunSummary oneRow = run();
    assertThat(oneRow.marts(), is(new MartsSummary(1, 1, 1)));
    assertThat(
        marts(oneRow),
        contains(
            "mart/gpi_utilisation",
            "mart/largest_risks",
            "mart/loss_ratio",
            "mart/premium_monthly"));

    source.execute(
        // in force before the month's end; a later limit would change no row
        "UPDATE ref.ContractSection SET GpiLimit = 100.00, GpiCurrency = 'GBP', ModifiedDate ="
            + " '2024-01-02 00:00:00' WHERE SectionNo = 'S1'",
        // which no mart shows
        update("ref.Broker", "BrokerName = 'Renamed'", "BrokerCode = '0999'"));
    RunSummary limit = run();
    assertThat(limit.marts(), is(new MartsSummary(1, 1, 1)));
    assertThat(marts(limit), contains("mart/gpi_utilisation"));

    source.execute(
        // S1 leaves CH001, which has nothing else, for CH002
        update("ref.ContractSection", "CoverholderId = 'CH002'", "SectionNo = 'S1'"),
        update("ref.ContractSection", "BordereauDueDays = 60", "SectionNo = 'S2'"),
        update("ref.ContractSection", "YearOfAccount = 2023", "SectionNo = 's3'"),
        // nobody knows its section, then somebody does, under another coverholder
        WorkedExample.premium(
            101, "CH004", "CERT-1", "NEW", "2024-02-01", "10.00", "2024-03-05 00:00:00", time()),
        update("bdx.PremiumTransaction", "GrossPremium = NULL", "PremiumTransactionId = 5"));
    // the accounts of CH001, CH002 and CH003, that of CH003 before, and that of CH004 without year
    assertThat(run().marts(), is(new MartsSummary(4, 4, 5)));
    assertThat(
        islands(),
        contains(
            "CH002 2024-01-01 2024-03-01",
            "CH003 2024-01-01 2024-01-01",
            "CH004 2024-02-01 2024-02-01"));

    source.execute(
        WorkedExample.section("B0999CH004", "S4", "CH005")
            .replace("'2024-01-01 00:00:00')", "'" + time() + "')"),
        update("bdx.PremiumTransaction", "GrossPremium = 9.00", "PremiumTransactionId = 5"));
    // S4 and S1; CH004 had S4, CH005 has it; the accounts without a year of whoever its rows named
    // and name, that of CH005, and that of S1
    assertThat(run().marts(), is(new MartsSummary(2, 3, 4)));
  }

  @Test
  void anotherDayRefreshesTheMissingBordereauxOfSectionsThatOweOneByThen() throws SQLException {
    for (int c = 1; c <= 3; c++) {
      source.execute(
          WorkedExample.premium(
              200 + c, "CH00" + c, "CERT-M", "NIL", "2024-05-01", "0", "2024-06-01 00:00:00"));
    }
    run();
    // the bordereau of April was due on 15 May, that of May is on 15 June, that of June on 15 July
    long published = cut();
    assertThat(lake.run(LocalDate.of(2024, 6, 15)).outcome(), is(RunSummary.Outcome.EMPTY));
    assertThat("nothing fell due", cut(), is(published));
    assertThat(lake.run(LocalDate.of(2024, 6, 16)).outcome(), is(RunSummary.Outcome.EMPTY));
    assertThat("everybody has sent that of May", cut(), is(published));
    assertThat(madeFor(), is("2024-06-03"));

    RunSummary later = lake.run(LocalDate.of(2024, 7, 16));
    assertThat(later.marts(), is(new MartsSummary(3, 3, 3)));
    assertThat(later.asOf(), is("2024-07-16"));
    assertThat(changes(later), contains("mart/missing_bordereaux +3 ~0 -0"));
    assertThat(madeFor(), is("2024-07-16"));

    // an earlier day takes them back
    RunSummary earlier = run();
    assertThat(changes(earlier), contains("mart/missing_bordereaux +0 ~0 -3"));
    assertThat(madeFor(), is("2024-06-03"));
  }

  private RunSummary run() {
    return lake.run(AS_OF);
  }

  private String update(String table, String set, String where) {
    return "UPDATE %s SET %s, ModifiedDate = '%s' WHERE %s".formatted(table, set, time(), where);
  }

  private String time() {
    return lake.time();
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
    return lake.installation().rows("mart/bordereau_islands_by_coverholder").stream()
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
    return PublishedCut.latest(lake.root().toString()).orElseThrow().batchId();
  }

  private String madeFor() {
    Installation installation = lake.installation();
    return installation
        .store()
        .pin(installation.tables().at("mart/missing_bordereaux"))
        .property("tidemark.asOf")
        .orElse("");
  }
}
