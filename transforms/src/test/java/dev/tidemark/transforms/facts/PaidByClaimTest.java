// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasNoRows;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static org.hamcrest.MatcherAssert.assertThat;

import dev.tidemark.transforms.block.RowLayout;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class PaidByClaimTest {

  private static final String HEADER =
      "claim_key | contract_section_key | coverholder_key | umr | section_no | certificate_ref"
          + " | claim_ref | bordereau_month | payment_date | paid_movement_gbp\n";

  /**
   * 300.00 on 15 January 2024, 200.00 on 31 March (the end of the month, no date was sent) and
   * 50.00 back on 14 April. 15 January is 76 days before 31 March and 90 before 14 April.
   */
  @Test
  void aClaimIsPaidOnItsPaymentDatesElseOnTheMonthsLastDay() {
    assertThat(
        marts(
            """
            K1 | SK | CK | B0999CH001 | S1 | CERT-1001 | CL-1 | 2024-04-01 | 2024-04-14 | -50.00
            K1 | SK | CK | B0999CH001 | S1 | CERT-1001 | CL-1 | 2024-01-01 | 2024-01-15 | 300.00
            K1 | SK | CK | B0999CH001 | S1 | CERT-1001 | CL-1 | 2024-03-01 | null       | 200.00
            """),
        hasRows(
            PaidByClaim.SCHEMA,
            """
            claim_key | umr        | section_no | certificate_ref | claim_ref | contract_section_key | coverholder_key | payment_date | paid_day_gbp | paid_last_90_days_gbp
            K1        | B0999CH001 | S1         | CERT-1001       | CL-1      | SK                   | CK              | 2024-01-15   | 300.00       | 300.00
            K1        | B0999CH001 | S1         | CERT-1001       | CL-1      | SK                   | CK              | 2024-03-31   | 200.00       | 500.00
            K1        | B0999CH001 | S1         | CERT-1001       | CL-1      | SK                   | CK              | 2024-04-14   | -50.00       | 150.00
            """));
  }

  /** Two positions may tell of one payment day; a reference may stand on two certificates. */
  @Test
  void aDayHasOneRowPerClaimNilAndWithoutSterlingToo() {
    assertThat(
        marts(
            """
            K1 | SK | null | B0999CH001 | S1 | CERT-1001 | CL-1 | 2024-01-01 | 2024-01-15 | 300.00
            K1 | SK | null | B0999CH001 | S1 | CERT-1001 | CL-1 | 2024-02-01 | 2024-01-15 | 0.01
            K1 | SK | null | B0999CH001 | S1 | CERT-1001 | CL-1 | 2024-03-01 | null       | null
            K2 | SK | null | B0999CH001 | S1 | CERT-1002 | CL-1 | 2024-02-01 | null       | 0.00
            """),
        hasRows(
            PaidByClaim.SCHEMA,
            """
            claim_key | umr        | section_no | certificate_ref | claim_ref | contract_section_key | coverholder_key | payment_date | paid_day_gbp | paid_last_90_days_gbp
            K1        | B0999CH001 | S1         | CERT-1001       | CL-1      | SK                   | null            | 2024-01-15   | 300.01       | 300.01
            K1        | B0999CH001 | S1         | CERT-1001       | CL-1      | SK                   | null            | 2024-03-31   | 0.00         | 300.01
            K2        | B0999CH001 | S1         | CERT-1002       | CL-1      | SK                   | null            | 2024-02-29   | 0.00         | 0.00
            """));
  }

  @Test
  void noFactsAreNoRows() {
    assertThat(marts(""), hasNoRows());
  }

  /** What else the facts hold does not matter. */
  private static List<Row> marts(String facts) {
    String names =
        " | claim_transaction_id | contract_section_version_key | contract_key | paid_to_date"
            + " | paid_movement | outstanding | recoveries_to_date | is_latest_position"
            + " | version_count | dq_flags | load_run_id | loaded_at\n";
    String cells =
        " | 1 | V | C | 7.00 | 7.00 | 7.00 | 7.00 | 1 | 1 | none | run | 2024-06-01T00:00:00Z\n";
    String rows = facts.lines().map(line -> line + cells).reduce("", String::concat);
    return PaidByClaim.of(
            Samples.blocks(ClaimFacts.SCHEMA, HEADER.strip() + names + rows))
        .toRows(RowLayout.of(PaidByClaim.SCHEMA));
  }
}
