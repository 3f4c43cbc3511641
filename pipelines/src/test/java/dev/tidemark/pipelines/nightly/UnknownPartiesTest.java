// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowView;
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
    UnknownParties parties = of("B0999CH001 | S1 | CH001");

    assertThat(parties.keyOf(ReferenceTable.CONTRACT_SECTION), is(nullValue()));
    assertThat(parties.keyOf(ReferenceTable.COVERHOLDER), is(nullValue()));
    assertThat(parties.keyOf(ReferenceTable.BROKER), is(nullValue()));
  }

  @Test
  void whoOnlyAFactKnowsIsInferredByKey() {
    UnknownParties parties = of("B0777CH009 | S9 | CH009");

    assertThat(parties.keyOf(ReferenceTable.CONTRACT_SECTION), is(List.of("B0777CH009", "S9")));
    assertThat(parties.keyOf(ReferenceTable.COVERHOLDER), is(List.of("CH009")));
    assertThat(parties.keyOf(ReferenceTable.BROKER), is(List.of("0777")));
  }

  @Test
  void aNameThatIsNotThereIsNotInferred() {
    UnknownParties parties = of("B077 | S9 | null");

    assertThat(parties.keyOf(ReferenceTable.CONTRACT_SECTION), is(List.of("B077", "S9")));
    assertThat(parties.keyOf(ReferenceTable.COVERHOLDER), is(nullValue()));
    assertThat(parties.keyOf(ReferenceTable.BROKER), is(nullValue()));
  }

  /** Of UMR, section and coverholder. */
  private static UnknownParties of(String parties) {
    RowBlocks rows =
        Samples.blocks(
            FactParties.SCHEMA,
            "umr | section_no | coverholder_id | has_facts | makes_marts\n"
                + parties
                + " | true | true");
    return UnknownParties.of(new RowView(FactParties.LAYOUT).at(rows, rows.ref(0)), REFERENCE);
  }
}
