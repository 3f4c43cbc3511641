// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.testing.RowsMatcher;
import dev.tidemark.transforms.facts.ClaimFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a claim's positions from run to run. */
class ClaimRunsTest {

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void positionsFollowWhateverComesLaterAndSeveralRunsGiveWhatOneGives()
      throws SQLException, IOException {
    WorkedExample source = WorkedExample.in(TestSource.H2);
    source.execute(
        position(1, "CH001", "CLM-1", "2024-01-01", "100.00", "50.00", "2024-02-05 00:00:00"),
        position(2, "CH001", "CLM-1", "2024-03-01", "300.00", "20.00", "2024-04-05 00:00:00"),
        position(3, "CH001", "CLM-1", "2024-03-01", "320.00", "20.00", "2024-04-06 00:00:00"),
        position(4, "CH001", "CLM-1", "2024-04-01", "400.00", "0.00", "2024-05-05 00:00:00"),
        position(5, "CH002", "CLM-1", "2024-01-01", "NULL", "70.00", "2024-02-05 00:00:00"),
        position(6, "CH002", "CLM-1", "2024-02-01", "80.00", "60.00", "2024-03-05 00:00:00"),
        // neither the section nor its broker is known, and no premium is written in it
        position(7, "XX009", "CLM-9", "2024-02-01", "10.00", "5.00", "2024-03-05 00:00:00"));
    Installation nightly = new Installation(source.url(), folder.resolve("lake"));
    nightly.run("night-1", NIGHT);
    assertThat(
        nightly.rows("gold/fact_claim_transaction"),
        positions(
            """
            1 | CLM-1 | 2024-01-01 | 100.00 | 150.00 | 0 | 1 | ""
            3 | CLM-1 | 2024-03-01 | 220.00 | 340.00 | 0 | 2 | ""
            4 | CLM-1 | 2024-04-01 | 80.00  | 400.00 | 1 | 1 | ""
            6 | CLM-1 | 2024-02-01 | 80.00  | 140.00 | 1 | 1 | ""
            7 | CLM-9 | 2024-02-01 | 10.00  | 15.00  | 1 | 1 | BROKER_UNKNOWN,COVERHOLDER_UNKNOWN,SECTION_UNKNOWN
            """));
    assertThat(nightly.differences(), empty());

    source.execute(
        // February comes late, April's position is gone, January of the other claim is mended
        position(8, "CH001", "CLM-1", "2024-02-01", "150.00", "40.00", "2024-06-03 06:00:00"),
        changed(4, "IsDeleted = 1", "2024-06-03 07:00:00"),
        changed(5, "PaidToDate = 90.00", "2024-06-03 08:00:00"));
    nightly.run("night-2", NIGHT.plusSeconds(86_400));
    assertThat(
        nightly.rows("gold/fact_claim_transaction"),
        positions(
            """
            1 | CLM-1 | 2024-01-01 | 100.00 | 150.00 | 0 | 1 | ""
            8 | CLM-1 | 2024-02-01 | 50.00  | 190.00 | 0 | 1 | ""
            3 | CLM-1 | 2024-03-01 | 170.00 | 340.00 | 1 | 2 | ""
            5 | CLM-1 | 2024-01-01 | 90.00  | 160.00 | 0 | 1 | ""
            6 | CLM-1 | 2024-02-01 | -10.00 | 140.00 | 1 | 1 | PAID_DECREASED
            7 | CLM-9 | 2024-02-01 | 10.00  | 15.00  | 1 | 1 | BROKER_UNKNOWN,COVERHOLDER_UNKNOWN,SECTION_UNKNOWN
            """));

    source.execute(
        // the winner of March is gone, so its runner-up wins; a position moves to another section
        changed(3, "IsDeleted = 1", "2024-06-04 07:00:00"),
        changed(6, "UMR = 'B0999CH001', SectionNo = 'S1'", "2024-06-04 08:00:00"),
        changed(6, "ClaimRef = 'CLM-2'", "2024-06-04 08:00:00"));
    nightly.run("night-3", NIGHT.plusSeconds(2 * 86_400));
    assertThat(
        nightly.rows("gold/fact_claim_transaction"),
        positions(
            """
            1 | CLM-1 | 2024-01-01 | 100.00 | 150.00 | 0 | 1 | ""
            8 | CLM-1 | 2024-02-01 | 50.00  | 190.00 | 0 | 1 | ""
            2 | CLM-1 | 2024-03-01 | 150.00 | 320.00 | 1 | 1 | ""
            5 | CLM-1 | 2024-01-01 | 90.00  | 160.00 | 1 | 1 | ""
            6 | CLM-2 | 2024-02-01 | 80.00  | 140.00 | 1 | 1 | ""
            7 | CLM-9 | 2024-02-01 | 10.00  | 15.00  | 1 | 1 | BROKER_UNKNOWN,COVERHOLDER_UNKNOWN,SECTION_UNKNOWN
            """));
    assertThat(nightly.differences(), empty());

    Installation atOnce = new Installation(source.url(), folder.resolve("at-once"));
    atOnce.run("all", NIGHT.plusSeconds(2 * 86_400));
    assertThat(nightly.digests(), is(atOnce.digests()));
  }

  private static RowsMatcher positions(String rows) {
    return hasCells(
        ClaimFacts.SCHEMA,
        "claim_transaction_id | claim_ref | bordereau_month | paid_movement_gbp | incurred_gbp"
            + " | is_latest_position | version_count | dq_flags\n"
            + rows);
  }

  /** A position of the section that the coverholder tells, sent when it was modified. */
  private static String position(
      int id,
      String coverholder,
      String claim,
      String month,
      String paidToDate,
      String outstanding,
      String sent) {
    return "INSERT INTO bdx.ClaimTransaction (ClaimTransactionId, UMR, SectionNo, CertificateRef,"
        + " ClaimRef, BordereauMonth, ClaimStatus, OriginalCurrency, PaidToDate, Outstanding,"
        + " SubmittedAt, ModifiedDate) VALUES (%d, 'B%s%s', 'S%s', 'CERT-1', '%s', '%s', 'OPEN',"
            .formatted(
                id,
                coverholder.startsWith("X") ? "0777" : "0999",
                coverholder,
                coverholder.substring(4),
                claim,
                month)
        + " 'GBP', %s, %s, '%s', '%s')".formatted(paidToDate, outstanding, sent, sent);
  }

  private static String changed(int id, String change, String modified) {
    return "UPDATE bdx.ClaimTransaction SET %s, ModifiedDate = '%s' WHERE ClaimTransactionId = %d"
        .formatted(change, modified, id);
  }
}
