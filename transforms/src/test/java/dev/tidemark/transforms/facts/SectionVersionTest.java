// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;

import org.junit.jupiter.api.Test;

/** Which version of a section a fact points to, and what it takes from the current one. */
class SectionVersionTest {

  /** Two versions with a gap: a delete on 10 March, back on 1 April. */
  private static final String TWO_VERSIONS =
      """
      B0999CH001 | S1 | CH002 | Marine   | 2025 | 2024-01-01 | 2024-12-31 | EUR | 2024-04-01T00:00:00Z | null                 | true  | false
      B0999CH001 | S1 | CH001 | Property | 2024 | 2024-01-01 | 2024-12-31 | GBP | 2024-01-01T00:00:00Z | 2024-03-10T00:00:00Z | false | true
      """;

  private static final String SECTION = key("B0999CH001", "S1");
  private static final String FIRST = key(SECTION, "2024-01-01T00:00:00Z");
  private static final String SECOND = key(SECTION, "2024-04-01T00:00:00Z");

  @Test
  void theVersionIsTheOneOpenWhenEffectiveElseWhenSubmittedElseTheFirst() {
    assertThat(
        PremiumFactsTest.facts(
            PremiumFactsTest.derive(
                rows(
                    """
                    effective  | 2024-03-09     | 2024-05-01T00:00:00Z
                    boundary   | 2024-04-01     | 2024-01-05T00:00:00Z
                    gap        | 2024-03-10     | 2024-05-01T00:00:00Z
                    gap twice  | 2024-03-10     | 2024-03-31T23:59:59.999999Z
                    too early  | 2023-12-31     | 2024-05-01T00:00:00Z
                    submitted  | null           | 2024-04-01T00:00:00Z
                    just open  | null           | 2024-03-09T23:59:59.999999Z
                    unsent     | null           | null
                    never open | 2023-01-01     | 2023-01-02T00:00:00Z
                    """),
                Samples.reference(TWO_VERSIONS))),
        hasCells(
            PremiumFacts.SCHEMA,
            """
            certificate_ref | contract_section_version_key
            effective       | %1$s
            boundary        | %2$s
            gap             | %2$s
            gap twice       | %1$s
            too early       | %2$s
            submitted       | %2$s
            just open       | %1$s
            unsent          | %1$s
            never open      | %1$s
            """
                .formatted(FIRST, SECOND)));
  }

  @Test
  void classCoverholderYearAndCurrencyAreThoseOfTheCurrentRow() {
    assertThat(
        PremiumFactsTest.facts(
            PremiumFactsTest.derive(
                rows("early | 2024-01-15 | 2024-02-01T00:00:00Z"),
                Samples.reference(TWO_VERSIONS))),
        hasCells(
            PremiumFacts.SCHEMA,
            """
            contract_section_version_key | coverholder_key | class_of_business_key | year_of_account | original_currency | rate_to_gbp | dq_flags
            %s                           | %s              | %s                    | 2025            | EUR               | 0.853415    | CURRENCY_DEFAULTED
            """
                .formatted(FIRST, key("CH002"), key("Marine"))));
  }

  /** Certificates in section S1: reference, effective date, submission. */
  private static String rows(String rows) {
    return Samples.completed(
        "certificate_ref | effective_date | submitted_at\n" + rows,
        "premium_transaction_id",
        "1",
        "umr",
        "B0999CH001",
        "section_no",
        "S1",
        "transaction_seq",
        "1",
        "transaction_type",
        "NEW",
        "bordereau_month",
        "2024-01-01",
        "coverholder_id",
        "CH009",
        "gross_premium",
        "1.00",
        "commission_pct",
        "0");
  }
}
