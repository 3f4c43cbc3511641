// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;

import dev.tidemark.testing.RowsMatcher;
import dev.tidemark.transforms.block.RowLayout;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

/** Which versions of a natural key lose, against whom, and why. */
class SupersededPremiumTest {

  private static final String SENT =
      "premium_transaction_id | certificate_ref | transaction_seq | transaction_type"
          + " | bordereau_month | gross_premium | submitted_at | bdx_version | modified_date"
          + " | is_deleted | umr | section_no | original_currency | commission_pct\n";

  private static final String TOLD =
      "premium_transaction_id | decided_by | winner_premium_transaction_id | is_ambiguous"
          + " | gross_premium_difference\n";

  /** 1250.00 for January was sent a week after 1200.00. */
  @Test
  void theWorkedExampleTellsWhatTheResubmissionChanged() {
    assertThat(
        PremiumFactsTest.derive(Samples.WORKED_EXAMPLE, Samples.reference())
            .superseded()
            .toRows(RowLayout.of(SupersededPremium.SCHEMA)),
        hasRows(
            SupersededPremium.SCHEMA,
            """
            premium_transaction_id | premium_transaction_key | umr        | section_no | certificate_ref | transaction_seq | transaction_type | bordereau_month | submitted_at         | bdx_version | modified_date | decided_by   | winner_premium_transaction_id | is_ambiguous | original_currency | gross_premium_signed | winner_original_currency | winner_gross_premium_signed | gross_premium_difference
            1                      | %s                      | B0999CH001 | S1         | CERT-1001       | null            | NEW              | 2024-01-01      | 2024-02-05T00:00:00Z | null        | null          | SUBMITTED_AT | 2                             | false        | GBP               | 1200.00              | GBP                      | 1250.00                     | 50.00
            """
                .formatted(key("B0999CH001", "S1", "CERT-1001", null, "NEW", "2024-01-01"))));
  }

  @Test
  void aTieAtEachLevelIsDecidedByTheNext() {
    assertThat(
        superseded(
            """
            1  | A | 1 | NEW | 2024-01-01 | 1.00 | 2024-02-02T00:00:00.000001Z | 1    | 2024-02-02T00:00:00Z | false
            2  | A | 1 | NEW | 2024-01-01 | 2.00 | 2024-02-02T00:00:00Z        | 9    | 2024-02-09T00:00:00Z | false
            3  | B | 1 | NEW | 2024-01-01 | 1.00 | 2024-02-02T00:00:00Z        | 2    | 2024-02-02T00:00:00Z | false
            4  | B | 1 | NEW | 2024-01-01 | 2.00 | 2024-02-02T00:00:00Z        | 1    | 2024-02-09T00:00:00Z | false
            5  | C | 1 | NEW | 2024-01-01 | 1.00 | 2024-02-02T00:00:00Z        | 1    | 2024-02-03T00:00:00Z | false
            6  | C | 1 | NEW | 2024-01-01 | 3.00 | 2024-02-02T00:00:00Z        | 1    | 2024-02-02T00:00:00Z | false
            7  | D | 1 | NEW | 2024-01-01 | 1.00 | 2024-02-02T00:00:00Z        | 1    | 2024-02-02T00:00:00Z | false
            8  | D | 1 | NEW | 2024-01-01 | 2.00 | 2024-02-02T00:00:00Z        | 1    | 2024-02-02T00:00:00Z | false
            9  | E | 1 | NEW | 2024-01-01 | 5.00 | null                        | 9    | 2024-02-09T00:00:00Z | false
            10 | E | 1 | NEW | 2024-01-01 | 5.00 | 1970-01-01T00:00:00Z        | null | null                 | false
            11 | F | 1 | NEW | 2024-01-01 | 1.00 | 2024-02-02T00:00:00Z        | null | 2024-02-09T00:00:00Z | false
            12 | F | 1 | NEW | 2024-01-01 | 2.00 | 2024-02-02T00:00:00Z        | 1    | 2024-02-02T00:00:00Z | false
            13 | G | 1 | NEW | 2024-01-01 | 1.00 | null                        | 0    | null                 | false
            14 | G | 1 | NEW | 2024-01-01 | 1.00 | null                        | null | 2024-02-02T00:00:00Z | false
            """),
        told(
            """
            2  | SUBMITTED_AT  | 1  | false | -1.00
            4  | BDX_VERSION   | 3  | false | -1.00
            6  | MODIFIED_DATE | 5  | true  | -2.00
            7  | SOURCE_ID     | 8  | true  | 1.00
            9  | SUBMITTED_AT  | 10 | false | 0.00
            11 | BDX_VERSION   | 12 | false | 1.00
            13 | MODIFIED_DATE | 14 | false | 0.00
            """));
  }

  @Test
  void aVersionIsToldAsItWasSent() {
    assertThat(
        superseded(
            """
            1 | A | 7 | nb | 2024-01-31 | 1.00 | 2024-02-02T00:00:00.000001Z | 3 | 2024-02-04T00:00:00Z | false
            2 | A | 7 | nb | 2024-01-01 | 2.00 | 2024-02-03T00:00:00Z        | 1 | 2024-02-03T00:00:00Z | false
            """),
        hasCells(
            SupersededPremium.SCHEMA,
            """
            premium_transaction_id | transaction_seq | transaction_type | bordereau_month | submitted_at                | bdx_version | modified_date
            1                      | 7               | NEW              | 2024-01-01      | 2024-02-02T00:00:00.000001Z | 3           | 2024-02-04T00:00:00Z
            """));
  }

  @Test
  void everyVersionIsComparedWithTheWinnerAndADeletedOneDoesNotCompete() {
    assertThat(
        superseded(
            """
            1 | A | 1 | NEW | 2024-01-01 | 1.00 | 2024-02-02T00:00:00Z | 1 | 2024-02-02T00:00:00Z | false
            2 | A | 1 | NEW | 2024-01-01 | 2.00 | 2024-02-03T00:00:00Z | 1 | 2024-02-03T00:00:00Z | false
            3 | A | 1 | NEW | 2024-01-01 | 4.00 | 2024-02-04T00:00:00Z | 1 | 2024-02-04T00:00:00Z | true
            4 | A | 1 | NEW | 2024-01-01 | 8.00 | 2024-02-03T00:00:00Z | 1 | 2024-02-02T00:00:00Z | true
            """),
        told(
            """
            1 | SUBMITTED_AT | 2 | false | 1.00
            3 | DELETED      | 2 | false | -2.00
            4 | DELETED      | 2 | false | -6.00
            """));
  }

  @Test
  void aKeyOfDeletedVersionsOnlyHasNoWinner() {
    assertThat(
        superseded(
            """
            1 | A | 1 | NEW | 2024-01-01 | 1.00 | 2024-02-02T00:00:00Z | 1 | 2024-02-02T00:00:00Z | true
            2 | A | 1 | NEW | 2024-01-01 | 2.00 | 2024-02-03T00:00:00Z | 1 | 2024-02-03T00:00:00Z | true
            """),
        told(
            """
            1 | DELETED | null | false | null
            2 | DELETED | null | false | null
            """));
  }

  @Test
  void anotherMonthIsTheSameKeyWithANumberAndAnotherKeyWithout() {
    assertThat(
        superseded(
            """
            1 | A | 7    | NEW | 2024-01-01 | 1.00 | 2024-02-02T00:00:00Z | 1 | 2024-02-02T00:00:00Z | false
            2 | A | 7    | MTA | 2024-02-01 | 9.00 | 2024-03-02T00:00:00Z | 1 | 2024-03-02T00:00:00Z | false
            3 | A | null | NEW | 2024-01-01 | 1.00 | 2024-02-02T00:00:00Z | 1 | 2024-02-02T00:00:00Z | false
            4 | A | null | NEW | 2024-02-01 | 2.00 | 2024-03-02T00:00:00Z | 1 | 2024-03-02T00:00:00Z | false
            5 | A | null | nb  | 2024-02-29 | 3.00 | 2024-03-03T00:00:00Z | 1 | 2024-03-03T00:00:00Z | false
            """),
        told(
            """
            1 | SUBMITTED_AT | 2 | false | 8.00
            4 | SUBMITTED_AT | 5 | false | 1.00
            """));
  }

  /** A refund of 100.00 that is sent again as a refund of 40.00 takes 60.00 less away. */
  @Test
  void premiumsCountWithTheSignOfTheirType() {
    assertThat(
        superseded(
            """
            1 | A | 1 | RP  | 2024-01-01 | 100.00 | 2024-02-02T00:00:00Z | 1 | 2024-02-02T00:00:00Z | false
            2 | A | 1 | RP  | 2024-01-01 | -40.00 | 2024-02-03T00:00:00Z | 1 | 2024-02-03T00:00:00Z | false
            3 | B | 1 | NEW | 2024-01-01 | 9999999999999999.99 | 2024-02-02T00:00:00Z | 1 | null | false
            4 | B | 1 | RP  | 2024-01-01 | 9999999999999999.99 | 2024-02-03T00:00:00Z | 1 | null | false
            """),
        told(
            """
            1 | SUBMITTED_AT | 2 | false | 60.00
            3 | SUBMITTED_AT | 4 | false | -19999999999999999.98
            """));
  }

  @Test
  void amountsInTwoCurrenciesHaveNoDifferenceAndTheSectionsCurrencyStandsIn() {
    assertThat(
        superseded(
            """
            1 | A | 1 | NEW | 2024-01-01 | 1.00 | 2024-02-02T00:00:00Z | 1 | null | false | B0999CH001 | S1 | EUR  | 0
            2 | A | 1 | NEW | 2024-01-01 | 3.00 | 2024-02-03T00:00:00Z | 1 | null | false | B0999CH001 | S1 | GBP  | 0
            3 | B | 1 | NEW | 2024-01-01 | 1.00 | 2024-02-02T00:00:00Z | 1 | null | false | B0999CH001 | S1 | null | 0
            4 | B | 1 | NEW | 2024-01-01 | 3.00 | 2024-02-03T00:00:00Z | 1 | null | false | B0999CH001 | S1 | GBP  | 0
            """),
        hasCells(
            SupersededPremium.SCHEMA,
            """
            premium_transaction_id | original_currency | gross_premium_signed | winner_original_currency | winner_gross_premium_signed | gross_premium_difference
            1                      | EUR               | 1.00                 | GBP                      | 3.00                        | null
            3                      | GBP               | 1.00                 | GBP                      | 3.00                        | 2.00
            """));
  }

  private static List<Row> superseded(String versions) {
    String completed =
        versions
            .lines()
            .map(line -> line.contains("B0999") ? line : line + " | B0999CH001 | S1 | GBP | 0")
            .reduce(SENT, (all, line) -> all + line + "\n");
    return PremiumFactsTest.derive(completed, Samples.reference())
        .superseded()
        .toRows(RowLayout.of(SupersededPremium.SCHEMA));
  }

  private static RowsMatcher told(String rows) {
    return hasCells(SupersededPremium.SCHEMA, TOLD + rows);
  }
}
