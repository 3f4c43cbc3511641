// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.LakeChange;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TableSummary;
import java.util.List;
import java.util.Locale;

/**
 * What a run read, what that changed, and whether it reconciles, as its summary has it.
 *
 * @param sources the source tables
 * @param lake the tables of the lake that changed
 * @param failing checks that do not hold
 * @param holding those that hold, as many as are shown
 * @param held how many hold
 */
record LoadedTables(
    List<Source> sources,
    List<Lake> lake,
    List<Compared> failing,
    List<Compared> holding,
    String held) {

  /** So many checks that hold are listed: three or so per table of the lake. */
  private static final int MOST_CHECKS = 400;

  /** A source table. */
  record Source(
      String table,
      String status,
      String tone,
      String window,
      String landed,
      String inserted,
      String updated,
      String same,
      String quarantined,
      String late) {}

  /** A table of the lake. */
  record Lake(String table, String version, String inserted, String updated, String deleted) {}

  /** A check of the reconciliation. */
  record Compared(String name, String left, String right) {}

  static LoadedTables of(RunSummary summary) {
    List<Compared> failing = compared(summary, false);
    List<Compared> holding = compared(summary, true);
    return new LoadedTables(
        summary.tables().stream().map(LoadedTables::source).toList(),
        summary.lake().stream().map(LoadedTables::lake).toList(),
        failing.stream().limit(MOST_CHECKS).toList(),
        holding.stream().limit(MOST_CHECKS).toList(),
        summary.checks().isEmpty()
            ? Wording.NONE
            : holding.size() + " of " + summary.checks().size());
  }

  private static List<Compared> compared(RunSummary summary, boolean holds) {
    return summary.checks().stream()
        .filter(check -> check.holds() == holds)
        .map(LoadedTables::compared)
        .toList();
  }

  private static Compared compared(Check check) {
    return new Compared(
        Wording.line(check.name()), Wording.line(check.left()), Wording.line(check.right()));
  }

  private static Source source(TableSummary table) {
    LoadCounts counts = table.counts();
    return new Source(
        table.table(),
        table.status().name().toLowerCase(Locale.ROOT),
        table.status() == LoadStatus.FAILED ? "bad" : "",
        window(table),
        Wording.count(counts.landedRows()),
        Wording.count(counts.inserted()),
        Wording.count(counts.updated()),
        Wording.count(counts.unchanged()),
        Wording.count(counts.quarantined()),
        Wording.count(counts.lateRows()));
  }

  /** What was read: after one mark, up to another, a line each. */
  private static String window(TableSummary table) {
    String low = table.windowLow();
    String high = table.windowHigh();
    if (high == null) {
      return table.status() == LoadStatus.LOADED
          ? "whole"
          : low == null ? Wording.NONE : "nothing after " + low;
    }
    return low == null ? "first load,\nup to " + high : "after " + low + ",\nup to " + high;
  }

  private static Lake lake(LakeChange change) {
    return new Lake(
        change.table(),
        Long.toString(change.version()),
        Wording.count(change.inserted()),
        Wording.count(change.updated()),
        Wording.count(change.deleted()));
  }
}
