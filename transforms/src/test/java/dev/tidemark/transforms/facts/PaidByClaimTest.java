// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasNoRows;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static org.hamcrest.MatcherAssert.assertThat;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class PaidByClaimTest {

  /** Of the facts' columns those that matter, in another order than the mart's. */
  private static final Schema FACTS =
      Schema.builder()
          .addStringField("claim_key")
          .addStringField("contract_section_key")
          .addNullableStringField("coverholder_key")
          .addStringField("umr")
          .addStringField("section_no")
          .addStringField("certificate_ref")
          .addStringField("claim_ref")
          .addField("bordereau_month", Columns.DATE)
          .addNullableField("payment_date", Columns.DATE)
          .addNullableField("paid_movement_gbp", Columns.MONEY)
          .build();

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

  private static List<Row> marts(String facts) {
    RowBlocks rows = PaidByClaim.of(FACTS, Samples.blocks(FACTS, HEADER + facts));
    return rows.toRows(RowLayout.of(PaidByClaim.SCHEMA));
  }
}
