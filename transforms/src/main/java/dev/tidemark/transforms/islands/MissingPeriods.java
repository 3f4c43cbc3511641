// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.islands;

import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.calendar.ReportingCalendar;
import dev.tidemark.transforms.calendar.ReportingInterval;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The bordereaux that a section owes: the months (quarters) of its contract period that nobody sent
 * although they fell due <em>before</em> the as-of date; one that falls due on that date is not
 * missing yet.
 *
 * <p>A missing period is LEADING before the section's first submission (or when there was none),
 * TRAILING after its last, and a GAP between. First and last look at all submissions, those outside
 * the contract period too; a period is reported when any of its months was.
 *
 * <p>Example: contract 2024, due after 15 days, sent 2024-01 and 2024-03. As of 2024-04-20 the
 * month 2024-02 is a GAP; 2024-04 is not due before 2024-05-15.
 */
public final class MissingPeriods {
  private MissingPeriods() {}

  /** Where a missing period lies among the submissions. The names are the values of kind. */
  public enum Kind {
    LEADING,
    GAP,
    TRAILING
  }

  /** What a contract section says about its reporting; both days of the period belong to it. */
  public record Contract(
      LocalDate periodFrom,
      LocalDate periodTo,
      ReportingInterval interval,
      @Nullable Integer bordereauDueDays) {}

  /** A missing period by the month that names it (see {@code MonthIndex}). */
  public record Missing(int month, LocalDate dueDate, Kind kind) {
    /** The first day of the month that names the period. */
    public LocalDate missingMonth() {
      return MonthIndex.firstDay(month);
    }
  }

  /**
   * The missing periods of one section in ascending order.
   *
   * @param submittedMonths the bordereau months sent, in any order, duplicates allowed
   */
  public static List<Missing> find(
      Contract contract, Iterable<Integer> submittedMonths, LocalDate asOf) {
    ReportingCalendar calendar = ReportingCalendar.of(contract.interval(), contract.periodFrom());
    Set<Integer> submitted = new HashSet<>();
    int first = Integer.MAX_VALUE;
    int last = Integer.MIN_VALUE;
    for (int month : submittedMonths) {
      int period = calendar.periodOf(month);
      submitted.add(period);
      first = Math.min(first, period);
      last = Math.max(last, period);
    }
    List<Missing> missing = new ArrayList<>();
    int end = calendar.periodOf(MonthIndex.of(contract.periodTo()));
    for (int period = 0; period <= end; period++) {
      LocalDate due = calendar.dueDate(period, contract.bordereauDueDays());
      if (!submitted.contains(period) && due.isBefore(asOf)) {
        Kind kind = period < first ? Kind.LEADING : period > last ? Kind.TRAILING : Kind.GAP;
        missing.add(new Missing(calendar.lastMonthOf(period), due, kind));
      }
    }
    return missing;
  }

  /**
   * Whether a bordereau of a section falls due on a day from {@code from} on, and before another:
   * else the same periods are missing as of both.
   */
  public static boolean anyFallsDue(Contract contract, LocalDate from, LocalDate before) {
    ReportingCalendar calendar = ReportingCalendar.of(contract.interval(), contract.periodFrom());
    int end = calendar.periodOf(MonthIndex.of(contract.periodTo()));
    for (int period = 0; period <= end; period++) {
      LocalDate due = calendar.dueDate(period, contract.bordereauDueDays());
      if (!due.isBefore(from) && due.isBefore(before)) {
        return true;
      }
    }
    return false;
  }
}
