// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import static dev.tidemark.testing.RowMatchers.hasRows;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.calendar.MonthIndex;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class SectionMonthsTest {

  private static final int MARCH = MonthIndex.of(LocalDate.of(2024, 3, 1));

  /**
   * The micros before 1970 are ten bytes, the 2,000,001 from there to the two seconds three; a
   * number of rows is one.
   */
  @Test
  void amountsAndVersionsAddUpAndSubmissionsCountOnce() {
    SectionMonths months = new SectionMonths();
    SectionMonths.Sums march = months.of("U", "S", "C", MARCH);
    march.addLive();
    march.addLive();
    march.addLive();
    march.addDeleted();
    march.addQuarantined();
    march.addSubmission(2_000_000);
    march.addSubmission(-1);
    march.addSubmission(2_000_000);
    march.addFact(10_050, 1_005, 9_045);
    march.addFact(-10_051, -1_005, -9_046);
    march.addFactWithoutGbp();
    months.of("U", "S", null, MARCH);

    assertThat(
        months.toBlocks().toRows(RowLayout.of(SectionMonths.SCHEMA)),
        hasRows(
            SectionMonths.SCHEMA,
            """
            umr | section_no | coverholder_id | bordereau_month | live_versions | deleted_versions | quarantined_versions | fact_rows | rows_without_gbp | gwp_gbp | commission_gbp | net_gbp | submission_times
            U   | S          | C              | 2024-03-01      | 3             | 1                | 1                    | 3         | 1                | -0.01   | 0.00           | -0.01   | 0xffffffffffffffffff010181897a02
            U   | S          | null           | 2024-03-01      | 0             | 0                | 0                    | 0         | 0                | 0.00    | 0.00           | 0.00    | 0x
            """));
  }

  @Test
  void nothingAddedGivesNoRows() {
    assertThat(new SectionMonths().toBlocks().isEmpty(), is(true));
  }
}
