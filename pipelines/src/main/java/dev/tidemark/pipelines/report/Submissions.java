// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowLayout;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which bordereaux came in time, late, or not at all: a row for each coverholder, a cell for each
 * of the latest twelve months, over all its sections.
 *
 * @param asOf the day on which missing bordereaux were judged
 * @param months the months, oldest first
 * @param rows the coverholders that miss most first, then those that were late most often
 * @param others how many coverholders with something missing or late are not shown
 * @param punctual how many coverholders have nothing missing and were never late
 * @param missing bordereaux that are missing, of any month
 * @param missingOf how many coverholders they are missing of
 * @param late bordereaux that came late, of any month
 * @param lateOf how many coverholders they are of
 */
record Submissions(
    String asOf,
    List<Month> months,
    List<Reporter> rows,
    int others,
    int punctual,
    long missing,
    int missingOf,
    long late,
    int lateOf) {

  static final int MONTHS = 12;

  private static final String TIMELINESS = "mart/bordereau_timeliness";
  private static final String MISSING = "mart/missing_bordereaux";

  /** A column: how its month is written, and whether a year begins with it. */
  record Month(String name, String year, boolean isFirstOfYear, long missing, long late) {}

  /** A coverholder. */
  record Reporter(String id, String name, List<Cell> cells, long missing, long late) {}

  /** A month of a coverholder: a letter, and what it stands for. */
  record Cell(String letter, String kind, String told) {}

  /** What became of the bordereaux of one cell. */
  private enum Fate {
    IN_TIME("in time"),
    LATE("late"),
    UNDATED("received, nobody knows when"),
    MISSING("missing");

    private final String told;

    Fate(String told) {
      this.told = told;
    }
  }

  /** One coverholder while the marts are read. */
  private static final class Tally {
    private final String id;
    private final int[][] cells = new int[MONTHS][Fate.values().length];
    private long missing;
    private long late;

    Tally(String id) {
      this.id = id;
    }

    private boolean isPunctual() {
      return missing == 0 && late == 0;
    }
  }

  private static final Comparator<Tally> WORST_FIRST =
      Comparator.comparing((Tally tally) -> tally.missing)
          .thenComparing(tally -> tally.late)
          .reversed()
          .thenComparing(tally -> tally.id);

  /**
   * Reads the two marts.
   *
   * @param judged the day that missing bordereaux are judged on, where the mart does not tell
   */
  static Submissions in(ReportedCut cut, Coverholders coverholders, LocalDate judged) {
    LocalDate asOf = LakeTables.madeAsOf(cut.snapshot(MISSING)).orElse(judged);
    YearMonth last = lastMonth(cut, YearMonth.from(asOf));
    YearMonth first = last.minusMonths(MONTHS - 1L);
    Map<String, Tally> byId = new HashMap<>();
    readSent(cut, byId, first);
    readMissing(cut, byId, first);
    List<Tally> worst =
        byId.values().stream().filter(tally -> !tally.isPunctual()).sorted(WORST_FIRST).toList();
    List<Reporter> rows =
        worst.stream()
            .limit(ReportPage.SHOWN)
            .map(tally -> reporter(tally, coverholders, first))
            .toList();
    return new Submissions(
        Wording.day(asOf),
        months(byId, first),
        rows,
        worst.size() - rows.size(),
        byId.size() - worst.size(),
        worst.stream().mapToLong(tally -> tally.missing).sum(),
        (int) worst.stream().filter(tally -> tally.missing > 0).count(),
        worst.stream().mapToLong(tally -> tally.late).sum(),
        (int) worst.stream().filter(tally -> tally.late > 0).count());
  }

  /** The latest month that anything came or is missing of, but none after the as-of date. */
  private static YearMonth lastMonth(ReportedCut cut, YearMonth latest) {
    int limit = (int) latest.atEndOfMonth().toEpochDay();
    int[] last = {Integer.MIN_VALUE};
    for (Map.Entry<String, String> month :
        Map.of(TIMELINESS, "bordereau_month", MISSING, "missing_month").entrySet()) {
      TableRows rows = cut.rows(month.getKey(), month.getValue());
      int column = rows.layout().column(month.getValue());
      rows.forEach(
          row -> {
            if (row.getInt(column) <= limit) {
              last[0] = Math.max(last[0], row.getInt(column));
            }
          });
    }
    return last[0] == Integer.MIN_VALUE
        ? latest.minusMonths(1)
        : YearMonth.from(LocalDate.ofEpochDay(last[0]));
  }

  private static void readSent(ReportedCut cut, Map<String, Tally> byId, YearMonth first) {
    TableRows rows = cut.rows(TIMELINESS, "coverholder_id", "bordereau_month", "is_late");
    RowLayout layout = rows.layout();
    int id = layout.column("coverholder_id");
    int month = layout.column("bordereau_month");
    int isLate = layout.column("is_late");
    rows.forEach(
        row -> {
          Fate fate =
              row.isNull(isLate) ? Fate.UNDATED : row.getBoolean(isLate) ? Fate.LATE : Fate.IN_TIME;
          count(byId, row.getStringOrNull(id), row.getInt(month), first, fate);
        });
  }

  private static void readMissing(ReportedCut cut, Map<String, Tally> byId, YearMonth first) {
    TableRows rows = cut.rows(MISSING, "coverholder_id", "missing_month");
    int id = rows.layout().column("coverholder_id");
    int month = rows.layout().column("missing_month");
    rows.forEach(row -> count(byId, row.getString(id), row.getInt(month), first, Fate.MISSING));
  }

  private static void count(
      Map<String, Tally> byId, @Nullable String id, int epochDay, YearMonth first, Fate fate) {
    Tally tally = byId.computeIfAbsent(id == null ? Coverholders.UNKNOWN : id, Tally::new);
    if (fate == Fate.MISSING) {
      tally.missing++;
    } else if (fate == Fate.LATE) {
      tally.late++;
    }
    long place = ChronoUnit.MONTHS.between(first, YearMonth.from(LocalDate.ofEpochDay(epochDay)));
    if (place >= 0 && place < MONTHS) {
      tally.cells[(int) place][fate.ordinal()]++;
    }
  }

  private static List<Month> months(Map<String, Tally> byId, YearMonth first) {
    List<Month> months = new ArrayList<>();
    for (int m = 0; m < MONTHS; m++) {
      YearMonth month = first.plusMonths(m);
      int place = m;
      months.add(
          new Month(
              month.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH),
              Integer.toString(month.getYear()),
              m == 0 || month.getMonthValue() == 1,
              sum(byId, place, Fate.MISSING),
              sum(byId, place, Fate.LATE)));
    }
    return months;
  }

  private static long sum(Map<String, Tally> byId, int place, Fate fate) {
    return byId.values().stream().mapToLong(tally -> tally.cells[place][fate.ordinal()]).sum();
  }

  private static Reporter reporter(Tally tally, Coverholders coverholders, YearMonth first) {
    List<Cell> cells = new ArrayList<>();
    for (int m = 0; m < MONTHS; m++) {
      cells.add(cell(tally.cells[m], first.plusMonths(m)));
    }
    return new Reporter(tally.id, coverholders.name(tally.id), cells, tally.missing, tally.late);
  }

  /** The worst that became of a month decides its letter. */
  private static Cell cell(int[] counts, YearMonth month) {
    List<String> told = new ArrayList<>();
    for (Fate fate : Fate.values()) {
      if (counts[fate.ordinal()] > 0) {
        told.add(counts[fate.ordinal()] + " " + fate.told);
      }
    }
    String text = Wording.month(month) + ": " + String.join(", ", told);
    if (counts[Fate.MISSING.ordinal()] > 0) {
      return new Cell("M", "missing", text);
    }
    if (counts[Fate.LATE.ordinal()] > 0) {
      return new Cell("L", "late", text);
    }
    if (counts[Fate.UNDATED.ordinal()] > 0) {
      return new Cell("?", "undated", text);
    }
    return counts[Fate.IN_TIME.ordinal()] > 0
        ? new Cell("✓", "received", text)
        : new Cell("", "none", Wording.month(month) + ": nothing due or received");
  }
}
