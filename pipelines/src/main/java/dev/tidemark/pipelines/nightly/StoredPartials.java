// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.TableMismatchException;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.facts.ChangedSums;
import java.io.Serializable;
import java.util.List;

/**
 * A table of partial sums, from which marts are made: written where a bucket is derived, read where
 * it is not, and given on to the marts either way.
 */
final class StoredPartials implements Serializable {

  private static final long serialVersionUID = 1L;

  private final TableSpec spec;
  private final TableSnapshot pinned;
  private final String lakeRoot;
  private final List<String> reconciled;

  /**
   * Partial sums of a table.
   *
   * @param reconciled columns that are added up over the whole lake, as figures {@code
   *     <table>.<column>}
   */
  StoredPartials(RunPlan plan, TableSpec spec, String... reconciled) {
    this.spec = spec;
    pinned = plan.pinned(spec);
    lakeRoot = plan.lakeRoot();
    this.reconciled = List.of(reconciled);
  }

  boolean isMissing() {
    return !pinned.exists();
  }

  /** Plans what changes in a bucket, and tells the sections that it changes. */
  void replace(int bucket, RowBlocks rows, String attempt, BucketOutcome outcome) {
    BucketMerge merge = merge(bucket, attempt);
    RowBlocks before = merge.read();
    outcome.add(merge.replaceWith(rows));
    outcome.addTouched(
        spec.path(), TouchedSections.between(spec.layout(), spec.rowKey(), before, rows));
    give(rows, outcome);
  }

  /**
   * Plans what becomes of a bucket when the rows of some groups are replaced, and tells the
   * sections that it changes.
   *
   * @param leaving sums of what these groups were, which are among the stored ones
   * @param coming sums of what they are now
   */
  void change(
      int bucket, RowBlocks leaving, RowBlocks coming, String attempt, BucketOutcome outcome) {
    BucketMerge merge = merge(bucket, attempt);
    ChangedSums sums = changed(merge.read(), leaving, coming);
    outcome.add(merge.upsert(sums.after(), sums.before()));
    outcome.addTouched(
        spec.path(),
        TouchedSections.between(spec.layout(), spec.rowKey(), sums.before(), sums.after()));
    give(merge.result(), outcome);
  }

  private ChangedSums changed(RowBlocks stored, RowBlocks leaving, RowBlocks coming) {
    try {
      return ChangedSums.of(spec.rowKey(), stored, leaving, coming);
    } catch (ArithmeticException unfit) {
      throw new TableMismatchException(
          "table "
              + spec
              + " does not hold the sums of the rows that change ("
              + unfit.getMessage()
              + "); move its folder away, and the next run makes it anew");
    }
  }

  /** Gives what is stored of a bucket. */
  void keep(int bucket, String attempt, BucketOutcome outcome) {
    give(merge(bucket, attempt).read(), outcome);
  }

  private BucketMerge merge(int bucket, String attempt) {
    return BucketMerge.of(spec, pinned, bucket, lakeRoot, attempt);
  }

  private void give(RowBlocks rows, BucketOutcome outcome) {
    outcome.addPartials(spec.path(), rows);
    String table = spec.path().substring(spec.path().indexOf('/') + 1);
    RowView row = new RowView(spec.layout());
    for (long ref : rows.refs()) {
      row.at(rows, ref);
      for (String column : reconciled) {
        outcome.add(table + "." + column, row.getNumber(spec.layout().column(column)));
      }
    }
  }
}
