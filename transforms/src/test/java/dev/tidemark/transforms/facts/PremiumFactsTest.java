// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import java.time.Instant;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class PremiumFactsTest {

  @Test
  void theWorkedExampleKeepsTheLatestSubmissionOfEachNaturalKey() {
    PremiumFacts.Result result = derive(Samples.WORKED_EXAMPLE);

    assertThat(
        facts(result),
        hasCells(
            PremiumFacts.SCHEMA,
            """
            premium_transaction_id | certificate_ref | transaction_type | bordereau_month | gross_premium_gbp | version_count | dq_flags
            2                      | CERT-1001       | NEW              | 2024-01-01      | 1250.00           | 2             | COMMISSION_MISSING,SEQ_MISSING
            3                      | CERT-1002       | NEW              | 2024-01-01      | 800.00            | 1             | COMMISSION_MISSING,SEQ_MISSING
            4                      | CERT-1003       | NEW              | 2024-02-01      | 2000.00           | 1             | COMMISSION_MISSING,SEQ_MISSING
            5                      | CERT-1001       | MTA              | 2024-02-01      | 150.00            | 1             | COMMISSION_MISSING,SEQ_MISSING
            6                      | CERT-2001       | NEW              | 2024-01-01      | 5000.00           | 1             | COMMISSION_MISSING,SEQ_MISSING
            7                      | CERT-2002       | NEW              | 2024-03-01      | 3000.00           | 1             | COMMISSION_MISSING,SEQ_MISSING
            """));
    assertThat(result.liveRows(), is(7L));
    assertThat(result.superseded().rowCount(), is(1));
    assertThat(result.ambiguous(), is(0L));
  }

  /** S1 2050.00 in January and 2150.00 in February, 4200.00 in all; S2 5000.00, then 3000.00. */
  @Test
  void theWorkedExampleAddsUpPerSectionAndMonth() {
    assertThat(
        derive(Samples.WORKED_EXAMPLE).sectionMonths().toRows(RowLayout.of(SectionMonths.SCHEMA)),
        hasRows(
            SectionMonths.SCHEMA,
            """
            umr        | section_no | coverholder_id | bordereau_month | live_versions | deleted_versions | quarantined_versions | fact_rows | rows_without_gbp | gwp_gbp | commission_gbp | net_gbp | submission_times
            B0999CH001 | S1         | CH001          | 2024-01-01      | 3             | 0                | 0                    | 2         | 0                | 2050.00 | 0.00           | 2050.00 | %s
            B0999CH001 | S1         | CH001          | 2024-02-01      | 2             | 0                | 0                    | 2         | 0                | 2150.00 | 0.00           | 2150.00 | %s
            B0999CH002 | S2         | CH002          | 2024-01-01      | 1             | 0                | 0                    | 1         | 0                | 5000.00 | 0.00           | 5000.00 | %s
            B0999CH002 | S2         | CH002          | 2024-03-01      | 1             | 0                | 0                    | 1         | 0                | 3000.00 | 0.00           | 3000.00 | %s
            """
                .formatted(
                    Samples.times(
                        "2024-02-05T00:00:00Z", "2024-02-12T00:00:00Z", "2024-02-05T00:00:00Z"),
                    Samples.times("2024-03-04T00:00:00Z", "2024-03-04T00:00:00Z"),
                    Samples.times("2024-02-20T00:00:00Z"),
                    Samples.times("2024-04-08T00:00:00Z"))));
  }

  /** 201.00 at 12.5 % is 25.125, so 25.13; 201.00 and 25.13 at 0.5 are 100.50 and 12.565. */
  @Test
  void everyColumnOfAFactIsFilledFromItsRow() {
    String section = key("B0999CH001", "S1");
    assertThat(
        facts(
            derive(
                """
                premium_transaction_id | umr          | section_no | certificate_ref | transaction_seq | transaction_type | bordereau_month | coverholder_id | effective_date | original_currency | gross_premium | commission_pct | tax_amount | fee_amount | net_premium_reported | settlement_currency | rate_of_exchange | submitted_at                | bdx_version | modified_date
                41                     | " b0999ch001" | s1         | " C 1 "         | 7               | rp               | 2024-01-31      | CH009          | 2024-01-09     | EUR               | 201.00        | 12.5           | 1.00       | -2.00      | 1.00                 | GBP                 | 0.5              | 2024-02-05T01:02:03.000004Z | 3           | 2024-02-06T00:00:00.000001Z
                """)),
        hasRows(
            PremiumFacts.SCHEMA,
            """
            premium_transaction_key | premium_transaction_id | contract_section_key | contract_section_version_key | coverholder_key | broker_key | contract_key | class_of_business_key | bordereau_month_date_key | effective_date_key | umr        | section_no | certificate_ref | transaction_seq | transaction_type | london_premium_type | bordereau_month | effective_date | original_currency | rate_to_gbp | gross_premium_signed | commission_pct | commission_amount | net_premium | tax_amount | fee_amount | gross_premium_gbp | commission_gbp | net_premium_gbp | year_of_account | submitted_at                | bdx_version | modified_date               | version_count | dq_flags | load_run_id | loaded_at
            %s                      | 41                     | %s                   | %s                           | %s              | %s         | %s           | %s                    | 20240101                 | 20240109           | B0999CH001 | S1         | "C 1"           | 7               | RETURN_PREMIUM   | RP                  | 2024-01-01      | 2024-01-09     | EUR               | 0.5         | -201.00              | 12.5           | -25.13            | -175.87     | -1.00      | -2.00      | -100.50           | -12.57         | -87.93          | 2024            | 2024-02-05T01:02:03.000004Z | 3           | 2024-02-06T00:00:00.000001Z | 1             | ""       | run-1       | 2024-05-01T00:00:00Z
            """
                .formatted(
                    key("B0999CH001", "S1", "C 1", "7", null, null),
                    section,
                    key(section, "2023-12-01T00:00:00Z"),
                    key("CH001"),
                    key("0999"),
                    key("B0999CH001"),
                    key("Property"))));
  }

  @Test
  void withoutATransactionNumberTypeAndMonthAreInTheKey() {
    assertThat(
        facts(derive(Samples.WORKED_EXAMPLE)).stream()
            .filter(fact -> fact.getInt64("premium_transaction_id") == 5L)
            .map(fact -> fact.getString("premium_transaction_key"))
            .toList(),
        is(List.of(key("B0999CH001", "S1", "CERT-1001", null, "MTA", "2024-02-01"))));
  }

  @Test
  void aNullNumberMatchesNoNumberAndSpellingsOfOneTypeAreOneKey() {
    assertThat(
        facts(
            derive(
                """
                premium_transaction_id | umr        | section_no | certificate_ref | transaction_seq | transaction_type | bordereau_month | original_currency | gross_premium | commission_pct | submitted_at
                1                      | B0999CH001 | S1         | C1              | null            | NB               | 2024-01-05      | GBP               | 1.00          | 0              | 2024-02-01T00:00:00Z
                2                      | B0999CH001 | S1         | C1              | null            | new              | 2024-01-31      | GBP               | 2.00          | 0              | 2024-02-02T00:00:00Z
                3                      | B0999CH001 | S1         | C1              | null            | NEW              | 2024-02-01      | GBP               | 3.00          | 0              | 2024-02-03T00:00:00Z
                4                      | B0999CH001 | S1         | C1              | 0               | NEW              | 2024-01-01      | GBP               | 4.00          | 0              | 2024-02-04T00:00:00Z
                5                      | B0999CH001 | S1         | C1              | 0               | MTA              | 2024-03-01      | GBP               | 5.00          | 0              | 2024-02-05T00:00:00Z
                6                      | B0999CH001 | S1         | C1              | 1               | MTA              | 2024-03-01      | GBP               | 6.00          | 0              | 2024-02-05T00:00:00Z
                """)),
        hasCells(
            PremiumFacts.SCHEMA,
            """
            premium_transaction_id | transaction_seq | bordereau_month | gross_premium_signed | version_count | dq_flags
            2                      | null            | 2024-01-01      | 2.00                 | 2             | SEQ_MISSING
            3                      | null            | 2024-02-01      | 3.00                 | 1             | SEQ_MISSING
            5                      | 0               | 2024-03-01      | 5.00                 | 2             | ""
            6                      | 1               | 2024-03-01      | 6.00                 | 1             | ""
            """));
  }

  @Test
  void dateKeysAreZeroWithoutADate() {
    assertThat(
        facts(derive(Samples.WORKED_EXAMPLE)).stream()
            .map(fact -> fact.getInt32("effective_date_key"))
            .distinct()
            .toList(),
        is(List.of(0)));
  }

  @Test
  void anUnknownSectionKeepsItsKeysAndGetsAnInferredVersion() {
    String section = key("B0999CH001", "S9");
    assertThat(
        facts(
            derive(
                """
                premium_transaction_id | umr        | section_no | certificate_ref | transaction_seq | transaction_type | bordereau_month | coverholder_id | original_currency | gross_premium | commission_pct
                1                      | B0999CH001 | S9         | C1              | 1               | NEW              | 2024-01-01      | CH002          | GBP               | 1.00          | 0
                2                      | B0999CH001 | S9         | C2              | 1               | NEW              | 2024-01-01      | null           | null              | 1.00          | 0
                3                      | B0999CH001 | S9         | C3              | 1               | NEW              | 2024-01-01      | CH777          | GBP               | 1.00          | 0
                """)),
        hasCells(
            PremiumFacts.SCHEMA,
            """
            certificate_ref | contract_section_key | contract_section_version_key | coverholder_key | class_of_business_key | year_of_account | original_currency | gross_premium_gbp | dq_flags
            C1              | %1$s                 | %2$s                         | %3$s            | null                  | null            | GBP               | 1.00              | SECTION_UNKNOWN
            C2              | %1$s                 | %2$s                         | null            | null                  | null            | null              | null              | COVERHOLDER_UNKNOWN,CURRENCY_MISSING,SECTION_UNKNOWN
            C3              | %1$s                 | %2$s                         | %4$s            | null                  | null            | GBP               | 1.00              | COVERHOLDER_UNKNOWN,SECTION_UNKNOWN
            """
                .formatted(
                    section, key(section, "1900-01-01T00:00:00Z"), key("CH002"), key("CH777"))));
  }

  @Test
  void theBrokerIsReadFromAMalformedReferenceToo() {
    assertThat(
        facts(
            derive(
                """
                premium_transaction_id | umr         | section_no | certificate_ref | transaction_seq | transaction_type | bordereau_month | coverholder_id | original_currency | gross_premium | commission_pct
                1                      | X0999CH-001 | S1         | C1              | 1               | NEW              | 2024-01-01      | CH001          | GBP               | 1.00          | 0
                2                      | B0998CH001  | S1         | C1              | 1               | NEW              | 2024-01-01      | CH001          | GBP               | 1.00          | 0
                3                      | B099        | S1         | C1              | 1               | NEW              | 2024-01-01      | CH001          | GBP               | 1.00          | 0
                """)),
        hasCells(
            PremiumFacts.SCHEMA,
            """
            umr         | broker_key | dq_flags
            X0999CH-001 | %s         | SECTION_UNKNOWN,UMR_FORMAT
            B0998CH001  | %s         | BROKER_UNKNOWN,SECTION_UNKNOWN
            B099        | null       | BROKER_UNKNOWN,SECTION_UNKNOWN,UMR_FORMAT
            """
                .formatted(key("0999"), key("0998"))));
  }

  @Test
  void noRowsGiveNoFactsAndNoMonths() {
    PremiumFacts.Result result =
        PremiumFacts.derive(
            Samples.SILVER, RowBlocks.empty(), Samples.reference(), "run-1", Instant.EPOCH);

    assertThat(result.facts().rowCount(), is(0));
    assertThat(result.sectionMonths().rowCount(), is(0));
    assertThat(result.liveRows(), is(0L));
  }

  static PremiumFacts.Result derive(String sent) {
    return derive(sent, Samples.reference());
  }

  static PremiumFacts.Result derive(String sent, ReferenceData reference) {
    return PremiumFacts.derive(
        Samples.SILVER,
        Samples.silver(sent),
        reference,
        "run-1",
        Instant.parse("2024-05-01T00:00:00Z"));
  }

  static List<Row> facts(PremiumFacts.Result result) {
    return result.facts().toRows(RowLayout.of(PremiumFacts.SCHEMA));
  }
}
