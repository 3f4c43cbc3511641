// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.transforms.keys.DurableKey.key;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.facts.ReferenceData;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class DimensionsTest {

  private static final Schema SECTION_HISTORY =
      Samples.TABLES.history(ReferenceTable.CONTRACT_SECTION).schema();
  private static final Schema COVERHOLDER_HISTORY =
      Samples.TABLES.history(ReferenceTable.COVERHOLDER).schema();
  private static final ReferenceData RATES =
      Samples.reference(
          "umr | section_no | _batch_id | valid_from | is_current | is_deleted | coverholder_id"
              + " | class_of_business\n");

  /** 1,000.00 EUR at January's 0.853415 are 853.42. */
  @Test
  void aSectionVersionPointsToItsPartiesAndHasItsLimitInSterling() {
    String section = key("B0999CH001", "S1");
    assertThat(
        versions(
            ReferenceTable.CONTRACT_SECTION,
            """
            umr        | section_no | agreement_no | coverholder_id | broker_code | class_of_business | risk_code | year_of_account | period_from | period_to  | section_currency | gpi_limit | gpi_currency | gpi_notifiable_pct | commission_pct_default | bordereau_due_days | bordereau_interval | modified_date        | _batch_id | valid_from                  | valid_to             | is_current | is_deleted
            B0999CH001 | S1         | A1           | CH001          | 0777        | Property          | PF        | 2024            | 2024-01-31  | 2024-12-31 | EUR              | 1000.00   | EUR          | 75                 | 12.5                   | 30                 | MONTHLY            | 2024-01-01T00:00:00Z | 1         | 2024-01-01T00:00:00.000001Z | 2024-02-01T00:00:00Z | false      | true
            """),
        hasRows(
            SECTION_HISTORY,
            """
            contract_section_key | contract_section_version_key | contract_key | coverholder_key | broker_key | class_of_business_key | umr        | section_no | agreement_no | class_of_business | risk_code | year_of_account | period_from | period_to  | section_currency | gpi_limit | gpi_currency | gpi_limit_gbp | gpi_notifiable_pct | commission_pct_default | bordereau_due_days | bordereau_interval | valid_from                  | valid_to             | is_current | is_deleted | is_inferred
            %s                   | %s                           | %s           | %s              | %s         | %s                    | B0999CH001 | S1         | A1           | Property          | PF        | 2024            | 2024-01-31  | 2024-12-31 | EUR              | 1000.00   | EUR          | 853.42        | 75                 | 12.5                   | 30                 | MONTHLY            | 2024-01-01T00:00:00.000001Z | 2024-02-01T00:00:00Z | false      | true       | false
            """
                .formatted(
                    section,
                    key(section, "2024-01-01T00:00:00.000001Z"),
                    key("B0999CH001"),
                    key("CH001"),
                    key("0777"),
                    key("Property"))));
  }

  @Test
  void aLimitWithoutARateOrBelowZeroIsNotConverted() {
    assertThat(
        versions(
            ReferenceTable.CONTRACT_SECTION,
            """
            umr | section_no | coverholder_id | broker_code | class_of_business | period_from | gpi_limit | gpi_currency | _batch_id | valid_from           | is_current | is_deleted
            U   | GBP        | C              | 0999        | Property          | 2024-02-01  | 1000.00   | GBP          | 1         | 2024-01-01T00:00:00Z | true       | false
            U   | EUR        | C              | 0999        | Property          | 2024-02-01  | 1000.00   | EUR          | 1         | 2024-01-01T00:00:00Z | true       | false
            U   | NONE       | C              | 0999        | Property          | 2024-02-01  | null      | GBP          | 1         | 2024-01-01T00:00:00Z | true       | false
            U   | NEGATIVE   | C              | 0999        | Property          | 2024-02-01  | -1.00     | GBP          | 1         | 2024-01-01T00:00:00Z | true       | false
            """),
        hasCells(
            SECTION_HISTORY,
            """
            section_no | gpi_limit_gbp
            GBP        | 1000.00
            EUR        | null
            NONE       | null
            NEGATIVE   | null
            """));
  }

  @Test
  void aCoverholderVersionHasItsAttributesAndKeys() {
    assertThat(
        versions(
            ReferenceTable.COVERHOLDER,
            """
            coverholder_id | coverholder_name | coverholder_pin | country_code | status | modified_date        | _batch_id | valid_from           | valid_to | is_current | is_deleted
            CH001          | One Ltd          | 123             | GB           | null   | 2024-01-01T00:00:00Z | 1         | 2024-01-01T00:00:00Z | null     | true       | false
            """),
        hasRows(
            COVERHOLDER_HISTORY,
            """
            coverholder_key | coverholder_version_key | coverholder_id | coverholder_name | coverholder_pin | country_code | status | valid_from           | valid_to | is_current | is_deleted | is_inferred
            %s              | %s                      | CH001          | One Ltd          | 123             | GB           | null   | 2024-01-01T00:00:00Z | null     | true       | false      | false
            """
                .formatted(key("CH001"), key(key("CH001"), "2024-01-01T00:00:00Z"))));
  }

  @Test
  void anInferredSectionKnowsItsKeyAndWhoStandsBehindIt() {
    String section = key("B0999CH009", "S9");
    Dimensions.Builder sections =
        new Dimensions.Builder(ReferenceTable.CONTRACT_SECTION, SECTION_HISTORY);
    List<String> parts = List.of("B0999CH009", "S9");
    String expected =
        """
        contract_section_key | contract_section_version_key | contract_key | coverholder_key | broker_key | umr        | section_no | valid_from           | is_current | is_deleted | is_inferred
        %s                   | %s                           | %s           | %s              | %s         | B0999CH009 | S9         | 1900-01-01T00:00:00Z | true       | false      | true
        """;

    assertThat(
        List.of(sections.inferred(parts, "CH009", "0999")),
        hasRows(
            SECTION_HISTORY,
            expected.formatted(
                section,
                key(section, "1900-01-01T00:00:00Z"),
                key("B0999CH009"),
                key("CH009"),
                key("0999"))));
    assertThat(
        List.of(sections.inferred(parts, null, null)),
        hasRows(
            SECTION_HISTORY,
            expected.formatted(
                section, key(section, "1900-01-01T00:00:00Z"), key("B0999CH009"), "null", "null")));
  }

  @Test
  void anInferredPartyKnowsItsKeyAlone() {
    assertThat(
        List.of(
            new Dimensions.Builder(ReferenceTable.COVERHOLDER, COVERHOLDER_HISTORY)
                .inferred(List.of("CH009"), "CH001", "0999")),
        hasRows(
            COVERHOLDER_HISTORY,
            """
            coverholder_key | coverholder_version_key | coverholder_id | valid_from           | is_current | is_deleted | is_inferred
            %s              | %s                      | CH009          | 1900-01-01T00:00:00Z | true       | false      | true
            """
                .formatted(key("CH009"), key(key("CH009"), "1900-01-01T00:00:00Z"))));
  }

  @Test
  void aCurrentRowIsItsVersionWithoutTheWindowsEnd() {
    Schema schema = Samples.TABLES.current(ReferenceTable.COVERHOLDER).schema();
    Row version =
        new Dimensions.Builder(ReferenceTable.COVERHOLDER, COVERHOLDER_HISTORY)
            .inferred(List.of("CH009"), null, null);

    Row current = Dimensions.current(schema, version);

    assertThat(
        List.of(current),
        hasCells(
            schema,
            """
            coverholder_key | coverholder_id | valid_from           | is_deleted | is_inferred
            %s              | CH009          | 1900-01-01T00:00:00Z | false      | true
            """
                .formatted(key("CH009"))));
    assertThat(schema.hasField("valid_to"), is(false));
    assertThat(schema.hasField("is_current"), is(false));
  }

  private static List<Row> versions(ReferenceTable table, String text) {
    Dimensions.Builder builder =
        new Dimensions.Builder(table, Samples.TABLES.history(table).schema());
    return Rows.table(Samples.versions(table), text).stream()
        .map(version -> builder.version(version, RATES))
        .toList();
  }
}
