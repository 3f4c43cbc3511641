// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.junit.jupiter.api.Test;

/** CH1 had two versions, the last of which is open; CH2 one, which a delete ended. */
class CurrentRulesTest {

  private static final Schema CURRENT =
      Schema.builder()
          .addStringField("coverholder_id")
          .addNullableStringField("status")
          .addField("valid_from", Columns.TIMESTAMP)
          .addBooleanField("is_deleted")
          .build();

  private static final Schema HISTORY =
      Schema.builder()
          .addFields(CURRENT.getFields())
          .addNullableField("valid_to", Columns.TIMESTAMP)
          .build();

  private static final String VERSIONS =
      """
      coverholder_id | status | valid_from           | is_deleted | valid_to
      CH1            | LIVE   | 2024-01-05T00:00:00Z | false      | null
      CH1            | NEW    | 2024-01-01T00:00:00Z | false      | 2024-01-05T00:00:00Z
      CH2            | null   | 2024-01-02T00:00:00Z | true       | 2024-01-03T00:00:00Z
      """;

  @Test
  void theLastVersionOfEachKeyIsItsCurrentRowDeletedOrNot() {
    assertThat(
        violations(
            """
            CH2 | null | 2024-01-02T00:00:00Z | true
            CH1 | LIVE | 2024-01-05T00:00:00Z | false
            """),
        empty());
  }

  @Test
  void aKeyWithoutACurrentRow() {
    assertThat(
        violations("CH1 | LIVE | 2024-01-05T00:00:00Z | false"),
        is(
            List.of(
                "NO_CURRENT_ROW coverholder_id=CH2: no current row shows the last version, of"
                    + " 2024-01-02T00:00:00Z")));
  }

  @Test
  void aCurrentRowThatIsAnOlderVersionOrDiffersInAnyColumn() {
    assertThat(
        violations(
            """
            CH1 | NEW  | 2024-01-01T00:00:00Z | false
            CH2 | DEAD | 2024-01-02T00:00:00Z | false
            """),
        is(
            List.of(
                "STALE_CURRENT_ROW coverholder_id=CH1: the current row, of 2024-01-01T00:00:00Z,"
                    + " differs from the last version in status, valid_from",
                "STALE_CURRENT_ROW coverholder_id=CH2: the current row, of 2024-01-02T00:00:00Z,"
                    + " differs from the last version in status, is_deleted")));
  }

  @Test
  void aCurrentRowOfAKeyWithoutVersionsAndASecondOneOfAKey() {
    assertThat(
        violations(
            """
            CH1 | LIVE | 2024-01-05T00:00:00Z | false
            CH2 | null | 2024-01-02T00:00:00Z | true
            CH2 | null | 2024-01-02T00:00:00Z | true
            CH3 | null | 2024-01-02T00:00:00Z | false
            """),
        is(
            List.of(
                "SEVERAL_CURRENT_ROWS coverholder_id=CH2: a second current row, of"
                    + " 2024-01-02T00:00:00Z",
                "STRAY_CURRENT_ROW coverholder_id=CH3: the current row, of 2024-01-02T00:00:00Z,"
                    + " has no version")));
  }

  private static List<String> violations(String current) {
    List<String> violations = new ArrayList<>();
    CurrentRules.of(HISTORY, CURRENT, List.of("coverholder_id"))
        .check(
            RowBlocks.of(HISTORY, Rows.table(HISTORY, VERSIONS)),
            RowBlocks.of(
                CURRENT,
                Rows.table(
                    CURRENT, "coverholder_id | status | valid_from | is_deleted\n" + current)),
            violation -> violations.add(violation.toString()));
    return violations;
  }
}
