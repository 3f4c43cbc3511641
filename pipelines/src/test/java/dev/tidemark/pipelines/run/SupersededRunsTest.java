// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.testing.RowsMatcher;
import dev.tidemark.transforms.facts.SupersededPremium;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the versions that are not the latest submission, from run to run. */
class SupersededRunsTest {

  private static final String TABLE = "silver/premium_transaction_superseded";
  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void everyVersionIsAFactOrSupersededWhateverComesLater() throws SQLException, IOException {
    WorkedExample source = WorkedExample.in(TestSource.H2);
    Installation installation = new Installation(source.url(), folder.resolve("lake"));
    installation.run("night-1", NIGHT);
    assertThat(
        superseded(installation),
        told("1 | CERT-1001 | SUBMITTED_AT | 3 | false | 1200.00 | 1250.00 | 50.00"));

    comeLater(source);
    RunSummary second = installation.run("night-2", NIGHT.plusSeconds(86_400));

    assertThat(
        superseded(installation),
        told(
            """
            1   | CERT-1001 | SUBMITTED_AT  | 3   | false | 1200.00 | 1250.00 | 50.00
            101 | CERT-1003 | SUBMITTED_AT  | 5   | false | 1900.00 | 2000.00 | 100.00
            4   | CERT-2001 | MODIFIED_DATE | 102 | true  | 5000.00 | 5100.00 | 100.00
            103 | CERT-2002 | SUBMITTED_AT  | 7   | false | 9.00    | 3000.00 | 2991.00
            105 | CERT-1009 | SUBMITTED_AT  | 106 | false | 70.00   | 5.00    | -65.00
            """));
    assertThat(premium(second).ambiguousDuplicates(), is(1L));
    assertThat(installation.differences(), empty());

    source.execute(
        "UPDATE bdx.PremiumTransaction SET IsDeleted = 1, ModifiedDate = '2024-06-05 00:00:00'"
            + " WHERE PremiumTransactionId IN (3, 7, 103)");
    installation.run("night-3", NIGHT.plusSeconds(2 * 86_400));

    assertThat(
        superseded(installation),
        told(
            """
            3   | CERT-1001 | DELETED       | 1    | false | 1250.00 | 1200.00 | -50.00
            101 | CERT-1003 | SUBMITTED_AT  | 5    | false | 1900.00 | 2000.00 | 100.00
            4   | CERT-2001 | MODIFIED_DATE | 102  | true  | 5000.00 | 5100.00 | 100.00
            7   | CERT-2002 | DELETED       | null | false | 3000.00 | null    | null
            103 | CERT-2002 | DELETED       | null | false | 9.00    | null    | null
            105 | CERT-1009 | SUBMITTED_AT  | 106  | false | 70.00   | 5.00    | -65.00
            """));
    assertThat(installation.differences(), empty());

    Installation atOnce = new Installation(source.url(), folder.resolve("at-once"));
    atOnce.run("all", NIGHT.plusSeconds(3 * 86_400));
    assertThat(atOnce.digests().get(TABLE), is(installation.digests().get(TABLE)));
  }

  /**
   * An older version, a tie that the update time settles, a version without a submission, another
   * month without a number, and another month with one.
   */
  private static void comeLater(WorkedExample source) throws SQLException {
    String now = "2024-06-04 00:00:00";
    source.execute(
        WorkedExample.premium(
            101, "CH001", "CERT-1003", "NEW", "2024-02-01", "1900.00", "2024-03-01 00:00:00", now),
        WorkedExample.premium(
            102, "CH002", "CERT-2001", "NEW", "2024-01-01", "5100.00", "2024-02-20 00:00:00", now),
        WorkedExample.premium(
            103, "CH002", "CERT-2002", "NEW", "2024-03-01", "9.00", "2024-05-08 00:00:00", now),
        "UPDATE bdx.PremiumTransaction SET SubmittedAt = NULL WHERE PremiumTransactionId = 103",
        WorkedExample.premium(
            104, "CH001", "CERT-1002", "NEW", "2024-02-01", "810.00", "2024-03-05 00:00:00", now),
        WorkedExample.premium(
            105, "CH001", "CERT-1009", "NEW", "2024-01-01", "70.00", "2024-02-05 00:00:00", now),
        WorkedExample.premium(
            106, "CH001", "CERT-1009", "MTA", "2024-02-01", "5.00", "2024-03-05 00:00:00", now),
        "UPDATE bdx.PremiumTransaction SET TransactionSeq = 9 WHERE CertificateRef = 'CERT-1009'");
  }

  private static TableSummary premium(RunSummary summary) {
    return summary.tables().stream()
        .filter(table -> table.table().equals("PremiumTransaction"))
        .findFirst()
        .orElseThrow();
  }

  private static List<Row> superseded(Installation installation) {
    return installation.rows(TABLE);
  }

  private static RowsMatcher told(String rows) {
    return hasCells(
        SupersededPremium.SCHEMA,
        "premium_transaction_id | certificate_ref | decided_by | winner_premium_transaction_id"
            + " | is_ambiguous | gross_premium_signed | winner_gross_premium_signed"
            + " | gross_premium_difference\n"
            + rows);
  }
}
