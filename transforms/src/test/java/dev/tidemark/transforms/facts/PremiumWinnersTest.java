// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasCells;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.testing.RowsMatcher;
import dev.tidemark.transforms.block.RowLayout;
import org.junit.jupiter.api.Test;

/** Which version of a natural key becomes the fact. */
class PremiumWinnersTest {

  private static final String HEADER =
      "premium_transaction_id | certificate_ref | gross_premium | submitted_at | bdx_version"
          + " | modified_date | is_deleted\n";

  @Test
  void theOrderIsSubmissionThenVersionThenUpdateTimeThenId() {
    assertThat(
        PremiumFactsTest.facts(
            versions(
                """
                1 | A | 1.00 | 2024-02-02T00:00:00.000001Z | 1    | 2024-02-02T00:00:00Z        | false
                2 | A | 2.00 | 2024-02-02T00:00:00Z        | 9    | 2024-02-09T00:00:00Z        | false
                3 | B | 1.00 | 2024-02-02T00:00:00Z        | 2    | 2024-02-02T00:00:00Z        | false
                4 | B | 2.00 | 2024-02-02T00:00:00Z        | 1    | 2024-02-09T00:00:00Z        | false
                5 | C | 1.00 | 2024-02-02T00:00:00Z        | 1    | 2024-02-02T00:00:00.000001Z | false
                6 | C | 2.00 | 2024-02-02T00:00:00Z        | 1    | 2024-02-02T00:00:00Z        | false
                7 | D | 1.00 | 2024-02-02T00:00:00Z        | 1    | 2024-02-02T00:00:00Z        | false
                8 | D | 2.00 | 2024-02-02T00:00:00Z        | 1    | 2024-02-02T00:00:00Z        | false
                9 | E | 1.00 | 2024-02-02T00:00:00Z        | 1    | 2024-02-02T00:00:00Z        | false
                10 | E | 2.00 | 2024-02-02T00:00:00Z        | 1    | null                        | false
                """)),
        winners(
            """
            A | 1 | 2
            B | 3 | 2
            C | 5 | 2
            D | 8 | 2
            E | 9 | 2
            """));
  }

  @Test
  void aNullSubmissionNeverWinsAndANullVersionIsZero() {
    assertThat(
        PremiumFactsTest.facts(
            versions(
                """
                1 | A | 1.00 | 1970-01-01T00:00:00Z | null | null                 | false
                2 | A | 2.00 | null                 | 9    | 2024-02-09T00:00:00Z | false
                3 | B | 1.00 | 2024-02-02T00:00:00Z | 0    | 2024-02-03T00:00:00Z | false
                4 | B | 2.00 | 2024-02-02T00:00:00Z | null | 2024-02-02T00:00:00Z | false
                5 | C | 1.00 | 2024-02-02T00:00:00Z | null | 2024-02-02T00:00:00Z | false
                6 | C | 2.00 | 2024-02-02T00:00:00Z | -1   | 2024-02-03T00:00:00Z | false
                7 | D | 1.00 | null                 | null | null                 | false
                """)),
        winners(
            """
            A | 1 | 2
            B | 3 | 2
            C | 5 | 2
            D | 7 | 1
            """));
  }

  @Test
  void theRunnerUpOfADeletedWinnerWinsAndAKeyWithoutLiveVersionsHasNoFact() {
    PremiumFacts.Result result =
        versions(
            """
            1 | A | 1.00 | 2024-02-02T00:00:00Z | 1 | null | false
            2 | A | 2.00 | 2024-02-03T00:00:00Z | 2 | null | false
            3 | A | 3.00 | 2024-02-04T00:00:00Z | 3 | null | true
            4 | B | 4.00 | 2024-02-05T00:00:00Z | 1 | null | true
            """);

    assertThat(PremiumFactsTest.facts(result), winners("A | 2 | 2"));
    assertThat(result.liveRows(), is(2L));
    assertThat(result.superseded().rowCount(), is(3));
    // the deleted rows are no submissions
    assertThat(
        result.sectionMonths().toRows(RowLayout.of(SectionMonths.SCHEMA)),
        hasCells(
            SectionMonths.SCHEMA,
            """
            live_versions | deleted_versions | fact_rows | gwp_gbp | submission_times
            2             | 2                | 1         | 2.00    | %s
            """
                .formatted(Samples.times("2024-02-02T00:00:00Z", "2024-02-03T00:00:00Z"))));
  }

  @Test
  void equalSubmissionAndVersionWithAnotherPayloadIsAmbiguous() {
    assertThat(
        versions(
                """
                1 | A | 1.00 | 2024-02-02T00:00:00Z | 1    | 2024-02-02T00:00:00Z | false
                2 | A | 1.01 | 2024-02-02T00:00:00Z | 1    | 2024-02-03T00:00:00Z | false
                3 | B | 1.00 | 2024-02-02T00:00:00Z | 0    | null                 | false
                4 | B | 2.00 | 2024-02-02T00:00:00Z | null | null                 | false
                """)
            .ambiguous(),
        is(2L));
  }

  @Test
  void equalPayloadOtherVersionsAndDeletedOrLosingRivalsAreNotAmbiguous() {
    assertThat(
        versions(
                """
                1 | A | 1.00 | 2024-02-02T00:00:00Z | 1 | 2024-02-02T00:00:00Z | false
                2 | A | 1.00 | 2024-02-02T00:00:00Z | 1 | 2024-02-03T00:00:00Z | false
                3 | B | 1.00 | 2024-02-02T00:00:00Z | 1 | null                 | false
                4 | B | 2.00 | 2024-02-02T00:00:00Z | 2 | null                 | false
                5 | C | 1.00 | 2024-02-02T00:00:00Z | 1 | null                 | false
                6 | C | 2.00 | 2024-02-02T00:00:00Z | 1 | null                 | true
                7 | D | 1.00 | 2024-02-02T00:00:00Z | 1 | null                 | false
                8 | D | 2.00 | 2024-02-02T00:00:00Z | 1 | null                 | false
                9 | D | 3.00 | 2024-02-03T00:00:00Z | 1 | null                 | false
                """)
            .ambiguous(),
        is(0L));
  }

  /** Versions of certificates: id, certificate, premium, submission, version, update, deleted. */
  private static PremiumFacts.Result versions(String rows) {
    return PremiumFactsTest.derive(
        Samples.completed(
            HEADER + rows,
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
            "original_currency",
            "GBP"),
        Samples.reference());
  }

  private static RowsMatcher winners(String rows) {
    return hasCells(
        PremiumFacts.SCHEMA, "certificate_ref | premium_transaction_id | version_count\n" + rows);
  }
}
