// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static dev.tidemark.pipelines.run.WorkedExample.coverholder;
import static dev.tidemark.pipelines.run.WorkedExample.premium;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.nightly.BordereauScope;
import dev.tidemark.pipelines.nightly.KeyCompare;
import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.TableDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompareKeysTest {

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");
  private static final Instant NOON = Instant.parse("2024-06-03T12:00:00Z");
  private static final Instant EVENING = Instant.parse("2024-06-03T20:00:00Z");
  private static final String PREMIUM = "PremiumTransaction";
  private static final KeyCompare WHOLE = KeyCompare.whole();
  private static final DateTimeFormatter SQL_TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @SuppressWarnings("NullAway.Init")
  private WorkedExample source;

  @SuppressWarnings("NullAway.Init")
  private Installation lake;

  /** The source of the worked example, loaded. */
  private void load(TestSource database) throws SQLException, IOException {
    source = WorkedExample.in(database);
    lake = new Installation(source.url(), folder.resolve("lake"));
    lake.run("night", NIGHT);
    assertThat(
        gpi("B0999CH001"), contains("2024-01-01 2050.00 2050.00", "2024-02-01 2150.00 4200.00"));
  }

  @ParameterizedTest
  @EnumSource
  void aRowThatIsGoneIsFlaggedAndTheRunnerUpWinsAgain(TestSource database)
      throws SQLException, IOException {
    load(database);
    var marks = lake.marks();
    // the resubmission of 1250.00: the first submission of 1200.00 wins again
    source.execute("DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId = 3");
    Instant before = lake.sourceClock();

    RunSummary summary = lake.compare("compare", NOON, WHOLE);

    assertThat(summary.outcome(), is(RunSummary.Outcome.LOADED));
    TableSummary premium = table(summary, PREMIUM);
    assertThat(premium.status(), is(LoadStatus.LOADED));
    assertThat(premium.counts().sourceBefore(), is(99L));
    assertThat(premium.counts().landedRows(), is(1L));
    assertThat(premium.counts().updated(), is(1L));
    assertThat(premium.counts().deleted(), is(1L));
    assertThat(table(summary, "Coverholder").status(), is(LoadStatus.EMPTY));
    Row gone = silver(3);
    assertThat(gone.getBoolean("is_deleted"), is(true));
    assertThat(gone.getDecimal("gross_premium").toPlainString(), is("1250.00"));
    Instant flagged = gone.getLogicalTypeValue("modified_date", Instant.class);
    assertThat(!flagged.isBefore(before) && !flagged.isAfter(lake.sourceClock()), is(true));
    assertThat(lake.rows("silver/premium_transaction"), hasSize(100));
    assertThat(gross("CERT-1001", "NEW"), contains("1200.00"));
    assertThat(
        gpi("B0999CH001"), contains("2024-01-01 2000.00 2000.00", "2024-02-01 2150.00 4150.00"));
    assertThat(
        gpi("B0999CH002"), contains("2024-01-01 5000.00 5000.00", "2024-03-01 3000.00 8000.00"));
    assertThat(lake.marks(), is(equalTo(marks)));
    assertThat(lake.differences(), is(empty()));

    Map<String, TableDigest> digests = lake.digests();
    List<String> files = files();
    RunSummary again = lake.compare("again", EVENING, WHOLE);
    assertThat(again.outcome(), is(RunSummary.Outcome.EMPTY));
    assertThat(again.batchId(), is(0L));
    assertThat(lake.run("night-2", EVENING).outcome(), is(RunSummary.Outcome.EMPTY));
    assertThat(lake.digests(), is(equalTo(digests)));
    assertThat(files(), is(equalTo(files)));
  }

  @ParameterizedTest
  @EnumSource
  void aCoverholderThatIsGoneClosesItsHistoryAndOpensAWindowWhenItReturns(TestSource database)
      throws SQLException, IOException {
    load(database);
    source.execute("DELETE FROM ref.Coverholder WHERE CoverholderId = 'CH001'");

    // one of twenty: as much as the fuse bears
    lake.compare("compare", NOON, WHOLE);

    List<Row> closed = versions("CH001");
    assertThat(closed, hasSize(1));
    assertThat(closed.get(0).getBoolean("is_current"), is(false));
    assertThat(closed.get(0).getBoolean("is_deleted"), is(true));
    Instant deletedAt = closed.get(0).getLogicalTypeValue("valid_to", Instant.class);
    assertThat(current("CH001").getBoolean("is_deleted"), is(true));
    assertThat(current("CH001").getString("coverholder_name"), is("Coverholder CH001"));
    assertThat(
        gpi("B0999CH001"), contains("2024-01-01 2050.00 2050.00", "2024-02-01 2150.00 4200.00"));
    assertThat(lake.differences(), is(empty()));
    assertThat(lake.compare("again", NOON, WHOLE).outcome(), is(RunSummary.Outcome.EMPTY));

    source.execute(coverholder("CH001", now()));
    lake.run("night-2", EVENING);

    List<Row> returned = versions("CH001");
    assertThat(returned, hasSize(2));
    assertThat(returned.get(0), is(equalTo(closed.get(0))));
    assertThat(returned.get(1).getBoolean("is_current"), is(true));
    assertThat(
        returned.get(1).getLogicalTypeValue("valid_from", Instant.class).isAfter(deletedAt),
        is(true));
    assertThat(current("CH001").getBoolean("is_deleted"), is(false));
    assertThat(lake.rows("silver/coverholder_changes"), hasSize(22));
    assertThat(lake.differences(), is(empty()));
  }

  @Test
  void aSectionWithAKeyOfTwoPartsIsFlaggedToo() throws SQLException, IOException {
    load(TestSource.H2);
    // the third section is written in small letters at the source, and is there
    source.execute("DELETE FROM ref.ContractSection WHERE UMR = 'B0999CH002'");
    assertThrows(
        AuditFailedException.class, () -> lake.compare("compare", NOON, WHOLE, "ContractSection"));

    lake.compare("lifted", NOON, WHOLE.withFuseLifted(), "ContractSection");

    assertThat(
        lake.rows("gold/dim_contract_section").stream()
            .filter(row -> row.getBoolean("is_deleted"))
            .map(row -> row.getString("umr") + " " + row.getString("section_no"))
            .toList(),
        contains("B0999CH002 S2"));
    // its facts keep what its last version said; nothing is expected of it any more
    assertThat(
        gpi("B0999CH002"), contains("2024-01-01 5000.00 5000.00", "2024-03-01 3000.00 8000.00"));
    assertThat(
        lake.rows("mart/missing_bordereaux").stream()
            .filter(row -> "B0999CH002".equals(row.getString("umr")))
            .toList(),
        is(empty()));
    assertThat(lake.differences(), is(empty()));
  }

  @ParameterizedTest
  @EnumSource
  void theFuseBearsFivePerCentAndNoMore(TestSource database) throws SQLException, IOException {
    load(database);
    Map<String, TableDigest> digests = lake.digests();
    List<String> files = files();
    source.execute(
        "DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId BETWEEN 11 AND 16");

    AuditFailedException blown =
        assertThrows(AuditFailedException.class, () -> lake.compare("compare", NOON, WHOLE));

    assertThat(
        blown.getMessage(),
        is(
            "nothing was changed; PremiumTransaction: 6 of 100 live keys (6.00 %) are gone from the"
                + " source, which is more than 5 %; see whether this is the right source and its"
                + " table is whole, then run again with --liftFuse"));
    assertThat(lake.digests(), is(equalTo(digests)));
    assertThat(files(), is(equalTo(files)));

    source.execute(
        premium(16, "CH003", "CERT-16", "NEW", "2024-01-01", "1.00", "2024-02-05 00:00:00", now()));
    assertThat(table(lake.compare("five", NOON, WHOLE), PREMIUM).counts().deleted(), is(5L));
    assertThat(silver(16).getBoolean("is_deleted"), is(false));
    assertThat(gpi("B0999CH003"), contains("2024-01-01 88.00 88.00"));

    source.execute("DELETE FROM bdx.PremiumTransaction");
    assertThrows(AuditFailedException.class, () -> lake.compare("emptied", NOON, WHOLE));
    RunSummary lifted = lake.compare("lifted", NOON, WHOLE.withFuseLifted());
    assertThat(table(lifted, PREMIUM).counts().deleted(), is(95L));
    assertThat(lake.rows("gold/fact_premium_transaction"), is(empty()));
    assertThat(lake.differences(), is(empty()));
  }

  @ParameterizedTest
  @EnumSource
  void aBordereauThatWasLoadedAgainLosesItsOldRows(TestSource database)
      throws SQLException, IOException {
    load(database);
    source.execute(
        "DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId IN (1, 2, 3)",
        // of another bordereau: not looked at
        "DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId = 4",
        premium(
            201,
            "CH001",
            "CERT-1001",
            "NEW",
            "2024-01-15",
            "1300.00",
            "2024-06-01 00:00:00",
            now()));

    lake.compare("compare", NOON, bordereau(" b0999ch001", "s1 ", 1), PREMIUM);

    assertThat(List.of(deleted(1), deleted(2), deleted(3)), contains(true, true, true));
    assertThat(deleted(4), is(false));
    assertThat(gpi("B0999CH001"), contains("2024-02-01 2150.00 2150.00"));
    lake.run("night-2", EVENING);
    assertThat(
        gpi("B0999CH001"), contains("2024-01-01 1300.00 1300.00", "2024-02-01 2150.00 3450.00"));
  }

  @Test
  void ofAnotherBordereauThanTheOneThatWasLoadedAgainNothingIsDeleted()
      throws SQLException, IOException {
    load(TestSource.POSTGRES);
    Map<String, TableDigest> digests = lake.digests();
    source.execute(
        "DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId = 7",
        // moved from one bordereau to another, which the lake does not know yet
        "UPDATE bdx.PremiumTransaction SET UMR = 'B0999CH002', SectionNo = 'S2', ModifiedDate = '"
            + now()
            + "' WHERE PremiumTransactionId = 6");

    RunSummary moved = lake.compare("moved", NOON, bordereau("B0999CH001", "S1", 2), PREMIUM);
    assertThat(moved.outcome(), is(RunSummary.Outcome.EMPTY));
    AuditFailedException rejected =
        assertThrows(
            AuditFailedException.class,
            () -> lake.compare("rejected", NOON, bordereau("B0999CH002", "S2", 3), PREMIUM));
    assertThat(
        rejected.getMessage(),
        is(
            "nothing was changed; PremiumTransaction: the source holds no row of UMR B0999CH002,"
                + " section S2, month 2024-03; load the bordereau there first, or compare the whole"
                + " table"));
    assertThrows(
        AuditFailedException.class,
        () -> lake.compare("pattern", NOON, bordereau("B0999%' OR '1'='1", "_", 1), PREMIUM));
    assertThat(lake.digests(), is(equalTo(digests)));

    lake.run("night-2", EVENING);
    assertThat(silver(6).getString("umr"), is("B0999CH002"));
    assertThat(deleted(6), is(false));
  }

  @Test
  void aQuarantinedRowThatIsGoneIsNoSubmissionAnyMore() throws SQLException, IOException {
    source = WorkedExample.in(TestSource.POSTGRES);
    lake = new Installation(source.url(), folder.resolve("lake"));
    source.execute(
        premium(300, "CH002", "CERT-1", "NEW", "2024-04-01", "NULL", "2024-05-01 10:00:00.000001"));
    lake.run("night", NIGHT);
    assertThat(missing("B0999CH002"), contains("2024-02-01 GAP"));
    source.execute("DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId = 300");

    RunSummary summary = lake.compare("compare", NOON, WHOLE);

    assertThat(table(summary, PREMIUM).counts().quarantined(), is(1L));
    assertThat(table(summary, PREMIUM).counts().deleted(), is(0L));
    List<Row> entries = lake.rows("quarantine/premium_transaction");
    assertThat(entries, hasSize(1));
    assertThat(entries.get(0).getString("reason"), is("NO_AMOUNT"));
    assertThat(entries.get(0).getBoolean("_is_deleted"), is(true));
    assertThat(
        entries.get(0).getLogicalTypeValue("_submitted_at", Instant.class),
        is(Instant.parse("2024-05-01T10:00:00.000001Z")));
    assertThat(missing("B0999CH002"), contains("2024-02-01 GAP", "2024-04-01 TRAILING"));
    assertThat(lake.differences(), is(empty()));
    assertThat(lake.compare("again", EVENING, WHOLE).outcome(), is(RunSummary.Outcome.EMPTY));
  }

  @Test
  void whatTheSourceHoldsAndTheLakeHasNotReadYetIsNotLost() throws SQLException, IOException {
    load(TestSource.POSTGRES);
    source.execute(
        "DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId = 3",
        "UPDATE bdx.PremiumTransaction SET GrossPremium = 900.00, ModifiedDate = '"
            + now()
            + "' WHERE PremiumTransactionId = 2",
        premium(
            400, "CH002", "CERT-NEW", "NEW", "2024-01-01", "7.00", "2024-06-01 00:00:00", now()));
    lake.compare("compare", NOON, WHOLE);
    assertThat(gross("CERT-1002", "NEW"), contains("800.00"));
    // the same key again, after the comparison
    source.execute(
        premium(
            3, "CH001", "CERT-1001", "NEW", "2024-01-01", "1250.00", "2024-02-12 00:00:00", now()));

    lake.run("night-2", EVENING);

    assertThat(gross("CERT-1002", "NEW"), contains("900.00"));
    assertThat(gross("CERT-NEW", "NEW"), contains("7.00"));
    assertThat(deleted(3), is(false));
    assertThat(gross("CERT-1001", "NEW"), contains("1250.00"));
    assertThat(lake.differences(), is(empty()));
  }

  @Test
  void aComparisonThatDiedAfterItsLandingIsDoneAgain() throws SQLException, IOException {
    load(TestSource.H2);
    Map<String, TableDigest> digests = lake.digests();
    source.execute(
        "DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId = 3",
        "DELETE FROM ref.Coverholder WHERE CoverholderId = 'CH009'");
    RunListener dies =
        new Silence() {
          @Override
          public void graphStarted(int dueTables) {
            throw new IllegalStateException("killed");
          }
        };

    assertThrows(IllegalStateException.class, () -> lake.compare("compare", NOON, WHOLE, dies));
    assertThat(lake.digests(), is(equalTo(digests)));
    RunSummary repeated = lake.compare("compare", NOON, WHOLE);

    assertThat(table(repeated, PREMIUM).counts().deleted(), is(1L));
    assertThat(lake.digests(), is(not(equalTo(digests))));
    assertThat(current("CH009").getBoolean("is_deleted"), is(true));
    assertThat(lake.rows("silver/coverholder_changes"), hasSize(21));
    assertThat(lake.differences(), is(empty()));
    assertThat(lake.compare("again", EVENING, WHOLE).outcome(), is(RunSummary.Outcome.EMPTY));
  }

  private static KeyCompare bordereau(String umr, String sectionNo, int month) {
    return WHOLE.within(BordereauScope.of(umr, sectionNo, YearMonth.of(2024, month)));
  }

  private String now() {
    return SQL_TIME.format(LocalDateTime.ofInstant(lake.sourceClock(), ZoneOffset.UTC));
  }

  private static TableSummary table(RunSummary summary, String name) {
    return summary.tables().stream()
        .filter(table -> table.table().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Row silver(long id) {
    return lake.rows("silver/premium_transaction").stream()
        .filter(row -> row.<Long>getValue("premium_transaction_id") == id)
        .findFirst()
        .orElseThrow();
  }

  private boolean deleted(long id) {
    return silver(id).getBoolean("is_deleted");
  }

  private List<String> gross(String certificate, String type) {
    return lake.rows("gold/fact_premium_transaction").stream()
        .filter(row -> certificate.equals(row.getString("certificate_ref")))
        .filter(row -> type.equals(row.getString("transaction_type")))
        .map(row -> row.getDecimal("gross_premium_signed").toPlainString())
        .toList();
  }

  /** Month, its premium and the running total of the one section of a UMR. */
  private List<String> gpi(String umr) {
    return lake.rows("mart/gpi_utilisation").stream()
        .filter(row -> umr.equals(row.getString("umr")))
        .map(
            row ->
                row.getValue("bordereau_month")
                    + " "
                    + row.getDecimal("month_gwp_gbp")
                    + " "
                    + row.getDecimal("cumulative_gwp_gbp"))
        .sorted()
        .toList();
  }

  /** The months of a UMR's one section that nobody sent. */
  private List<String> missing(String umr) {
    return lake.rows("mart/missing_bordereaux").stream()
        .filter(row -> umr.equals(row.getString("umr")))
        .map(row -> row.getValue("missing_month") + " " + row.getString("kind"))
        .sorted()
        .toList();
  }

  private List<Row> versions(String coverholder) {
    return lake.rows("gold/dim_coverholder_history").stream()
        .filter(row -> coverholder.equals(row.getString("coverholder_id")))
        .sorted(Comparator.comparing(row -> row.getLogicalTypeValue("valid_from", Instant.class)))
        .toList();
  }

  private Row current(String coverholder) {
    return lake.rows("gold/dim_coverholder").stream()
        .filter(row -> coverholder.equals(row.getString("coverholder_id")))
        .findFirst()
        .orElseThrow();
  }

  /** Every file of the lake but those of the control store. */
  private List<String> files() throws IOException {
    List<String> files = new ArrayList<>();
    Path root = folder.resolve("lake");
    try (Stream<Path> walk = Files.walk(root)) {
      walk.filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .filter(file -> !file.startsWith("_control") && !file.contains("control"))
          .sorted()
          .forEach(files::add);
    }
    return files;
  }
}
