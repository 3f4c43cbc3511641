// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static dev.tidemark.testing.RowMatchers.hasNoRows;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static org.hamcrest.MatcherAssert.assertThat;

import dev.tidemark.transforms.facts.PaidDays;
import dev.tidemark.transforms.facts.RiskMonths;
import dev.tidemark.transforms.facts.SectionMonths;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class FactPartiesTest {

  private static final String RISK_MONTHS = "silver/section_risk_month";

  private final BucketOutcome outcome = new BucketOutcome();

  /** Two months of one section and coverholder, the second with a fact; nobody has none. */
  @Test
  void aSectionAndCoverholderAreThereOnceAndHaveFactsIfAnyOfTheirMonthsHas() {
    SectionMonths months = new SectionMonths();
    months.of("U1", "S1", "CH1", 24_288).addQuarantined();
    months.of("U1", "S1", "CH1", 24_289).addFact(1, 0, 1);
    months.of("U1", "S1", null, 24_288).addQuarantined();
    outcome.addPartials(FactTables.SECTION_MONTHS, months.toBlocks());

    assertThat(
        parties(),
        hasRows(
            FactParties.SCHEMA,
            """
            umr | section_no | coverholder_id | has_facts | makes_marts
            U1  | S1         | CH1            | true      | true
            U1  | S1         | null           | false     | true
            """));
  }

  /** Days of payments count no facts: their claims' months do. */
  @Test
  void risksMakeNoMartsAndPaymentsAreNoFacts() {
    outcome.addPartials(
        RISK_MONTHS,
        Samples.blocks(
            RiskMonths.SCHEMA,
            """
            umr | section_no | coverholder_id | bordereau_month | live_versions | deleted_versions | fact_rows | rows_without_gbp | sum_insured_gbp
            U1  | S1         | CH1            | 2024-01-01      | 1             | 0                | 1         | 0                | 1.00
            """));
    outcome.addPartials(
        FactTables.PAID_DAYS,
        Samples.blocks(
            PaidDays.SCHEMA,
            """
            umr | section_no | coverholder_id | payment_date | payments | paid_gbp
            U2  | S2         | null           | 2024-01-05   | 1        | 1.00
            """));

    assertThat(
        parties(),
        hasRows(
            FactParties.SCHEMA,
            """
            umr | section_no | coverholder_id | has_facts | makes_marts
            U1  | S1         | CH1            | true      | false
            U2  | S2         | null           | false     | true
            """));
  }

  @Test
  void nothingHasNoParties() {
    assertThat(parties(), hasNoRows());
  }

  private List<Row> parties() {
    return FactParties.of(outcome, PartialTable.of(Samples.TABLES)).toRows(FactParties.LAYOUT);
  }
}
