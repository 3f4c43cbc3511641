// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.facts.ReferenceData;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnknownPartiesTest {

  private static final ReferenceData REFERENCE =
      Samples.reference(
          """
          umr        | section_no | coverholder_id | class_of_business | year_of_account | period_from | period_to  | _batch_id | valid_from           | is_current | is_deleted
          B0999CH001 | S1         | CH001          | Property          | 2024            | 2024-01-01  | 2024-12-31 | 1         | 2024-01-01T00:00:00Z | true       | false
          """);

  @Test
  void whoIsKnownIsNotInferred() {
    UnknownParties parties = of("B0999CH001 | S1 | CH001 | 1");

    assertThat(parties.keyOf(ReferenceTable.CONTRACT_SECTION), is(nullValue()));
    assertThat(parties.keyOf(ReferenceTable.COVERHOLDER), is(nullValue()));
    assertThat(parties.keyOf(ReferenceTable.BROKER), is(nullValue()));
  }

  @Test
  void whoOnlyAFactKnowsIsInferredByKey() {
    UnknownParties parties = of("B0777CH009 | S9 | CH009 | 1");

    assertThat(parties.keyOf(ReferenceTable.CONTRACT_SECTION), is(List.of("B0777CH009", "S9")));
    assertThat(parties.keyOf(ReferenceTable.COVERHOLDER), is(List.of("CH009")));
    assertThat(parties.keyOf(ReferenceTable.BROKER), is(List.of("0777")));
  }

  @Test
  void aNameThatIsNotThereIsNotInferred() {
    UnknownParties parties = of("B077 | S9 | null | 1");

    assertThat(parties.keyOf(ReferenceTable.CONTRACT_SECTION), is(List.of("B077", "S9")));
    assertThat(parties.keyOf(ReferenceTable.COVERHOLDER), is(nullValue()));
    assertThat(parties.keyOf(ReferenceTable.BROKER), is(nullValue()));
  }

  @Test
  void aMonthWithoutFactsInfersNothing() {
    UnknownParties parties = of("B0777CH009 | S9 | CH009 | 0");

    for (ReferenceTable table : ReferenceTable.values()) {
      assertThat(parties.keyOf(table), is(nullValue()));
    }
  }

  /** Of UMR, section, coverholder and facts. */
  private static UnknownParties of(String parties) {
    return UnknownParties.of(
        Rows.table(FactParties.SCHEMA, "umr | section_no | coverholder_id | fact_rows\n" + parties)
            .get(0),
        REFERENCE);
  }
}
