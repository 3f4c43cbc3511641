// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.conform.PersonalData;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class RiskFactsTest {

  /**
   * 1000.01 at 0.853415 is 853.42353415. From 1 March 2024 to 28 February 2025, both counted, is a
   * year without a leap day.
   */
  @Test
  void everyColumnOfAFactIsFilledFromItsRow() {
    String section = key("B0999CH001", "S1");
    assertThat(
        facts(
            """
            risk_transaction_id | umr          | section_no | certificate_ref | transaction_seq | transaction_type | bordereau_month | risk_inception_date | risk_expiry_date | effective_date | risk_code | risk_country | insured_name | sum_insured | deductible | original_currency | submitted_at                | bdx_version | modified_date
            41                  | " b0999ch001" | s1         | " C 1 "         | 7               | rn               | 2024-01-31      | 2024-03-01          | 2025-02-28       | 2024-02-29     | B3        | GB           | Ann          | 1000.01     | 250.00     | EUR               | 2024-02-05T01:02:03.000004Z | 3           | 2024-02-06T00:00:00.000001Z
            """),
        hasRows(
            RiskFacts.SCHEMA,
            """
            risk_transaction_key | risk_transaction_id | contract_section_key | contract_section_version_key | coverholder_key | broker_key | contract_key | class_of_business_key | bordereau_month_date_key | effective_date_key | umr        | section_no | certificate_ref | transaction_seq | transaction_type | bordereau_month | risk_inception_date | risk_expiry_date | effective_date | risk_code | risk_country | sum_insured | deductible | original_currency | rate_to_gbp | sum_insured_gbp | year_of_account | is_within_section_period | cover_days | insured_name_hash | submitted_at                | bdx_version | modified_date               | version_count | dq_flags | load_run_id | loaded_at
            %s                   | 41                  | %s                   | %s                           | %s              | %s         | %s           | %s                    | 20240101                 | 20240229           | B0999CH001 | S1         | "C 1"           | 7               | RENEWAL          | 2024-01-01      | 2024-03-01          | 2025-02-28       | 2024-02-29     | B3        | GB           | 1000.01     | 250.00     | EUR               | 0.853415    | 853.42          | 2024            | true                     | 365        | %s                | 2024-02-05T01:02:03.000004Z | 3           | 2024-02-06T00:00:00.000001Z | 1             | ""       | run-1       | 2024-05-01T00:00:00Z
            """
                .formatted(
                    key("B0999CH001", "S1", "C 1", "7", null, null),
                    section,
                    key(section, "2023-12-01T00:00:00Z"),
                    key("CH001"),
                    key("0999"),
                    key("B0999CH001"),
                    key("Property"),
                    PersonalData.saltedWith("salt").hash("Ann"))));
  }

  @Test
  void aRowOfKeysAloneIsAFactOfNulls() {
    assertThat(
        facts(
            """
            risk_transaction_id | certificate_ref | transaction_seq | risk_inception_date
            1                   | C1              | null            | null
            """),
        hasCells(
            RiskFacts.SCHEMA,
            """
            effective_date_key | risk_inception_date | risk_expiry_date | risk_code | risk_country | sum_insured | deductible | original_currency | rate_to_gbp | sum_insured_gbp | is_within_section_period | cover_days | insured_name_hash | submitted_at | bdx_version | modified_date | dq_flags
            0                  | null                | null             | null      | null         | null        | null       | GBP               | 1           | null            | null                     | null       | null              | null         | null        | null          | CURRENCY_DEFAULTED,NO_INCEPTION,SEQ_MISSING
            """));
  }

  @Test
  void bothEndsOfTheSectionsPeriodAreInsideAndAnUnknownSectionHasNone() {
    assertThat(
        facts(
            """
            risk_transaction_id | section_no | certificate_ref | risk_inception_date | original_currency
            1                   | S1         | C1              | 2023-12-31          | GBP
            2                   | S1         | C2              | 2024-01-01          | GBP
            3                   | S1         | C3              | 2024-12-31          | GBP
            4                   | S1         | C4              | 2025-01-01          | GBP
            5                   | S1         | C5              | null                | GBP
            6                   | S9         | C6              | 2023-12-31          | GBP
            7                   | S9         | C7              | null                | GBP
            """),
        hasCells(
            RiskFacts.SCHEMA,
            """
            certificate_ref | is_within_section_period | year_of_account | dq_flags
            C1              | false                    | 2024            | OUTSIDE_PERIOD
            C2              | true                     | 2024            | ""
            C3              | true                     | 2024            | ""
            C4              | false                    | 2024            | OUTSIDE_PERIOD
            C5              | null                     | 2024            | NO_INCEPTION
            C6              | null                     | null            | COVERHOLDER_UNKNOWN,SECTION_UNKNOWN
            C7              | null                     | null            | COVERHOLDER_UNKNOWN,NO_INCEPTION,SECTION_UNKNOWN
            """));
  }

  @Test
  void coverCountsBothDaysAndANegativeSpanIsKept() {
    assertThat(
        facts(
            """
            risk_transaction_id | certificate_ref | risk_inception_date | risk_expiry_date | original_currency
            1                   | C1              | 2024-02-28          | 2024-03-01       | GBP
            2                   | C2              | 2024-02-28          | 2024-02-28       | GBP
            3                   | C3              | 2024-02-28          | 2024-02-27       | GBP
            4                   | C4              | 2024-02-28          | 2024-01-28       | GBP
            5                   | C5              | 2024-02-28          | null             | GBP
            6                   | C6              | null                | 2024-02-28       | GBP
            7                   | C7              | 0001-01-01          | 9999-12-31       | GBP
            """),
        hasCells(
            RiskFacts.SCHEMA,
            """
            certificate_ref | cover_days
            C1              | 3
            C2              | 1
            C3              | 0
            C4              | -30
            C5              | null
            C6              | null
            C7              | 3652059
            """));
  }

  /** 1000.00 at 0.853415 is 853.415, half a penny; 99.99 at it 85.33. Rates are of January. */
  @Test
  void sterlingIsOneToOneOrByTheMonthlyRateAndNeverAssumed() {
    ReferenceData reference =
        Samples.reference(
            """
            B0999CH001 | S1 | CH001 | Property | 2024 | 2024-01-01 | 2024-12-31 | EUR  | 2023-12-01T00:00:00Z | null | true | false
            B0999CH001 | S2 | CH001 | Property | 2024 | 2024-01-01 | 2024-12-31 | null | 2023-12-01T00:00:00Z | null | true | false
            """);
    assertThat(
        RiskSamples.derive(
                """
                risk_transaction_id | section_no | certificate_ref | bordereau_month | sum_insured | original_currency
                1                   | S1         | C01             | 2024-02-01      | 1000.00     | GBP
                2                   | S1         | C02             | 2024-01-01      | 1000.00     | EUR
                3                   | S1         | C03             | 2024-01-01      | -1000.00    | EUR
                4                   | S1         | C04             | 2024-01-01      | 99.99       | null
                5                   | S1         | C05             | 2024-02-01      | 99.99       | null
                6                   | S1         | C06             | 2024-01-01      | 99.99       | JPY
                7                   | S1         | C07             | 2024-01-01      | null        | EUR
                8                   | S2         | C08             | 2024-01-01      | 99.99       | null
                9                   | S2         | C09             | 2024-01-01      | 0.00        | GBP
                """,
                reference)
            .facts(),
        hasCells(
            RiskFacts.SCHEMA,
            """
            certificate_ref | original_currency | rate_to_gbp | sum_insured_gbp | dq_flags
            C01             | GBP               | 1           | 1000.00         | ""
            C02             | EUR               | 0.853415    | 853.42          | ""
            C03             | EUR               | 0.853415    | -853.42         | ""
            C04             | EUR               | 0.853415    | 85.33           | CURRENCY_DEFAULTED
            C05             | EUR               | null        | null            | CURRENCY_DEFAULTED,RATE_MISSING
            C06             | JPY               | null        | null            | RATE_MISSING
            C07             | EUR               | 0.853415    | null            | ""
            C08             | null              | null        | null            | CURRENCY_MISSING
            C09             | GBP               | 1           | 0.00            | ""
            """));
  }

  @Test
  void aSumInsuredCountsAsSentWhateverTheType() {
    assertThat(
        facts(
            """
            risk_transaction_id | certificate_ref | transaction_type | sum_insured | original_currency
            1                   | C1              | nb               | -5.00       | GBP
            2                   | C2              | canx             | 5.00        | GBP
            3                   | C3              | rp               | -5.00       | GBP
            4                   | C4              | nil              | 5.00        | GBP
            5                   | C5              | lapse            | 5.00        | GBP
            """),
        hasCells(
            RiskFacts.SCHEMA,
            """
            certificate_ref | transaction_type | sum_insured | sum_insured_gbp | dq_flags
            C1              | NEW              | -5.00       | -5.00           | ""
            C2              | CANCELLATION     | 5.00        | 5.00            | ""
            C3              | RETURN_PREMIUM   | -5.00       | -5.00           | ""
            C4              | NIL              | 5.00        | 5.00            | ""
            C5              | LAPSE            | 5.00        | 5.00            | TYPE_UNKNOWN
            """));
  }

  @Test
  void anAmountThatDoesNotFitInSterlingIsRefusedByName() {
    ReferenceData dear =
        Samples.reference(
                "B0999CH001 | S1 | CH001 | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP |"
                    + " 2023-12-01T00:00:00Z | null | true | false")
            .addRates(
                Samples.RATES,
                Samples.blocks(
                    Samples.RATES,
                    "rate_month | currency_code | rate_to_gbp\n2024-01-01 | KWD | 2.5"));

    ArithmeticException refused =
        assertThrows(
            ArithmeticException.class,
            () ->
                RiskSamples.derive(
                    """
                    risk_transaction_id | certificate_ref | sum_insured         | original_currency
                    1                   | C1              | 9999999999999999.99 | KWD
                    """,
                    dear));

    assertThat(
        refused.getMessage(),
        is(
            "RiskTransaction 1: sum_insured_gbp: 24999999999999999.98 does not fit DECIMAL(18,2);"
                + " correct the amounts, percentages and rates that it is made of at the source"));
  }

  /** In force from 1 March: effective in February is the first, in March the second. */
  @Test
  void theSectionVersionIsThatOfTheEffectiveDateThenOfTheSubmissionThenTheFirst() {
    ReferenceData reference =
        Samples.reference(
            """
            B0999CH001 | S1 | CH001 | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP | 2024-02-01T00:00:00Z | 2024-03-01T00:00:00Z | false | false
            B0999CH001 | S1 | CH001 | Marine   | 2025 | 2024-01-01 | 2024-12-31 | GBP | 2024-03-01T00:00:00Z | null                 | true  | false
            """);
    String section = key("B0999CH001", "S1");
    String first = key(section, "2024-02-01T00:00:00Z");
    String second = key(section, "2024-03-01T00:00:00Z");
    assertThat(
        RiskSamples.derive(
                """
                risk_transaction_id | certificate_ref | effective_date | submitted_at
                1                   | C1              | 2024-02-29     | 2024-04-01T00:00:00Z
                2                   | C2              | 2024-03-01     | 2024-02-01T00:00:00Z
                3                   | C3              | null           | 2024-04-01T00:00:00Z
                4                   | C4              | 2023-01-01     | 2024-04-01T00:00:00Z
                5                   | C5              | 2023-01-01     | null
                """,
                reference)
            .facts(),
        hasCells(
            RiskFacts.SCHEMA,
            """
            certificate_ref | contract_section_version_key | class_of_business_key | year_of_account
            C1              | %1$s                         | %3$s                  | 2025
            C2              | %2$s                         | %3$s                  | 2025
            C3              | %2$s                         | %3$s                  | 2025
            C4              | %2$s                         | %3$s                  | 2025
            C5              | %1$s                         | %3$s                  | 2025
            """
                .formatted(first, second, key("Marine"))));
  }

  @Test
  void aMonthCountsVersionsAndSumsWhatItsFactsInsure() {
    assertThat(
        RiskSamples.derive(
                """
                risk_transaction_id | section_no | certificate_ref | bordereau_month | sum_insured | original_currency | submitted_at         | is_deleted
                1                   | S1         | C1              | 2024-01-15      | 100.00      | GBP               | 2024-02-01T00:00:00Z | false
                2                   | S1         | C1              | 2024-01-15      | 250.00      | GBP               | 2024-02-02T00:00:00Z | false
                3                   | S1         | C1              | 2024-01-15      | 900.00      | GBP               | 2024-02-03T00:00:00Z | true
                4                   | S1         | C2              | 2024-01-15      | 1000.00     | EUR               | 2024-02-01T00:00:00Z | false
                5                   | S1         | C3              | 2024-01-15      | null        | GBP               | 2024-02-01T00:00:00Z | false
                6                   | S1         | C4              | 2024-02-15      | 5.00        | EUR               | 2024-03-01T00:00:00Z | false
                7                   | S9         | C5              | 2024-02-15      | 7.00        | GBP               | 2024-03-01T00:00:00Z | true
                """,
                Samples.reference())
            .sums(),
        hasRows(
            RiskMonths.SCHEMA,
            """
            umr        | section_no | coverholder_id | bordereau_month | live_versions | deleted_versions | fact_rows | rows_without_gbp | sum_insured_gbp
            B0999CH001 | S1         | CH001          | 2024-01-01      | 4             | 1                | 3         | 1                | 1103.42
            B0999CH001 | S1         | CH001          | 2024-02-01      | 1             | 0                | 1         | 1                | 0.00
            B0999CH001 | S9         | null           | 2024-02-01      | 0             | 1                | 0         | 0                | 0.00
            """));
  }

  @Test
  void everyVersionThatLostTellsTheDifferenceOfTheSumsInsured() {
    assertThat(
        RiskSamples.derive(
                """
                risk_transaction_id | certificate_ref | sum_insured          | original_currency | submitted_at         | bdx_version | is_deleted
                1                   | C1              | 100.00               | GBP               | 2024-02-01T00:00:00Z | 1           | false
                2                   | C1              | 250.00               | null              | 2024-02-02T00:00:00Z | 1           | false
                3                   | C2              | null                 | GBP               | 2024-02-01T00:00:00Z | 1           | false
                4                   | C2              | 250.00               | GBP               | 2024-02-01T00:00:00Z | 2           | false
                5                   | C3              | 100.00               | GBP               | 2024-02-01T00:00:00Z | 1           | false
                6                   | C3              | null                 | GBP               | 2024-02-01T00:00:00Z | 1           | false
                7                   | C4              | 100.00               | EUR               | 2024-02-01T00:00:00Z | 1           | false
                8                   | C4              | 250.00               | GBP               | 2024-02-02T00:00:00Z | 1           | false
                9                   | C5              | 100.00               | GBP               | 2024-02-01T00:00:00Z | 1           | true
                10                  | C6              | 9999999999999999.99  | GBP               | 2024-02-01T00:00:00Z | 1           | false
                11                  | C6              | -9999999999999999.99 | GBP               | 2024-02-02T00:00:00Z | 1           | false
                """,
                Samples.reference())
            .superseded(),
        hasCells(
            SupersededRisk.SCHEMA,
            """
            risk_transaction_id | risk_transaction_key | transaction_type | decided_by   | winner_risk_transaction_id | is_ambiguous | original_currency | sum_insured         | winner_original_currency | winner_sum_insured   | sum_insured_difference
            1                   | %s                   | NEW              | SUBMITTED_AT | 2                          | false        | GBP               | 100.00              | GBP                      | 250.00               | 150.00
            3                   | %s                   | NEW              | BDX_VERSION  | 4                          | false        | GBP               | null                | GBP                      | 250.00               | null
            5                   | %s                   | NEW              | SOURCE_ID    | 6                          | true         | GBP               | 100.00              | GBP                      | null                 | null
            7                   | %s                   | NEW              | SUBMITTED_AT | 8                          | false        | EUR               | 100.00              | GBP                      | 250.00               | null
            9                   | %s                   | NEW              | DELETED      | null                       | false        | GBP               | 100.00              | null                     | null                 | null
            10                  | %s                   | NEW              | SUBMITTED_AT | 11                         | false        | GBP               | 9999999999999999.99 | GBP                      | -9999999999999999.99 | -19999999999999999.98
            """
                .formatted(
                    (Object[])
                        List.of("C1", "C2", "C3", "C4", "C5", "C6").stream()
                            .map(c -> key("B0999CH001", "S1", c, "1", null, null))
                            .toArray(String[]::new))));
  }

  @Test
  void noRowsGiveNothing() {
    RiskSamples.Derived nothing = RiskSamples.derive(RowBlocks.empty(), Samples.reference());

    assertThat(nothing.facts(), empty());
    assertThat(nothing.superseded(), empty());
    assertThat(nothing.sums(), empty());
  }

  private static List<Row> facts(String sent) {
    return RiskSamples.derive(sent, Samples.reference()).facts();
  }
}
