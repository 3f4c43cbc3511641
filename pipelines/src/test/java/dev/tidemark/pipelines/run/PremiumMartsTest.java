// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static dev.tidemark.pipelines.run.WorkedExample.premium;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.TableDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Timeliness, the largest risks and premium by month, over whole runs of the worked example. */
class PremiumMartsTest {

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");
  private static final String TOP_TWO = "marts: {largestRisks: {ranks: 2}}\n";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @SuppressWarnings("NullAway.Init")
  private WorkedExample source;

  private int nights;

  @BeforeEach
  void makeTheSource() throws SQLException, IOException {
    source = WorkedExample.in(TestSource.H2);
  }

  @Test
  void theWorkedExampleHasItsMartsAndAnotherRankingMakesOneAgainThoughNothingIsNew() {
    Installation lake = lake("lake", TOP_TWO);
    night(lake);

    assertThat(
        rows(lake, "bordereau_timeliness", "S1", TIMELINESS),
        contains(
            "CH001 2024-01-01 2024-02-05 2024-02-12 2 5 0 false null null",
            "CH001 2024-02-01 2024-03-04 2024-03-04 1 4 0 false 2024-01-01 1"));
    assertThat(
        rows(lake, "bordereau_timeliness", "S2", TIMELINESS),
        contains(
            "CH002 2024-01-01 2024-02-20 2024-02-20 1 20 5 true null null",
            "CH002 2024-03-01 2024-04-08 2024-04-08 1 8 0 false 2024-01-01 2"));
    assertThat(
        rows(lake, "largest_risks", "S1", RISKS),
        contains("1 CERT-1003 null 2000.00", "2 CERT-1001 null 1400.00"));
    assertThat(
        rows(lake, "premium_monthly", "S1", MONTHLY),
        contains(
            "CH001 2024-01-01 2 2050.00 0 0.00 0.00", "CH001 2024-02-01 2 2150.00 0 0.00 0.00"));
    // 93 certificates of 1.00 share one rank
    assertThat(rows(lake, "largest_risks", "S3", RISKS).size(), is(93));

    Installation byTransaction =
        lake("lake", "marts: {largestRisks: {ranks: 1, by: transaction}}\n");
    RunSummary run = night(byTransaction);

    assertThat(
        run.rebuilt(),
        contains(
            "largest_risks is made again: marts.largestRisks was 2 by certificate and is 1 by"
                + " transaction"));
    assertThat(
        rows(byTransaction, "largest_risks", "S1", RISKS), contains("1 CERT-1003 5 2000.00"));
    assertThat(run.lake().stream().map(LakeChange::table).toList(), contains("mart/largest_risks"));
    assertThat(night(byTransaction).outcome(), is(RunSummary.Outcome.EMPTY));

    // who divides the lake anew is told of no ranking, and leaves it as it is
    byTransaction.rebucket(
        "rebucket", NIGHT.plus(Duration.ofDays(nights)), 2, new Silence(), byTransaction.store());
    assertThat(
        byTransaction
            .store()
            .pin(byTransaction.tables().at("mart/largest_risks"))
            .property("tidemark.ranked"),
        is(Optional.of("1 by transaction")));
  }

  /** Due days, currency and coverholder of a section, with a file whose bad row is mended. */
  @Test
  void severalRunsGiveWhatOneGivesAndAChangedSectionRefreshesItsRows() throws SQLException {
    source.execute(
        // without a currency: the section's
        premium(201, "CH001", "CERT-1004", "NEW", "2024-04-01", "100.00", "2024-05-17 00:00:00")
            .replace("'GBP'", "NULL"),
        // of the same file, but without an amount: quarantined
        premium(202, "CH001", "CERT-1005", "NEW", "2024-04-01", "NULL", "2024-05-17 00:00:00"),
        "INSERT INTO ref.ExchangeRate VALUES ('2024-04-01', 'EUR', 0.85000000)",
        // 100.00 paid and 50.00 outstanding, then 130.00 paid and closed
        claim(1, "2024-03-01", "OPEN", "100.00", "50.00"),
        claim(2, "2024-04-01", "CLOSED", "130.00", "0.00"));
    Installation nightly = lake("nightly", TOP_TWO);
    night(nightly);
    assertThat(
        rows(nightly, "bordereau_timeliness", "S1", TIMELINESS).get(2),
        is("CH001 2024-04-01 2024-05-17 2024-05-17 1 17 2 true 2024-02-01 2"));
    assertThat(
        rows(nightly, "premium_monthly", "S1", MONTHLY),
        contains(
            "CH001 2024-01-01 2 2050.00 0 0.00 0.00",
            "CH001 2024-02-01 2 2150.00 0 0.00 0.00",
            "CH001 2024-03-01 0 0.00 0 100.00 150.00",
            "CH001 2024-04-01 1 100.00 0 30.00 -20.00"));

    source.execute(
        "UPDATE ref.ContractSection SET BordereauDueDays = 16, SectionCurrency = 'EUR',"
            + " CoverholderId = 'CH007', ModifiedDate = '2024-05-20 00:00:00' WHERE UMR ="
            + " 'B0999CH001'",
        "UPDATE bdx.PremiumTransaction SET GrossPremium = 3000.00, ModifiedDate ="
            + " '2024-05-21 00:00:00' WHERE PremiumTransactionId = 202",
        "UPDATE bdx.PremiumTransaction SET IsDeleted = TRUE, ModifiedDate = '2024-05-21 00:00:00'"
            + " WHERE PremiumTransactionId IN (5, 6)");
    night(nightly);
    assertThat(
        rows(nightly, "largest_risks", "S1", RISKS),
        contains("1 CERT-1005 null 3000.00", "2 CERT-1001 null 1250.00"));
    assertThat(
        rows(nightly, "bordereau_timeliness", "S1", TIMELINESS),
        contains(
            "CH007 2024-01-01 2024-02-05 2024-02-12 2 5 0 false null null",
            "CH007 2024-04-01 2024-05-17 2024-05-17 1 17 1 true 2024-01-01 3"));
    // 100.00 at 0.85, and 3000.00 of sterling
    assertThat(
        rows(nightly, "premium_monthly", "S1", MONTHLY),
        contains(
            "CH007 2024-01-01 2 2050.00 0 0.00 0.00",
            "CH007 2024-03-01 0 0.00 0 100.00 150.00",
            "CH007 2024-04-01 2 3085.00 0 30.00 -20.00"));
    assertThat(nightly.differences(), is(empty()));

    Installation atOnce = lake("at-once", TOP_TWO);
    night(atOnce);
    assertThat(marts(nightly), is(marts(atOnce)));
  }

  private static final String[] TIMELINESS = {
    "coverholder_id",
    "bordereau_month",
    "first_submitted",
    "last_submitted",
    "submission_count",
    "days_after_month_end",
    "days_late",
    "is_late",
    "prev_month_submitted",
    "months_since_prev"
  };
  private static final String[] RISKS = {
    "rank", "certificate_ref", "premium_transaction_id", "premium_gbp"
  };
  private static final String[] MONTHLY = {
    "coverholder_id",
    "bordereau_month",
    "transaction_count",
    "gwp_gbp",
    "rows_without_gbp",
    "paid_movement_gbp",
    "incurred_change_gbp"
  };

  private static String claim(int id, String month, String status, String paid, String reserve) {
    return "INSERT INTO bdx.ClaimTransaction (ClaimTransactionId, UMR, SectionNo, CertificateRef,"
        + " ClaimRef, BordereauMonth, ClaimStatus, OriginalCurrency, PaidToDate, Outstanding,"
        + " ModifiedDate) VALUES (%d, 'B0999CH001', 'S1', 'CERT-1001', 'CLM-1', '%s', '%s', 'GBP',"
            .formatted(id, month, status)
        + " %s, %s, '2024-05-17 00:00:00')".formatted(paid, reserve);
  }

  private Installation lake(String name, String settings) {
    return Installation.inOneBucket(source.url(), folder.resolve(name), settings);
  }

  private RunSummary night(Installation lake) {
    nights++;
    return lake.run("night-" + nights, NIGHT.plus(Duration.ofDays(nights)));
  }

  private static Map<String, TableDigest> marts(Installation lake) {
    Map<String, TableDigest> digests = lake.digests();
    digests.keySet().removeIf(table -> !table.startsWith("mart/"));
    return digests;
  }

  /** The rows of a section as texts, in their order. */
  private static List<String> rows(
      Installation lake, String mart, String section, String... columns) {
    return lake.rows("mart/" + mart).stream()
        .filter(row -> section.equals(row.getString("section_no")))
        .map(row -> text(row, columns))
        .sorted()
        .toList();
  }

  private static String text(Row row, String... columns) {
    return Arrays.stream(columns)
        .map(column -> String.valueOf((Object) row.getValue(column)))
        .collect(Collectors.joining(" "));
  }
}
