// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasNoRows;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.facts.ClaimMonths;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.SectionMonths;
import dev.tidemark.transforms.premium.UnfitAmountException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class LossRatioMartTest {

  private static final String SECTIONS =
      """
      umr        | section_no | coverholder_id | year_of_account | class_of_business | period_from | period_to  | valid_from           | is_deleted | is_current | _batch_id
      B0999CH001 | S1         | CH001          | 2024            | Property          | 2024-01-01  | 2024-12-31 | 2023-12-01T00:00:00Z | false      | true       | 1
      B0999CH001 | S2         | CH001          | 2024            | Property          | 2024-01-01  | 2024-12-31 | 2023-12-01T00:00:00Z | false      | true       | 1
      B0999CH001 | S3         | CH001          | 2023            | Property          | 2023-01-01  | 2023-12-31 | 2022-12-01T00:00:00Z | false      | true       | 1
      B0999CH002 | S4         | CH002          | 2024            | Marine            | 2024-01-01  | 2024-12-31 | 2023-12-01T00:00:00Z | true       | true       | 1
      """;

  private static final String PREMIUM =
      "umr | section_no | coverholder_id | bordereau_month | fact_rows | rows_without_gbp | gwp_gbp"
          + " | live_versions | deleted_versions | quarantined_versions | commission_gbp | net_gbp"
          + " | submission_times\n";

  private static final String CLAIMS =
      "umr | section_no | coverholder_id | bordereau_month | fact_rows | claim_count"
          + " | latest_paid_gbp | latest_outstanding_gbp | latest_incurred_gbp | live_versions"
          + " | deleted_versions | rows_without_gbp | paid_movement_gbp | incurred_change_gbp\n";

  private static final Schema PLAN = Samples.TABLES.silver("BusinessPlan").schema();
  private static final Schema COVERHOLDER = Samples.versions(ReferenceTable.COVERHOLDER);

  private final Accounts accounts =
      new Accounts()
          .addPlans(
              PLAN,
              Samples.blocks(
                  PLAN,
                  """
                  class_of_business | year_of_account | planned_loss_ratio | _batch_id
                  Property          | 2024            | 0.3                | 1
                  Property          | 2022            | 0.4                | 1
                  Marine            | 2024            | 0.65               | 1
                  """))
          .addCoverholders(
              COVERHOLDER,
              Samples.blocks(
                  COVERHOLDER,
                  """
                  coverholder_id | coverholder_name | valid_from           | valid_to             | is_current | is_deleted | _batch_id
                  CH001          | New Name Ltd     | 2024-03-01T00:00:00Z | null                 | true       | false      | 1
                  CH001          | Old Name Ltd     | 2024-01-01T00:00:00Z | 2024-03-01T00:00:00Z | false      | false      | 1
                  CH002          | Gone Ltd         | 2024-01-01T00:00:00Z | 2024-02-01T00:00:00Z | false      | true       | 1
                  """));

  /**
   * Two sections of one account wrote 2,050.00, 2,150.00 and 800.00, which are 5,000.00, and had
   * claims of 1,450.00: 0.29. Of the year before there is neither a claim nor a plan.
   */
  @Test
  void sectionsOfOneAccountAddUp() {
    assertThat(
        mart(
            """
            B0999CH001 | S1 | CH001 | 2024-01-01 | 2 | 0 | 2050.00
            B0999CH001 | S1 | CH001 | 2024-02-01 | 2 | 0 | 2150.00
            B0999CH001 | S2 | CH009 | 2024-02-01 | 1 | 0 | 800.00
            B0999CH001 | S3 | CH001 | 2023-02-01 | 1 | 0 | 100.00
            """,
            """
            B0999CH001 | S1 | CH001 | 2024-02-01 | 1 | 0 | 0.00    | 0.00   | 0.00
            B0999CH001 | S1 | CH001 | 2024-03-01 | 2 | 2 | 1000.00 | 0.00   | 1000.00
            B0999CH001 | S2 | CH001 | 2024-03-01 | 1 | 1 | 200.00  | 250.00 | 450.00
            """),
        hasRows(
            Marts.LOSS_RATIO_SCHEMA,
            """
            coverholder_key | coverholder_id | coverholder_name | year_of_account | class_of_business_key | class_of_business | gwp_gbp | paid_gbp | outstanding_gbp | incurred_gbp | claim_count | incurred_loss_ratio | planned_loss_ratio | variance
            %1$s            | CH001          | New Name Ltd     | 2024            | %2$s                  | Property          | 5000.00 | 1200.00  | 250.00          | 1450.00      | 3           | 0.29                | 0.3                | -0.01
            %1$s            | CH001          | New Name Ltd     | 2023            | %2$s                  | Property          | 100.00  | 0.00     | 0.00            | 0.00         | 0           | 0                   | null               | null
            """
                .formatted(key("CH001"), key("Property"))));
  }

  /** A deleted section and a deleted coverholder keep what they were. */
  @Test
  void claimsWithoutPremiumAppearAndHaveNoRatio() {
    assertThat(
        mart("", "B0999CH002 | S4 | CH002 | 2024-03-01 | 1 | 1 | 10.00 | 5.00 | 15.00"),
        hasRows(
            Marts.LOSS_RATIO_SCHEMA,
            """
            coverholder_key | coverholder_id | coverholder_name | year_of_account | class_of_business_key | class_of_business | gwp_gbp | paid_gbp | outstanding_gbp | incurred_gbp | claim_count | incurred_loss_ratio | planned_loss_ratio | variance
            %1$s            | CH002          | Gone Ltd         | 2024            | %2$s                  | Marine            | null    | 10.00    | 5.00            | 15.00        | 1           | null                | 0.65               | null
            """
                .formatted(key("CH002"), key("Marine"))));
  }

  /** Premium of one unknown section, whose rows name a coverholder, and claims, which never do. */
  @Test
  void unknownSectionsHaveNeitherYearNorClass() {
    assertThat(
        mart(
            """
            B0999CH009 | S9 | CH009 | 2024-01-01 | 1 | 0 | 100.00
            B0999CH009 | S9 | CH001 | 2024-02-01 | 1 | 0 | 10.00
            B0999CH009 | S9 | null  | 2024-03-01 | 1 | 0 | 1.00
            """,
            "B0999CH009 | S9 | null | 2024-03-01 | 1 | 1 | 2.00 | 0.00 | 2.00"),
        hasRows(
            Marts.LOSS_RATIO_SCHEMA,
            """
            coverholder_key | coverholder_id | coverholder_name | year_of_account | class_of_business_key | class_of_business | gwp_gbp | paid_gbp | outstanding_gbp | incurred_gbp | claim_count | incurred_loss_ratio | planned_loss_ratio | variance
            %1$s            | CH009          | null             | null            | null                  | null              | 100.00  | 0.00     | 0.00            | 0.00         | 0           | 0                   | null               | null
            %2$s            | CH001          | New Name Ltd     | null            | null                  | null              | 10.00   | 0.00     | 0.00            | 0.00         | 0           | 0                   | null               | null
            null            | null           | null             | null            | null                  | null              | 1.00    | 2.00     | 0.00            | 2.00         | 1           | 2                   | null               | null
            """
                .formatted(key("CH009"), key("CH001"))));
  }

  /** Premium that nobody can convert is not 0.00; a part of it counts 0. */
  @Test
  void premiumWithoutSterlingIsNoPremiumUnlessOtherRowsHaveIt() {
    assertThat(
        mart(
            """
            B0999CH001 | S1 | CH001 | 2024-01-01 | 2 | 2 | 0.00
            B0999CH001 | S3 | CH001 | 2023-01-01 | 2 | 1 | 40.00
            """,
            "B0999CH001 | S1 | CH001 | 2024-03-01 | 1 | 1 | 2.00 | 0.00 | 2.00"),
        hasCells(
            Marts.LOSS_RATIO_SCHEMA,
            """
            year_of_account | gwp_gbp | claim_count | incurred_loss_ratio
            2024            | null    | 1           | null
            2023            | 40.00   | 0           | 0
            """));
  }

  @Test
  void monthsWithoutFactsMakeNoAccount() {
    assertThat(
        mart(
            "B0999CH001 | S1 | CH001 | 2024-01-01 | 0 | 0 | 0.00",
            "B0999CH001 | S1 | CH001 | 2024-03-01 | 0 | 0 | 0.00 | 0.00 | 0.00"),
        hasNoRows());
  }

  /** 5,000,000,000.00 of claims over a penny of premium: a ratio of twelve digits still fits. */
  @Test
  void aRatioThatDoesNotFitFailsByName() {
    String premium = "B0999CH001 | S1 | CH001 | 2024-01-01 | 1 | 0 | 0.01";
    String claims = "B0999CH001 | S1 | CH001 | 2024-03-01 | 1 | 1 | %1$s | 0.00 | %1$s";

    assertThat(
        mart(premium, claims.formatted("5000000000.00")),
        hasCells(
            Marts.LOSS_RATIO_SCHEMA,
            "incurred_loss_ratio | variance\n500000000000 | 499999999999.7"));
    assertThat(
        assertThrows(
                UnfitAmountException.class, () -> mart(premium, claims.formatted("10000000000.00")))
            .getMessage(),
        startsWith(
            "loss_ratio of coverholder CH001, year of account 2024, class of business Property:"
                + " incurred_loss_ratio: 1000000000000.000000 does not fit DECIMAL(18,6); "));
  }

  private List<Row> mart(String premium, String claims) {
    ReferenceData reference = Samples.reference(SECTIONS);
    return Samples.rows(
        Samples.made(
            new LossRatioMart(),
            new MartStage.Context(reference, accounts, LocalDate.of(2024, 4, 20)),
            Map.of(
                FactTables.SECTION_MONTHS,
                Samples.blocks(
                    SectionMonths.SCHEMA,
                    PREMIUM + withCells(premium, " | 1 | 0 | 0 | 0.00 | 0.00 | 0x")),
                FactTables.CLAIM_MONTHS,
                Samples.blocks(
                    ClaimMonths.SCHEMA, CLAIMS + withCells(claims, " | 1 | 0 | 0 | 0.00 | 0.00")))),
        Marts.LOSS_RATIO);
  }

  private static String withCells(String rows, String cells) {
    return rows.lines().map(row -> row + cells + "\n").reduce("", String::concat);
  }
}
