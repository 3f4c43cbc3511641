// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.source.LandedMark;
import dev.tidemark.pipelines.source.Mark;
import dev.tidemark.pipelines.source.MarkWindow;
import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What the marks of a load's rows tell: which rows are dated later than the source's clock, and
 * which stand in the overlap, where rows are read again.
 */
final class LoadMarks implements Serializable {

  private static final long serialVersionUID = 1L;

  private final @Nullable LandedMark mark;
  private final @Nullable Long futureAfter;
  private final @Nullable Long low;

  private LoadMarks(@Nullable LandedMark mark, @Nullable Long futureAfter, @Nullable Long low) {
    this.mark = mark;
    this.futureAfter = futureAfter;
    this.low = low;
  }

  /** Of a table without rows in this run, or that is read whole: no row is told apart. */
  static LoadMarks none() {
    return new LoadMarks(null, null, null);
  }

  /** Of a load. */
  static LoadMarks of(TableLoad load) {
    LandedMark mark = LandedMark.of(load.source());
    if (mark == null) {
      return none();
    }
    Mark future = load.scope().futureAfter();
    MarkWindow window = load.scope().window();
    Mark low = window == null ? null : window.low();
    return new LoadMarks(
        mark, future == null ? null : mark.valueOf(future), low == null ? null : mark.valueOf(low));
  }

  /** The column of the mark, null when there is none. */
  @Nullable String column() {
    return mark == null ? null : mark.column();
  }

  /** Looks at rows of a layout that has the mark's column. */
  Reader in(RowLayout layout) {
    return new Reader(layout);
  }

  /** Looks at rows; it belongs to one thread. */
  final class Reader {

    private final int column;
    private final boolean isInt;

    private Reader(RowLayout layout) {
      column = mark == null ? -1 : layout.column(mark.column());
      isInt =
          column >= 0
              && (layout.type(column) == ColumnType.DATE
                  || layout.type(column) == ColumnType.INT32);
    }

    /** Whether the row is dated later than the clock of the source, which was read first. */
    boolean isFuture(RowView row) {
      return futureAfter != null && isMarked(row) && value(row) > futureAfter;
    }

    /** Whether the row stands in the overlap: a run before could have read it. */
    boolean isReadAgain(RowView row) {
      return low != null && isMarked(row) && value(row) <= low;
    }

    /** How far behind the last mark a row of the overlap stands, in microseconds. */
    long lateness(RowView row) {
      if (mark == null || low == null) {
        throw new IllegalStateException("the load has no overlap");
      }
      return mark.micros(low - value(row));
    }

    private boolean isMarked(RowView row) {
      return column >= 0 && !row.isNull(column);
    }

    private long value(RowView row) {
      return isInt ? row.getInt(column) : row.getLong(column);
    }
  }
}
