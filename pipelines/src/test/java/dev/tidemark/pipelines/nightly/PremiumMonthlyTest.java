// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasNoRows;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.facts.ClaimMonths;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.SectionMonths;
import dev.tidemark.transforms.premium.UnfitAmountException;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class PremiumMonthlyTest {

  /** S1 2,050.00 of two facts in January, 2,150.00 of two in February, one more without a rate. */
  @Test
  void theWorkedExampleAddsUpByMonth() {
    assertThat(
        monthly(
            premium(
                """
                B0999CH001 | S1 | CH001 | 2024-01-01 | 2 | 0 | 2050.00 | 205.00 | 1845.00
                B0999CH001 | S1 | CH001 | 2024-02-01 | 3 | 1 | 2150.00 | 215.00 | 1935.00
                B0999CH002 | S2 | CH002 | 2024-01-01 | 1 | 0 | 5000.00 | 0.00   | 5000.00
                """)),
        hasRows(
            Marts.PREMIUM_MONTHLY_SCHEMA,
            """
            contract_section_key | coverholder_key | coverholder_id | umr        | section_no | year_of_account | bordereau_month | transaction_count | gwp_gbp | commission_gbp | net_gbp | paid_movement_gbp | incurred_change_gbp | rows_without_gbp
            %1$s                 | %3$s            | CH001          | B0999CH001 | S1         | 2023            | 2024-01-01      | 2                 | 2050.00 | 205.00         | 1845.00 | 0.00              | 0.00                | 0
            %1$s                 | %3$s            | CH001          | B0999CH001 | S1         | 2023            | 2024-02-01      | 3                 | 2150.00 | 215.00         | 1935.00 | 0.00              | 0.00                | 1
            %2$s                 | %4$s            | CH002          | B0999CH002 | S2         | 2024            | 2024-01-01      | 1                 | 5000.00 | 0.00           | 5000.00 | 0.00              | 0.00                | 0
            """
                .formatted(
                    key("B0999CH001", "S1"), key("B0999CH002", "S2"), key("CH001"), key("CH002"))));
  }

  /** What a claim's months add to paid and incurred; April has nothing but a recovery. */
  @Test
  void claimsAreBesidePremiumAndAloneWhereThereIsNone() {
    assertThat(
        monthly(
            premium(
                """
                B0999CH001 | S1 | CH001 | 2024-01-01 | 2 | 0 | 2050.00 | 205.00 | 1845.00
                B0999CH009 | S9 | CH009 | 2024-01-01 | 1 | 0 | 1.00    | 0.00   | 1.00
                """),
            claims(
                """
                B0999CH001 | S1 | CH001 | 2024-01-01 | 2 | 100.00 | 150.00
                B0999CH001 | S1 | CH001 | 2024-04-01 | 1 | -30.00 | -50.00
                B0999CH009 | S9 | null  | 2024-01-01 | 1 | 7.00   | 8.00
                """)),
        hasCells(
            Marts.PREMIUM_MONTHLY_SCHEMA,
            """
            coverholder_id | section_no | bordereau_month | transaction_count | gwp_gbp | commission_gbp | net_gbp | paid_movement_gbp | incurred_change_gbp | rows_without_gbp
            CH001          | S1         | 2024-01-01      | 2                 | 2050.00 | 205.00         | 1845.00 | 100.00            | 150.00              | 0
            CH001          | S1         | 2024-04-01      | 0                 | 0.00    | 0.00           | 0.00    | -30.00            | -50.00              | 0
            null           | S9         | 2024-01-01      | 0                 | 0.00    | 0.00           | 0.00    | 7.00              | 8.00                | 0
            CH009          | S9         | 2024-01-01      | 1                 | 1.00    | 0.00           | 1.00    | 0.00              | 0.00                | 0
            """));
  }

  /** An unknown section's facts are their own coverholder's, who may be nobody. */
  @Test
  void anUnknownSectionHasItsMonthsByWhoeverItsFactsName() {
    assertThat(
        monthly(
            premium(
                """
                B0999CH009 | S9 | CH009 | 2024-01-01 | 1 | 0 | 1.00 | 0.00 | 1.00
                B0999CH009 | S9 | CH008 | 2024-01-01 | 1 | 0 | 2.00 | 0.00 | 2.00
                B0999CH009 | S9 | null  | 2024-01-01 | 1 | 1 | 0.00 | 0.00 | 0.00
                """)),
        hasCells(
            Marts.PREMIUM_MONTHLY_SCHEMA,
            """
            coverholder_key | coverholder_id | year_of_account | transaction_count | gwp_gbp | rows_without_gbp
            %1$s            | CH009          | null            | 1                 | 1.00    | 0
            %2$s            | CH008          | null            | 1                 | 2.00    | 0
            null            | null           | null            | 1                 | 0.00    | 1
            """
                .formatted(key("CH009"), key("CH008"))));
  }

  @Test
  void totalsBeyond18DigitsAreExact() {
    String most = "9999999999999999.99";
    assertThat(
        monthly(
            premium(
                "B0999CH001 | S1 | CH001 | 2024-01-01 | 1 | 0 | %1$s | -%1$s | %1$s\n"
                        .formatted(most)
                    + "B0999CH001 | S1 | CH001 | 2024-01-01 | 1 | 0 | %1$s | -%1$s | %1$s\n"
                        .formatted(most))),
        hasCells(
            Marts.PREMIUM_MONTHLY_SCHEMA,
            """
            transaction_count | gwp_gbp              | commission_gbp        | net_gbp
            2                 | 19999999999999999.98 | -19999999999999999.98 | 19999999999999999.98
            """));
  }

  @Test
  void aSumBeyond38DigitsFailsByName() {
    String most = "9".repeat(36) + ".99";
    RowBlocks premium =
        premium(
            """
            B0999CH001 | S1 | CH009 | 2024-01-01 | 1 | 0 | 0.00 | %s   | 0.00
            B0999CH001 | S1 | CH009 | 2024-01-01 | 1 | 0 | 0.00 | 0.01 | 0.00
            """
                .formatted(most));

    assertThat(
        assertThrows(UnfitAmountException.class, () -> monthly(premium)).getMessage(),
        startsWith(
            "premium_monthly of coverholder CH001, section B0999CH001 S1, month 2024-01-01:"
                + " commission_gbp: 1"
                + "0".repeat(36)
                + ".00 does not fit DECIMAL(38,2); "));
  }

  @Test
  void nothingGivesNoRows() {
    assertThat(monthly(RowBlocks.empty()), hasNoRows());
  }

  private static List<Row> monthly(RowBlocks premium) {
    return monthly(premium, RowBlocks.empty());
  }

  private static List<Row> monthly(RowBlocks premium, RowBlocks claims) {
    ReferenceData reference =
        Samples.reference(
            """
            umr        | section_no | coverholder_id | year_of_account | period_from | period_to  | class_of_business | valid_from           | is_deleted | is_current | _batch_id
            B0999CH001 | S1         | CH001          | 2023            | 2024-01-01  | 2024-12-31 | Property          | 2023-12-01T00:00:00Z | false      | true       | 1
            B0999CH002 | S2         | CH002          | 2024            | 2024-01-01  | 2024-12-31 | Property          | 2023-12-01T00:00:00Z | false      | true       | 1
            """);
    return Samples.rows(
        Samples.made(
            new PremiumMonthly(),
            new MartStage.Context(reference, new Accounts(), LocalDate.of(2024, 4, 20)),
            Map.of(FactTables.SECTION_MONTHS, premium, FactTables.CLAIM_MONTHS, claims)),
        Marts.PREMIUM_MONTHLY);
  }

  /**
   * UMR, section, coverholder, month, positions, paid and incurred. Those without a rate are no
   * rows without GBP.
   */
  private static RowBlocks claims(String months) {
    return Samples.blocks(
        ClaimMonths.SCHEMA,
        "umr | section_no | coverholder_id | bordereau_month | fact_rows | paid_movement_gbp"
            + " | incurred_change_gbp | live_versions | deleted_versions | rows_without_gbp"
            + " | claim_count | latest_paid_gbp | latest_outstanding_gbp | latest_incurred_gbp\n"
            + months
                .lines()
                .map(row -> row + " | 3 | 1 | 1 | 1 | 0.00 | 0.00 | 0.00\n")
                .reduce("", String::concat));
  }

  /** UMR, section, coverholder, month, facts, those without a rate, GWP, commission and net. */
  private static RowBlocks premium(String months) {
    return Samples.blocks(
        SectionMonths.SCHEMA,
        "umr | section_no | coverholder_id | bordereau_month | fact_rows | rows_without_gbp"
            + " | gwp_gbp | commission_gbp | net_gbp | live_versions | deleted_versions"
            + " | quarantined_versions | submission_times\n"
            + months.lines().map(row -> row + " | 5 | 1 | 1 | 0x\n").reduce("", String::concat));
  }
}
