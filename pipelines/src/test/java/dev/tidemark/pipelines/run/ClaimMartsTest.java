// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.testing.RowsMatcher;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The marts of claims beside the premium of the worked example, through whole runs. */
class ClaimMartsTest {

  private static final String BY_CLAIM = "mart/claims_paid_90d_by_claim";
  private static final String BY_COVERHOLDER = "mart/claims_paid_90d_by_coverholder";
  private static final String LOSS_RATIO = "mart/loss_ratio";
  private static final Instant FIRST_NIGHT = Instant.parse("2024-05-01T02:00:00Z");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  /**
   * CH001's first section wrote 4,200.00 of Property 2024, planned at 0.30. CL-1 is paid 500.00 on
   * 10 January and 500.00 on 8 April, 89 days later, and has 450.00 outstanding: 1,450.00 of
   * 4,200.00 are 0.345238. CL-2 of the second section is paid 100.00 on 9 April and 60.00 come back
   * in June without a date: 40.00 of 8,000.00 are 0.005.
   *
   * <p>Then the plan becomes 0.40, which changes accounts that nothing else does. Then CH003, of
   * whom nothing else is heard, gets another name, and the second section becomes CH001's Marine
   * business of 2023.
   */
  @Test
  void theMartsFollowPositionsPlansNamesAndSections() throws Exception {
    WorkedExample source = WorkedExample.in(TestSource.H2);
    source.execute(
        "INSERT INTO ref.BusinessPlan VALUES ('Property', 2024, 0.300000)",
        "INSERT INTO ref.BusinessPlan VALUES ('Marine', 2023, 0.500000)",
        claim(1, "CH001", "CL-1", "2024-01-01", "'2024-01-10'", "500.00", "500.00", "0.00"),
        claim(2, "CH001", "CL-1", "2024-04-01", "'2024-04-08'", "500.00", "1000.00", "450.00"),
        claim(3, "CH002", "CL-2", "2024-04-01", "'2024-04-09'", "100.00", "100.00", "0.00"));
    Installation nightly = Installation.inOneBucket(source.url(), folder, "");
    nightly.run("night-1", FIRST_NIGHT);

    assertThat(
        nightly.rows(BY_CLAIM),
        cells(
            nightly,
            BY_CLAIM,
            """
            umr        | section_no | certificate_ref | claim_ref | contract_section_key | coverholder_key | payment_date | paid_day_gbp | paid_last_90_days_gbp
            B0999CH001 | S1         | CERT-1001       | CL-1      | %1$s                 | %3$s            | 2024-01-10   | 500.00       | 500.00
            B0999CH001 | S1         | CERT-1001       | CL-1      | %1$s                 | %3$s            | 2024-04-08   | 500.00       | 1000.00
            B0999CH002 | S2         | CERT-2001       | CL-2      | %2$s                 | %4$s            | 2024-04-09   | 100.00       | 100.00
            """
                .formatted(
                    key("B0999CH001", "S1"), key("B0999CH002", "S2"), key("CH001"), key("CH002"))));
    assertThat(
        nightly.rows(LOSS_RATIO),
        cells(
            nightly,
            LOSS_RATIO,
            """
            coverholder_id | coverholder_name  | year_of_account | class_of_business | gwp_gbp | paid_gbp | outstanding_gbp | incurred_gbp | claim_count | incurred_loss_ratio | planned_loss_ratio | variance
            CH001          | Coverholder CH001 | 2024            | Property          | 4200.00 | 1000.00  | 450.00          | 1450.00      | 1           | 0.345238            | 0.3                | 0.045238
            CH002          | Coverholder CH002 | 2024            | Property          | 8000.00 | 100.00   | 0.00            | 100.00       | 1           | 0.0125              | 0.3                | -0.2875
            CH003          | Coverholder CH003 | 2024            | Property          | 93.00   | 0.00     | 0.00            | 0.00         | 0           | 0                   | 0.3                | -0.3
            """));

    source.execute(
        claim(4, "CH002", "CL-2", "2024-06-01", "NULL", "-60.00", "40.00", "0.00"),
        "UPDATE ref.BusinessPlan SET PlannedLossRatio = 0.400000 WHERE YearOfAccount = 2024");
    nightly.run("night-2", FIRST_NIGHT.plusSeconds(86_400));

    assertThat(
        nightly.rows(BY_COVERHOLDER),
        cells(
            nightly,
            BY_COVERHOLDER,
            """
            coverholder_key | coverholder_id | payment_date | paid_day_gbp | paid_last_90_days_gbp
            %1$s            | CH001          | 2024-01-10   | 500.00       | 500.00
            %1$s            | CH001          | 2024-04-08   | 500.00       | 1000.00
            %2$s            | CH002          | 2024-04-09   | 100.00       | 100.00
            %2$s            | CH002          | 2024-06-30   | -60.00       | 40.00
            """
                .formatted(key("CH001"), key("CH002"))));
    assertThat(
        nightly.rows(LOSS_RATIO),
        cells(
            nightly,
            LOSS_RATIO,
            """
            coverholder_id | gwp_gbp | paid_gbp | incurred_gbp | incurred_loss_ratio | planned_loss_ratio | variance
            CH001          | 4200.00 | 1000.00  | 1450.00      | 0.345238            | 0.4                | -0.054762
            CH002          | 8000.00 | 40.00    | 40.00        | 0.005               | 0.4                | -0.395
            CH003          | 93.00   | 0.00     | 0.00         | 0                   | 0.4                | -0.4
            """));

    source.execute(
        "UPDATE ref.Coverholder SET CoverholderName = 'Renamed Ltd', ModifiedDate ="
            + " '2024-05-03 00:00:00' WHERE CoverholderId = 'CH003'",
        "UPDATE ref.ContractSection SET CoverholderId = 'CH001', ClassOfBusiness = 'Marine',"
            + " YearOfAccount = 2023, ModifiedDate = '2024-05-03 00:00:00'"
            + " WHERE UMR = 'B0999CH002'");
    nightly.run("night-3", FIRST_NIGHT.plusSeconds(3 * 86_400));

    assertThat(
        nightly.rows(LOSS_RATIO),
        cells(
            nightly,
            LOSS_RATIO,
            """
            coverholder_id | coverholder_name  | year_of_account | class_of_business | gwp_gbp | incurred_gbp | incurred_loss_ratio | planned_loss_ratio | variance
            CH001          | Coverholder CH001 | 2024            | Property          | 4200.00 | 1450.00      | 0.345238            | 0.4                | -0.054762
            CH001          | Coverholder CH001 | 2023            | Marine            | 8000.00 | 40.00        | 0.005               | 0.5                | -0.495
            CH003          | Renamed Ltd       | 2024            | Property          | 93.00   | 0.00         | 0                   | 0.4                | -0.4
            """));
    // 30 June is 82 days after 9 April and 83 after 8 April
    assertThat(
        nightly.rows(BY_COVERHOLDER),
        cells(
            nightly,
            BY_COVERHOLDER,
            """
            coverholder_id | payment_date | paid_day_gbp | paid_last_90_days_gbp
            CH001          | 2024-01-10   | 500.00       | 500.00
            CH001          | 2024-04-08   | 500.00       | 1000.00
            CH001          | 2024-04-09   | 100.00       | 600.00
            CH001          | 2024-06-30   | -60.00       | 540.00
            """));
    assertThat(nightly.differences(), is(empty()));
  }

  private static RowsMatcher cells(Installation lake, String table, String expected) {
    return hasCells(lake.tables().at(table).schema(), expected);
  }

  /** A position of a claim of the first or second section, which the coverholder tells. */
  private static String claim(
      int id,
      String coverholder,
      String claimRef,
      String month,
      String paymentDate,
      String paidThisMonth,
      String paidToDate,
      String outstanding) {
    return "INSERT INTO bdx.ClaimTransaction (ClaimTransactionId, UMR, SectionNo, CertificateRef,"
        + " ClaimRef, BordereauMonth, LossDate, PaymentDate, ClaimStatus, OriginalCurrency,"
        + " PaidThisMonth, PaidToDate, Outstanding, SubmittedAt, IsDeleted, ModifiedDate) VALUES"
        + " (%d, 'B0999%s', 'S%s', 'CERT-%s001', '%s', '%s', '2024-01-05', %s, 'OPEN', 'GBP',"
            .formatted(
                id,
                coverholder,
                coverholder.substring(4),
                coverholder.substring(4),
                claimRef,
                month,
                paymentDate)
        + " %s, %s, %s, '%s 09:00:00', FALSE, '2024-04-30 00:00:0%d')"
            .formatted(paidThisMonth, paidToDate, outstanding, month, id);
  }
}
