// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.testing.RowsMatcher;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.premium.UnfitAmountException;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a fact says about types, missing values, currencies and rates. */
class PremiumRulesTest {

  @Test
  void theCheckedFiguresOfTheSpecComeOutToThePenny() {
    assertThat(
        facts(
            """
            certificate_ref | transaction_type | original_currency | gross_premium | commission_pct | rate_of_exchange
            a               | NEW              | GBP               | 201.00        | 0.5            | null
            b               | NEW              | GBP               | 201.00        | 12.5           | null
            c               | MTA              | GBP               | -0.50         | 25             | null
            d               | NEW              | EUR               | 99.99         | 0              | 0.853415
            """),
        hasFacts(
            """
            certificate_ref | gross_premium_signed | commission_amount | net_premium | rate_to_gbp | gross_premium_gbp | commission_gbp | net_premium_gbp
            a               | 201.00               | 1.01              | 199.99      | 1           | 201.00            | 1.01           | 199.99
            b               | 201.00               | 25.13             | 175.87      | 1           | 201.00            | 25.13          | 175.87
            c               | -0.50                | -0.13             | -0.37       | 1           | -0.50             | -0.13          | -0.37
            d               | 99.99                | 0.00              | 99.99       | 0.853415    | 85.33             | 0.00           | 85.33
            """));
  }

  @Test
  void typesDecideTheSignOfPremiumTaxAndFee() {
    assertThat(
        facts(
            """
            certificate_ref | transaction_type | original_currency | gross_premium | commission_pct | tax_amount | fee_amount
            a               | Renewal          | GBP               | -10.00        | 10             | -1.00      | 2.00
            b               | AP               | GBP               | -10.00        | 10             | -1.00      | 2.00
            c               | ntu              | GBP               | -10.00        | 10             | -1.00      | 2.00
            d               | Refund           | GBP               | 10.00         | 10             | -1.00      | 2.00
            e               | Endorsement      | GBP               | -10.00        | 10             | -1.00      | 2.00
            f               | Declaration      | GBP               | 10.00         | 10             | -1.00      | 2.00
            g               | Nil              | GBP               | 10.00         | 10             | -1.00      | 2.00
            h               | NIL              | GBP               | null          | 10             | null       | null
            i               | Portfolio        | GBP               | -10.00        | 10             | -1.00      | 2.00
            j               | null             | GBP               | 10.00         | 10             | -1.00      | 2.00
            """),
        hasFacts(
            """
            certificate_ref | transaction_type   | london_premium_type | gross_premium_signed | commission_amount | net_premium | tax_amount | fee_amount | dq_flags
            a               | RENEWAL            | OP                  | 10.00                | 1.00              | 9.00        | 1.00       | 2.00       | NEGATIVE_NEW
            b               | ADDITIONAL_PREMIUM | AP                  | 10.00                | 1.00              | 9.00        | 1.00       | 2.00       | ""
            c               | VOID               | RP                  | -10.00               | -1.00             | -9.00       | -1.00      | -2.00      | ""
            d               | RETURN_PREMIUM     | RP                  | -10.00               | -1.00             | -9.00       | -1.00      | -2.00      | ""
            e               | MTA                | RP                  | -10.00               | -1.00             | -9.00       | -1.00      | 2.00       | ""
            f               | CORRECTION         | AP                  | 10.00                | 1.00              | 9.00        | -1.00      | 2.00       | ""
            g               | NIL                | AP                  | 0.00                 | 0.00              | 0.00        | 0.00       | 0.00       | ""
            h               | NIL                | AP                  | 0.00                 | 0.00              | 0.00        | 0.00       | 0.00       | ""
            i               | PORTFOLIO          | RP                  | -10.00               | -1.00             | -9.00       | -1.00      | 2.00       | TYPE_UNKNOWN
            j               | null               | AP                  | 10.00                | 1.00              | 9.00        | -1.00      | 2.00       | TYPE_UNKNOWN
            """));
  }

  @Test
  void missingCommissionTaxAndFeeAreZeroAndOnlyCommissionIsFlagged() {
    assertThat(
        facts(
            """
            certificate_ref | transaction_type | original_currency | gross_premium
            a               | NEW              | GBP               | 10.00
            """),
        hasFacts(
            """
            certificate_ref | commission_pct | commission_amount | net_premium | tax_amount | fee_amount | commission_gbp | dq_flags
            a               | null           | 0.00              | 10.00       | 0.00       | 0.00       | 0.00           | COMMISSION_MISSING
            """));
  }

  /** S1 is in GBP, S2 in EUR, S3 has no currency; 10.00 EUR are 8.53415 GBP in January. */
  @Test
  void aMissingCurrencyIsTheSectionsAndNeverAssumed() {
    assertThat(
        facts(
            """
            certificate_ref | section_no | transaction_type | original_currency | gross_premium | commission_pct | rate_of_exchange
            a               | S1         | NEW              | null              | 10.00         | 0              | null
            b               | S1         | NEW              | "   "             | 10.00         | 0              | 1.5
            c               | S2         | NEW              | null              | 10.00         | 0              | null
            d               | S2         | NEW              | null              | 10.00         | 0              | 0.5
            e               | S3         | NEW              | null              | 10.00         | 0              | 0.5
            f               | S3         | NEW              | USD               | 10.00         | 0              | null
            """),
        hasFacts(
            """
            certificate_ref | original_currency | rate_to_gbp | gross_premium_gbp | commission_gbp | net_premium_gbp | dq_flags
            a               | GBP               | 1           | 10.00             | 0.00           | 10.00           | CURRENCY_DEFAULTED
            b               | GBP               | 1           | 10.00             | 0.00           | 10.00           | CURRENCY_DEFAULTED,RATE_ON_GBP
            c               | EUR               | 0.853415    | 8.53              | 0.00           | 8.53            | CURRENCY_DEFAULTED
            d               | EUR               | 0.5         | 5.00              | 0.00           | 5.00            | CURRENCY_DEFAULTED
            e               | null              | null        | null              | null           | null            | CURRENCY_MISSING
            f               | USD               | null        | null              | null           | null            | RATE_MISSING
            """));
  }

  @Test
  void theRateIsTheRowsOwnIfItLeadsToSterlingElseTheMonths() {
    assertThat(
        facts(
            """
            certificate_ref | transaction_type | bordereau_month | original_currency | settlement_currency | rate_of_exchange | gross_premium | commission_pct
            own             | NEW              | 2024-01-01      | EUR               | GBP                 | 0.9              | 100.00        | 0
            unsaid          | NEW              | 2024-01-01      | EUR               | null                | 0.9              | 100.00        | 0
            blank           | NEW              | 2024-01-01      | EUR               | "   "               | 0.9              | 100.00        | 0
            foreign         | NEW              | 2024-01-01      | EUR               | USD                 | 0.9              | 100.00        | 0
            zero            | NEW              | 2024-01-01      | EUR               | GBP                 | 0                | 100.00        | 0
            negative        | NEW              | 2024-01-01      | EUR               | GBP                 | -0.9             | 100.00        | 0
            none            | NEW              | 2024-01-31      | EUR               | GBP                 | null             | 100.00        | 0
            other month     | NEW              | 2024-02-01      | EUR               | GBP                 | null             | 100.00        | 0
            useless         | NEW              | 2024-01-01      | JPY               | null                | null             | 100.00        | 0
            sterling        | NEW              | 2024-01-01      | GBP               | EUR                 | 1.1              | 100.00        | 0
            sterling at 1   | NEW              | 2024-01-01      | GBP               | GBP                 | 1                | 100.00        | 0
            """),
        hasFacts(
            """
            certificate_ref | rate_to_gbp | gross_premium_gbp | dq_flags
            own             | 0.9         | 90.00             | ""
            unsaid          | 0.9         | 90.00             | ""
            blank           | 0.9         | 90.00             | ""
            foreign         | 0.853415    | 85.34             | ""
            zero            | 0.853415    | 85.34             | ""
            negative        | 0.853415    | 85.34             | ""
            none            | 0.853415    | 85.34             | ""
            other month     | null        | null              | RATE_MISSING
            useless         | null        | null              | RATE_MISSING
            sterling        | 1           | 100.00            | RATE_ON_GBP
            sterling at 1   | 1           | 100.00            | ""
            """));
  }

  @Test
  void rowsWithoutSterlingAreCountedBesideTheMonth() {
    assertThat(
        derive(
                """
                certificate_ref | transaction_type | original_currency | gross_premium | commission_pct
                a               | NEW              | GBP               | 10.00         | 10
                b               | NEW              | USD               | 99.00         | 10
                """)
            .sectionMonths()
            .toRows(RowLayout.of(SectionMonths.SCHEMA)),
        hasCells(
            SectionMonths.SCHEMA,
            """
            fact_rows | rows_without_gbp | gwp_gbp | commission_gbp | net_gbp
            2         | 1                | 10.00   | 1.00           | 9.00
            """));
  }

  /**
   * 0.50 at 0.5 % is 0.0025; 0.01 at 0.1 is 0.001: both round to nothing, and nothing has no sign.
   */
  @Test
  void thereIsNoNegativeZero() {
    assertThat(
        facts(
            """
            certificate_ref | transaction_type | original_currency | gross_premium | commission_pct | tax_amount | rate_of_exchange
            a               | CANC             | GBP               | 0.00          | 10             | 0.00       | null
            b               | MTA              | GBP               | -0.50         | 0.5            | -0.00      | null
            c               | RP               | EUR               | 0.01          | 0              | null       | 0.1
            """),
        hasFacts(
            """
            certificate_ref | london_premium_type | gross_premium_signed | commission_amount | net_premium | tax_amount | gross_premium_gbp | net_premium_gbp
            a               | AP                  | 0.00                 | 0.00              | 0.00        | 0.00       | 0.00              | 0.00
            b               | RP                  | -0.50                | 0.00              | -0.50       | 0.00       | -0.50             | -0.50
            c               | RP                  | -0.01                | 0.00              | -0.01       | 0.00       | 0.00              | 0.00
            """));
  }

  @Test
  void theLargestAmountsFitAndTheirSumWidens() {
    PremiumFacts.Result result =
        derive(
            """
            certificate_ref | transaction_type | original_currency | gross_premium       | commission_pct | rate_of_exchange
            a               | NEW              | GBP               | 9999999999999999.99 | 0              | null
            b               | NEW              | EUR               | 9999999999999999.99 | 100            | 1
            """);

    assertThat(
        PremiumFactsTest.facts(result),
        hasFacts(
            """
            certificate_ref | gross_premium_gbp   | commission_gbp      | net_premium_gbp
            a               | 9999999999999999.99 | 0.00                | 9999999999999999.99
            b               | 9999999999999999.99 | 9999999999999999.99 | 0.00
            """));
    assertThat(
        result.sectionMonths().toRows(RowLayout.of(SectionMonths.SCHEMA)),
        hasCells(
            SectionMonths.SCHEMA,
            """
            gwp_gbp              | commission_gbp      | net_gbp
            19999999999999999.98 | 9999999999999999.99 | 9999999999999999.99
            """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "NEW | EUR | 9999999999999999.99 | 0 | 1.5; gross_premium_gbp: 14999999999999999.99",
        "NEW | GBP | 9999999999999999.99 | 200 | null; commission_amount: 19999999999999999.98",
        "CANC | GBP | 9999999999999999.99 | -100 | null; net_premium: -19999999999999999.98",
      })
  void anAmountThatDoesNotFitFailsByName(String row, String told) {
    assertThat(
        failure(row),
        is(
            "PremiumTransaction 1: "
                + told
                + " does not fit DECIMAL(18,2); correct the amounts, percentages and rates that it"
                + " is made of at the source"));
  }

  private static String failure(String row) {
    String header =
        "transaction_type | original_currency | gross_premium | commission_pct | rate_of_exchange";
    return String.valueOf(
        assertThrows(UnfitAmountException.class, () -> derive(header + "\n" + row)).getMessage());
  }

  private static List<Row> facts(String sent) {
    return PremiumFactsTest.facts(derive(sent));
  }

  private static RowsMatcher hasFacts(String table) {
    return hasCells(PremiumFacts.SCHEMA, table).byKey("certificate_ref");
  }

  /** Derives rows of January 2024 in section S1 with a transaction number, unless they say else. */
  private static PremiumFacts.Result derive(String sent) {
    return PremiumFactsTest.derive(
        Samples.completed(
            sent,
            "premium_transaction_id",
            "1",
            "umr",
            "B0999CH001",
            "section_no",
            "S1",
            "certificate_ref",
            "C1",
            "transaction_seq",
            "1",
            "bordereau_month",
            "2024-01-01"),
        Samples.reference(
            """
            B0999CH001 | S1 | CH001 | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP  | 2023-12-01T00:00:00Z | null | true | false
            B0999CH001 | S2 | CH001 | Property | 2024 | 2024-01-01 | 2024-12-31 | EUR  | 2023-12-01T00:00:00Z | null | true | false
            B0999CH001 | S3 | CH001 | Property | 2024 | 2024-01-01 | 2024-12-31 | null | 2023-12-01T00:00:00Z | null | true | false
            """));
  }
}
