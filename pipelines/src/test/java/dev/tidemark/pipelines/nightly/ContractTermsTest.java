// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;

import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.Columns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

/** What a contract is, from every version of its sections. */
class ContractTermsTest {

  private static final Schema VERSIONS =
      Schema.builder()
          .addStringField("section_no")
          .addNullableStringField("coverholder_id")
          .addNullableStringField("broker_code")
          .addNullableField("period_from", Columns.DATE)
          .addNullableField("period_to", Columns.DATE)
          .addNullableInt32Field("year_of_account")
          .addField("valid_from", Columns.TIMESTAMP)
          .addBooleanField("is_deleted")
          .build();
  private static final String HEADER =
      "section_no | coverholder_id | broker_code | period_from | period_to | year_of_account"
          + " | valid_from | is_deleted\n";
  private static final String CONTRACT =
      "contract_key | umr | broker_code | coverholder_key | broker_key | period_from | period_to"
          + " | year_of_account | section_count | is_deleted | is_inferred\n";

  @Test
  void aContractHasTheWidestPeriodTheEarliestYearAndThePartiesOfItsFirstSection() {
    assertThat(
        contracts(
            """
            S2 | CH002 | 0998 | 2023-07-01 | 2024-06-30 | 2023 | 2023-06-01T00:00:00Z | false
            S1 | CH001 | 0999 | 2024-01-01 | 2024-12-31 | 2024 | 2023-12-01T00:00:00Z | false
            S3 | CH003 | 0999 | 2024-01-01 | 2025-03-31 | 2024 | 2023-12-01T00:00:00Z | false
            """),
        hasRows(
            Type1Dimensions.CONTRACT_SCHEMA,
            CONTRACT
                + "%s | B0999CH001 | 0999 | %s | %s | 2023-07-01 | 2025-03-31 | 2023 | 3 | false | false"
                    .formatted(key("B0999CH001"), key("CH001"), key("0999"))));
  }

  /** What S1 was before does not count, nor what S0 was when it was deleted. */
  @Test
  void theLastVersionOfEachSectionThatIsNotDeletedCounts() {
    assertThat(
        contracts(
            """
            S1 | CH009 | 0997 | 2020-01-01 | 2030-12-31 | 2020 | 2023-01-01T00:00:00Z | false
            S1 | CH001 | 0999 | 2024-01-01 | 2024-12-31 | 2024 | 2023-12-01T00:00:00Z | false
            S0 | CH008 | 0998 | 2019-01-01 | 2031-12-31 | 2019 | 2023-12-01T00:00:00Z | true
            S2 | CH007 | 0998 | 2019-01-01 | 2031-12-31 | 2019 | 2023-01-01T00:00:00Z | true
            S2 | CH002 | 0999 | 2024-02-01 | 2024-11-30 | 2024 | 2023-12-01T00:00:00Z | false
            """),
        hasRows(
            Type1Dimensions.CONTRACT_SCHEMA,
            CONTRACT
                + "%s | B0999CH001 | 0999 | %s | %s | 2024-01-01 | 2024-12-31 | 2024 | 2 | false | false"
                    .formatted(key("B0999CH001"), key("CH001"), key("0999"))));
  }

  @Test
  void aContractWhoseSectionsAreAllDeletedShowsWhatTheyWere() {
    assertThat(
        contracts(
            """
            S2 | CH002 | 0998 | 2023-07-01 | 2024-06-30 | 2023 | 2023-06-01T00:00:00Z | true
            S1 | CH001 | 0999 | 2024-01-01 | 2024-12-31 | 2024 | 2023-12-01T00:00:00Z | true
            """),
        hasRows(
            Type1Dimensions.CONTRACT_SCHEMA,
            CONTRACT
                + "%s | B0999CH001 | 0999 | %s | %s | 2023-07-01 | 2024-12-31 | 2023 | 0 | true | false"
                    .formatted(key("B0999CH001"), key("CH001"), key("0999"))));
  }

  @Test
  void ofAContractThatOnlyFactsKnowTheBrokerIsReadFromItsReference() {
    assertThat(
        List.of(
            ContractTerms.ofFacts().merge(ContractTerms.ofFacts()).toRow("B0777CH009"),
            ContractTerms.ofFacts().toRow("B07")),
        hasRows(
            Type1Dimensions.CONTRACT_SCHEMA,
            CONTRACT
                + "%s | B0777CH009 | 0777 | null | %s   | null | null | null | null | false | true\n"
                    .formatted(key("B0777CH009"), key("0777"))
                + "%s | B07        | null | null | null | null | null | null | null | false | true\n"
                    .formatted(key("B07"))));
  }

  /** The contract of versions that are merged in their order, and in the reverse. */
  private static List<Row> contracts(String versions) {
    List<ContractTerms> terms = new ArrayList<>(List.of(ContractTerms.ofFacts()));
    Rows.table(VERSIONS, HEADER + versions).forEach(row -> terms.add(ContractTerms.of(row)));
    Row contract = merged(terms);
    Collections.reverse(terms);
    assertThat(List.of(merged(terms)), hasRows(List.of(contract)));
    return List.of(contract);
  }

  private static Row merged(List<ContractTerms> terms) {
    return terms.stream().reduce(ContractTerms::merge).orElseThrow().toRow("B0999CH001");
  }
}
