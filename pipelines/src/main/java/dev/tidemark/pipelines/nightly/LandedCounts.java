// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge.Effect;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;

/**
 * Counts what the landed rows of a bucket did to silver: how many are new, changed something or
 * nothing; which of the overlap came late, and which were only read again.
 *
 * <p>A row of the overlap that changes something was committed after a run had passed its mark: it
 * is late by the distance to that mark. The figures are named {@code <Table>.inserted} and so on.
 */
final class LandedCounts {

  private final String table;
  private final LoadMarks.Reader marks;
  private long inserted;
  private long updated;
  private long unchanged;
  private long reRead;
  private long late;
  private long maxLateness;

  /** For rows of a layout that has the mark's column. */
  LandedCounts(String table, LoadMarks marks, RowLayout layout) {
    this.table = table;
    this.marks = marks.in(layout);
  }

  /** Counts a row that a merge took. */
  void add(RowView row, Effect effect) {
    switch (effect) {
      case INSERTED -> inserted++;
      case UPDATED -> updated++;
      case UNCHANGED -> unchanged++;
    }
    if (marks.isReadAgain(row)) {
      if (effect == Effect.UNCHANGED) {
        reRead++;
      } else {
        late++;
        maxLateness = Math.max(maxLateness, marks.lateness(row));
      }
    }
  }

  /** Gives the figures, once. */
  void report(BucketOutcome outcome) {
    outcome.count(table + ".inserted", inserted);
    outcome.count(table + ".updated", updated);
    outcome.count(table + ".unchanged", unchanged);
    outcome.count(table + ".re_read", reRead);
    outcome.count(table + ".late_rows", late);
    outcome.count(table + ".max_lateness_micros", maxLateness);
  }
}
