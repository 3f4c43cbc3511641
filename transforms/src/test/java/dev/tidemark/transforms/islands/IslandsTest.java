// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.islands;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;

import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.calendar.ReportingCalendar;
import dev.tidemark.transforms.calendar.ReportingInterval;
import dev.tidemark.transforms.islands.BordereauIslands.Run;
import dev.tidemark.transforms.islands.Islands.Island;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class IslandsTest {
  private static final int JAN = month("2024-01-01");

  @Test
  void theWorkedExampleHasOneRunForCh001AndTwoForCh002() {
    assertThat(BordereauIslands.ofCoverholder(JAN, JAN + 1), contains(new Run(1, JAN, JAN + 1, 2)));
    assertThat(
        BordereauIslands.ofCoverholder(JAN, JAN + 2),
        contains(new Run(1, JAN, JAN, 1), new Run(2, JAN + 2, JAN + 2, 1)));
  }

  @Test
  void orderAndDuplicatesDoNotMatter() {
    assertThat(Islands.of(9, 5, 3, 4, 4, 9, 3), contains(new Island(1, 3, 5), new Island(2, 9, 9)));
  }

  @Test
  void noPeriodsAreNoIslands() {
    assertThat(Islands.of(), empty());
  }

  @Test
  void theEndsOfTheNumberRangeDoNotWrap() {
    assertThat(
        Islands.of(Integer.MAX_VALUE, Integer.MIN_VALUE),
        contains(
            new Island(1, Integer.MIN_VALUE, Integer.MIN_VALUE),
            new Island(2, Integer.MAX_VALUE, Integer.MAX_VALUE)));
  }

  @Test
  void decemberAndJanuaryAreNeighbours() {
    int december = month("2023-12-01");
    assertThat(
        BordereauIslands.ofCoverholder(JAN, december), contains(new Run(1, december, JAN, 2)));
  }

  @Test
  void aQuarterlySectionCountsQuartersNamedByTheirLastMonth() {
    // quarters Feb–Apr, May–Jul, Aug–Oct; sent in March, June and July, nothing for the third
    ReportingCalendar calendar =
        ReportingCalendar.of(ReportingInterval.QUARTERLY, LocalDate.parse("2024-02-15"));
    assertThat(
        BordereauIslands.ofSection(calendar, JAN + 2, JAN + 5, JAN + 6, JAN + 12),
        contains(new Run(1, JAN + 3, JAN + 6, 2), new Run(2, JAN + 12, JAN + 12, 1)));
  }

  @Test
  void aQuarterlyBordereauCoversItsThreeMonthsAtCoverholderGrain() {
    ReportingCalendar quarterly =
        ReportingCalendar.of(ReportingInterval.QUARTERLY, LocalDate.parse("2024-01-01"));
    int[] covered = BordereauIslands.coveredMonths(quarterly, JAN + 2);
    assertThat(BordereauIslands.ofCoverholder(covered), contains(new Run(1, JAN, JAN + 2, 3)));
    ReportingCalendar monthly =
        ReportingCalendar.of(ReportingInterval.MONTHLY, LocalDate.parse("2024-01-01"));
    assertThat(
        BordereauIslands.ofCoverholder(BordereauIslands.coveredMonths(monthly, JAN + 2)),
        contains(new Run(1, JAN + 2, JAN + 2, 1)));
  }

  private static int month(String day) {
    return MonthIndex.of(LocalDate.parse(day));
  }
}
