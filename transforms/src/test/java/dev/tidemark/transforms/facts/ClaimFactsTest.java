// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.transforms.facts.ClaimSamples.derive;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.RowBlocks;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimFactsTest {

  /**
   * At 0.5: 100.01 is 50.005 and so 50.01, 30.00 is 15.00, 60.00 is 30.00, 10.03 is 5.015 and so
   * 5.02; incurred 80.01, net 74.99. From the 10th to the 25th are 15 days.
   */
  @Test
  void everyColumnOfAFactIsFilledFromItsRow() {
    String section = key("B0999CH001", "S1");
    assertThat(
        derive(
                """
                claim_transaction_id | umr          | section_no | certificate_ref | claim_ref | bordereau_month | loss_date  | notified_date | payment_date | closed_date | reopened_date | claim_status | original_currency | paid_this_month | previously_paid | paid_to_date | outstanding | recoveries_to_date | incurred_reported | rate_of_exchange | claimant_name | submitted_at                | bdx_version | modified_date
                41                   | " b0999ch001" | s1        | " C 1 "         | " CLM 1 " | 2024-01-31      | 2024-01-10 | 2024-01-25    | 2024-01-30   | 2024-01-27  | 2024-01-29    | " reopened " | EUR               | 30.00           | 1.00            | 100.01       | 60.00       | 10.03              | 7.00              | 0.5              | Zoë           | 2024-02-05T01:02:03.000004Z | 3           | 2024-02-06T00:00:00.000001Z
                """)
            .facts(),
        hasRows(
            ClaimFacts.SCHEMA,
            """
            claim_key | claim_transaction_id | contract_section_key | contract_section_version_key | coverholder_key | broker_key | contract_key | class_of_business_key | umr        | section_no | certificate_ref | claim_ref | claim_status | bordereau_month | loss_date  | notified_date | payment_date | closed_date | reopened_date | original_currency | rate_to_gbp | paid_to_date | paid_movement | outstanding | recoveries_to_date | paid_gbp | paid_movement_gbp | outstanding_gbp | recoveries_gbp | incurred_gbp | net_incurred_gbp | is_latest_position | report_delay_days | year_of_account | submitted_at                | bdx_version | modified_date               | version_count | dq_flags | load_run_id | loaded_at
            %s        | 41                   | %s                   | %s                           | %s              | %s         | %s           | %s                    | B0999CH001 | S1         | "C 1"           | "CLM 1"   | REOPENED     | 2024-01-01      | 2024-01-10 | 2024-01-25    | 2024-01-30   | 2024-01-27  | 2024-01-29    | EUR               | 0.5         | 100.01       | 30.00         | 60.00       | 10.03              | 50.01    | 15.00             | 30.00           | 5.02           | 80.01        | 74.99            | 1                  | 15                | 2024            | 2024-02-05T01:02:03.000004Z | 3           | 2024-02-06T00:00:00.000001Z | 1             | ""       | run-1       | 2024-05-01T00:00:00Z
            """
                .formatted(
                    key("B0999CH001", "S1", "C 1", "CLM 1"),
                    section,
                    key(section, "2023-12-01T00:00:00Z"),
                    key("CH001"),
                    key("0999"),
                    key("B0999CH001"),
                    key("Property"))));
  }

  /** March says nothing of the claim; in May paid falls, because something came back. */
  @Test
  void aPositionIsDerivedFromTheOneBeforeInTheOrderOfMonths() {
    assertThat(
        derive(
                """
                claim_transaction_id | bordereau_month | paid_this_month | previously_paid | paid_to_date | outstanding | recoveries_to_date | payment_date
                4                    | 2024-05-01      | null            | null            | 350.00       | 100.00      | 60.00              | 2024-05-20
                2                    | 2024-02-01      | 150.00          | 100.00          | null         | 400.00      | null               | 2024-02-20
                3                    | 2024-04-01      | null            | null            | 410.00       | 250.00      | null               | null
                1                    | 2024-01-01      | null            | null            | 100.00       | 500.00      | null               | 2024-01-20
                """)
            .facts(),
        hasCells(
            ClaimFacts.SCHEMA,
            """
            claim_transaction_id | paid_to_date | paid_movement | incurred_gbp | net_incurred_gbp | is_latest_position | dq_flags
            1                    | 100.00       | 100.00        | 600.00       | 600.00           | 0                  | ""
            2                    | 250.00       | 150.00        | 650.00       | 650.00           | 0                  | ""
            3                    | 410.00       | 160.00        | 660.00       | 660.00           | 0                  | ""
            4                    | 350.00       | -60.00        | 450.00       | 390.00           | 1                  | PAID_DECREASED
            """));
  }

  @Test
  void aReferenceOnTwoCertificatesOrSectionsIsTwoClaims() {
    assertThat(
        derive(
                """
                claim_transaction_id | umr        | section_no | certificate_ref | claim_ref | bordereau_month | paid_to_date
                1                    | B0999CH001 | S1         | C1              | CLM-1     | 2024-01-01      | 10.00
                2                    | B0999CH001 | S1         | C2              | CLM-1     | 2024-02-01      | 25.00
                3                    | B0999CH001 | S2         | C1              | CLM-1     | 2024-03-01      | 30.00
                4                    | B0999CH002 | S2         | C1              | CLM-1     | 2024-04-01      | 45.00
                5                    | B0999CH001 | S1         | C1              | clm-1     | 2024-05-01      | 50.00
                6                    | B0999CH001 | S1         | C1              | CLM-1     | 2024-06-01      | 60.00
                """)
            .facts(),
        hasCells(
            ClaimFacts.SCHEMA,
            """
            claim_transaction_id | claim_key | paid_movement | is_latest_position
            1                    | %1$s      | 10.00         | 0
            2                    | %2$s      | 25.00         | 1
            3                    | %3$s      | 30.00         | 1
            4                    | %4$s      | 45.00         | 1
            5                    | %5$s      | 50.00         | 1
            6                    | %1$s      | 50.00         | 1
            """
                .formatted(
                    key("B0999CH001", "S1", "C1", "CLM-1"),
                    key("B0999CH001", "S1", "C2", "CLM-1"),
                    key("B0999CH001", "S2", "C1", "CLM-1"),
                    key("B0999CH002", "S2", "C1", "CLM-1"),
                    key("B0999CH001", "S1", "C1", "clm-1"))));
  }

  @Test
  void theLatestSubmissionOfAPositionWinsAndOthersAreTold() {
    ClaimSamples.Derived derived =
        derive(
            """
            claim_transaction_id | bordereau_month | paid_to_date | submitted_at         | bdx_version | claim_status | is_deleted
            1                    | 2024-01-01      | 100.00       | 2024-02-05T00:00:00Z | 1           | open         | false
            2                    | 2024-01-31      | 130.00       | 2024-02-05T00:00:00Z | 2           | open         | false
            3                    | 2024-02-01      | 170.00       | 2024-03-05T00:00:00Z | 1           | open         | false
            4                    | 2024-02-01      | 999.00       | 2024-03-06T00:00:00Z | 2           | closed       | true
            5                    | 2024-03-01      | 999.00       | 2024-04-05T00:00:00Z | 1           | closed       | true
            """);

    assertThat(
        derived.facts(),
        hasCells(
            ClaimFacts.SCHEMA,
            """
            claim_transaction_id | paid_movement | is_latest_position | version_count
            2                    | 130.00        | 0                  | 2
            3                    | 40.00         | 1                  | 1
            """));
    assertThat(
        derived.superseded(),
        hasCells(
            SupersededClaim.SCHEMA,
            """
            claim_transaction_id | claim_key | claim_status | bordereau_month | decided_by  | winner_claim_transaction_id | paid_to_date | winner_paid_to_date | paid_to_date_difference
            1                    | %1$s      | OPEN         | 2024-01-01      | BDX_VERSION | 2                           | 100.00       | 130.00              | 30.00
            4                    | %1$s      | CLOSED       | 2024-02-01      | DELETED     | 3                           | 999.00       | 170.00              | -829.00
            5                    | %1$s      | CLOSED       | 2024-03-01      | DELETED     | null                        | 999.00       | null                | null
            """
                .formatted(key("B0999CH001", "S1", "C1", "CLM-1"))));
  }

  /** PreviouslyPaid + PaidThisMonth is 10^16 here: more than a fact holds, but it lost. */
  @Test
  void aVersionThatLostMayHaveASumThatNoFactCouldHold() {
    assertThat(
        derive(
                """
                claim_transaction_id | bordereau_month | paid_this_month     | previously_paid | original_currency | submitted_at
                1                    | 2024-01-01      | 9999999999999999.99 | 0.01            | GBP               | 2024-02-05T00:00:00Z
                2                    | 2024-01-01      | 1.00                | null            | null              | 2024-02-06T00:00:00Z
                3                    | 2024-01-01      | 3.00                | null            | EUR               | 2024-02-04T00:00:00Z
                """)
            .superseded(),
        hasCells(
            SupersededClaim.SCHEMA,
            """
            claim_transaction_id | original_currency | paid_to_date         | winner_original_currency | paid_to_date_difference
            1                    | GBP               | 10000000000000000.00 | GBP                      | -9999999999999999.00
            3                    | EUR               | 3.00                 | GBP                      | null
            """));
  }

  @Test
  void anAmountThatDoesNotFitIsNamed() {
    assertThat(
        assertThrows(
                ArithmeticException.class,
                () ->
                    derive(
                        """
                        claim_transaction_id | bordereau_month | paid_this_month     | previously_paid
                        1                    | 2024-01-01      | 9999999999999999.99 | 0.01
                        """))
            .getMessage(),
        is(
            "ClaimTransaction 1: paid_to_date: 10000000000000000.00 does not fit DECIMAL(18,2);"
                + " correct the amounts, percentages and rates that it is made of at the source"));
  }

  /** The reserve of a closed claim is not used; that of a reopened one is. */
  @Test
  void aClosedClaimThatIsReopenedHasItsReserveAgain() {
    assertThat(
        derive(
                """
                claim_transaction_id | claim_ref | bordereau_month | claim_status | paid_to_date | outstanding
                1                    | A         | 2024-01-01      | Open         | 10.00        | 90.00
                2                    | A         | 2024-02-01      | closed       | 50.00        | 5.00
                3                    | A         | 2024-03-01      | Reopened     | 50.00        | 40.00
                4                    | B         | 2024-01-01      | DENIED       | 0.00         | 75.00
                5                    | C         | 2024-01-01      | WITHDRAWN    | 0.00         | 0.00
                6                    | D         | 2024-01-01      | settled      | 0.00         | 1.00
                7                    | E         | 2024-01-01      | null         | 0.00         | -1.00
                8                    | F         | 2024-01-01      | CLOSED       | 0.00         | -1.00
                """)
            .facts(),
        hasCells(
            ClaimFacts.SCHEMA,
            """
            claim_transaction_id | claim_status | outstanding | incurred_gbp | dq_flags
            1                    | OPEN         | 90.00       | 100.00       | ""
            2                    | CLOSED       | 0.00        | 50.00        | CLOSED_WITH_RESERVE
            3                    | REOPENED     | 40.00       | 90.00        | ""
            4                    | DENIED       | 0.00        | 0.00         | CLOSED_WITH_RESERVE
            5                    | WITHDRAWN    | 0.00        | 0.00         | ""
            6                    | SETTLED      | 1.00        | 1.00         | ""
            7                    | null         | -1.00       | -1.00        | OUTSTANDING_NEGATIVE
            8                    | CLOSED       | 0.00        | 0.00         | CLOSED_WITH_RESERVE
            """));
  }

  /** In January the euro is at 0.853415, in February there is no rate; JPY has a rate of 0. */
  @Test
  void aClaimIsSettledInSterlingByItsOwnRateOrTheMonths() {
    assertThat(
        derive(
                """
                claim_transaction_id | claim_ref | section_no | bordereau_month | original_currency | paid_to_date | rate_of_exchange
                1                    | A         | S1         | 2024-01-01      | EUR               | 99.99        | null
                2                    | B         | S1         | 2024-01-01      | EUR               | 99.99        | 0.5
                3                    | C         | S1         | 2024-01-01      | EUR               | 99.99        | 0
                4                    | D         | S1         | 2024-02-01      | EUR               | 99.99        | null
                5                    | E         | S1         | 2024-01-01      | JPY               | 99.99        | -1
                6                    | F         | S1         | 2024-01-01      | GBP               | 99.99        | 1.1
                7                    | G         | S1         | 2024-01-01      | null              | 99.99        | 1
                8                    | H         | S9         | 2024-01-01      | null              | 99.99        | 0.5
                9                    | I         | S9         | 2024-01-01      | USD               | 99.99        | 2
                """)
            .facts(),
        hasCells(
            ClaimFacts.SCHEMA,
            """
            claim_transaction_id | original_currency | rate_to_gbp | paid_gbp | net_incurred_gbp | year_of_account | coverholder_key | dq_flags
            1                    | EUR               | 0.853415    | 85.33    | 85.33            | 2024            | %1$s            | ""
            2                    | EUR               | 0.5         | 50.00    | 50.00            | 2024            | %1$s            | ""
            3                    | EUR               | 0.853415    | 85.33    | 85.33            | 2024            | %1$s            | ""
            4                    | EUR               | null        | null     | null             | 2024            | %1$s            | RATE_MISSING
            5                    | JPY               | null        | null     | null             | 2024            | %1$s            | RATE_MISSING
            6                    | GBP               | 1           | 99.99    | 99.99            | 2024            | %1$s            | RATE_ON_GBP
            7                    | GBP               | 1           | 99.99    | 99.99            | 2024            | %1$s            | CURRENCY_DEFAULTED
            8                    | null              | null        | null     | null             | null            | null            | COVERHOLDER_UNKNOWN,CURRENCY_MISSING,SECTION_UNKNOWN
            9                    | USD               | 2           | 199.98   | 199.98           | null            | null            | COVERHOLDER_UNKNOWN,SECTION_UNKNOWN
            """
                .formatted(key("CH001"))));
  }

  @Test
  void theSectionVersionIsThatOfTheLossElseOfTheSubmissionElseTheFirst() {
    ReferenceData reference =
        Samples.reference(
            """
            B0999CH001 | S1 | CH001 | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP | 2024-01-05T00:00:00Z | 2024-02-01T00:00:00Z | false | false
            B0999CH001 | S1 | CH001 | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP | 2024-02-01T00:00:00Z | null                 | true  | false
            """);
    String section = key("B0999CH001", "S1");
    String first = key(section, "2024-01-05T00:00:00Z");
    String second = key(section, "2024-02-01T00:00:00Z");
    assertThat(
        derive(
                ClaimSamples.silver(
                    """
                    claim_transaction_id | claim_ref | bordereau_month | loss_date  | notified_date | paid_to_date | submitted_at
                    1                    | A         | 2024-03-01      | 2024-01-31 | 2024-03-20    | 1.00         | 2024-04-05T00:00:00Z
                    2                    | B         | 2024-03-01      | 2024-02-01 | 2024-02-01    | 1.00         | 2024-01-20T00:00:00Z
                    3                    | C         | 2024-03-01      | 2024-01-04 | null          | 1.00         | 2024-04-05T00:00:00Z
                    4                    | D         | 2024-03-01      | null       | 2024-02-01    | 1.00         | 2024-01-20T00:00:00Z
                    5                    | E         | 2024-03-01      | null       | null          | 1.00         | null
                    6                    | F         | 2024-03-01      | 2024-03-05 | 2024-03-01    | 1.00         | null
                    """),
                reference)
            .facts(),
        hasCells(
            ClaimFacts.SCHEMA,
            """
            claim_transaction_id | contract_section_version_key | report_delay_days
            1                    | %1$s                         | 49
            2                    | %2$s                         | 0
            3                    | %2$s                         | null
            4                    | %1$s                         | null
            5                    | %1$s                         | null
            6                    | %2$s                         | -4
            """
                .formatted(first, second)));
  }

  /**
   * A of S1 comes to 150.00, 170.00 and, in April, 160.00; B has no rate in February and comes to
   * 42.67 in March by its own rate; C of an unknown section has no rate at all.
   */
  @Test
  void monthsAddUpWhatIsLatestAndWhatChanged() {
    ClaimSamples.Derived derived =
        derive(
            """
            claim_transaction_id | section_no | claim_ref | bordereau_month | payment_date | original_currency | paid_to_date | outstanding | rate_of_exchange | submitted_at         | is_deleted
            1                    | S1         | A         | 2024-02-01      | 2024-02-10   | GBP               | 100.00       | 50.00       | null             | null                 | false
            2                    | S1         | A         | 2024-03-01      | 2024-02-10   | GBP               | 130.00       | 40.00       | null             | null                 | false
            3                    | S1         | A         | 2024-04-01      | null         | GBP               | 130.00       | 30.00       | null             | null                 | false
            4                    | S1         | B         | 2024-02-01      | 2024-02-10   | EUR               | 10.00        | 20.00       | null             | null                 | false
            5                    | S1         | B         | 2024-03-01      | null         | EUR               | 20.00        | 30.00       | 0.8534           | null                 | false
            6                    | S1         | B         | 2024-03-01      | null         | EUR               | 70.00        | 30.00       | 0.8534           | null                 | true
            7                    | S9         | C         | 2024-03-01      | 2024-03-01   | USD               | 70.00        | 30.00       | null             | 2024-04-05T00:00:00Z | false
            8                    | S9         | C         | 2024-03-01      | 2024-03-02   | USD               | 80.00        | 30.00       | null             | 2024-04-06T00:00:00Z | false
            """);

    assertThat(
        derived.monthRows(),
        hasRows(
            ClaimMonths.SCHEMA,
            """
            umr        | section_no | coverholder_id | bordereau_month | live_versions | deleted_versions | fact_rows | rows_without_gbp | paid_movement_gbp | incurred_change_gbp | claim_count | latest_paid_gbp | latest_outstanding_gbp | latest_incurred_gbp
            B0999CH001 | S1         | CH001          | 2024-02-01      | 2             | 0                | 2         | 1                | 100.00            | 150.00              | 0           | 0.00            | 0.00                   | 0.00
            B0999CH001 | S1         | CH001          | 2024-03-01      | 2             | 1                | 2         | 0                | 38.53             | 62.67               | 1           | 17.07           | 25.60                  | 42.67
            B0999CH001 | S1         | CH001          | 2024-04-01      | 1             | 0                | 1         | 0                | 0.00              | -10.00              | 1           | 130.00          | 30.00                  | 160.00
            B0999CH001 | S9         | null           | 2024-03-01      | 2             | 0                | 1         | 1                | 0.00              | 0.00                | 1           | 0.00            | 0.00                   | 0.00
            """));
    assertThat(
        derived.dayRows(),
        hasRows(
            PaidDays.SCHEMA,
            """
            umr        | section_no | coverholder_id | payment_date | payments | paid_gbp
            B0999CH001 | S1         | CH001          | 2024-02-10   | 3        | 130.00
            B0999CH001 | S1         | CH001          | 2024-03-31   | 1        | 8.53
            B0999CH001 | S1         | CH001          | 2024-04-30   | 1        | 0.00
            B0999CH001 | S9         | null           | 2024-03-02   | 1        | 0.00
            """));
  }

  @Test
  void twoVersionsThatTieAndDifferAreAmbiguous() {
    assertThat(
        derive(
                """
                claim_transaction_id | claim_ref | bordereau_month | paid_to_date | submitted_at         | bdx_version
                1                    | A         | 2024-01-01      | 1.00         | 2024-02-05T00:00:00Z | null
                2                    | A         | 2024-01-01      | 2.00         | 2024-02-05T00:00:00Z | 0
                3                    | B         | 2024-01-01      | 1.00         | 2024-02-05T00:00:00Z | 1
                4                    | B         | 2024-01-01      | 1.00         | 2024-02-05T00:00:00Z | 1
                """)
            .result()
            .ambiguous(),
        is(1L));
  }

  @Test
  void noRowsGiveNoFactsAndNoSums() {
    ClaimSamples.Derived derived = derive(RowBlocks.empty(), Samples.reference());

    assertThat(
        List.of(derived.facts(), derived.superseded(), derived.monthRows(), derived.dayRows()),
        is(List.of(List.of(), List.of(), List.of(), List.of())));
    assertThat(derived.facts(), hasSize(0));
  }
}
