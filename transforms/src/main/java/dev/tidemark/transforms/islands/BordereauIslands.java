// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.islands;

import dev.tidemark.transforms.calendar.ReportingCalendar;
import dev.tidemark.transforms.calendar.ReportingInterval;
import dev.tidemark.transforms.islands.Islands.Island;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs of reported months at the two grains of the marts, in {@code MonthIndex} numbers.
 *
 * <p>At section grain a run counts the section's own periods: a quarterly section that sent two
 * quarters in a row has one run of two, from the month that names the first to the month that names
 * the second. At coverholder grain the months of all its sections count together, and a quarterly
 * bordereau covers its three months ({@link #coveredMonths}).
 */
public final class BordereauIslands {
  private BordereauIslands() {}

  /** A run by the months that name its first and last period. */
  public record Run(int islandNo, int runStart, int runEnd, int monthsInRun) {}

  /** The runs of one section's bordereau months. */
  public static List<Run> ofSection(ReportingCalendar calendar, int... submittedMonths) {
    int[] periods = submittedMonths.clone();
    for (int i = 0; i < periods.length; i++) {
      periods[i] = calendar.periodOf(periods[i]);
    }
    List<Run> runs = new ArrayList<>();
    for (Island island : Islands.of(periods)) {
      runs.add(
          new Run(
              island.number(),
              calendar.lastMonthOf(island.start()),
              calendar.lastMonthOf(island.end()),
              island.length()));
    }
    return runs;
  }

  /** The runs of one coverholder's covered months. */
  public static List<Run> ofCoverholder(int... coveredMonths) {
    // with monthly periods a period's number is its month, whatever month the count starts from
    return ofSection(new ReportingCalendar(ReportingInterval.MONTHLY, 0), coveredMonths);
  }

  /** The months that the bordereau of a month covers: itself, or all three of its quarter. */
  public static int[] coveredMonths(ReportingCalendar calendar, int submittedMonth) {
    int period = calendar.periodOf(submittedMonth);
    int[] months = new int[calendar.interval().months()];
    for (int i = 0; i < months.length; i++) {
      months[i] = calendar.firstMonthOf(period) + i;
    }
    return months;
  }
}
