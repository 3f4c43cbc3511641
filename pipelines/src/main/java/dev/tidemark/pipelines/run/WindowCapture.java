// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.NullWatermark;
import dev.tidemark.pipelines.config.OverlapSize;
import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.control.MarkMove;
import dev.tidemark.pipelines.control.Overlap;
import dev.tidemark.pipelines.control.Watermark;
import dev.tidemark.pipelines.nightly.TableLoad;
import dev.tidemark.pipelines.source.Capture;
import dev.tidemark.pipelines.source.ContractViolation;
import dev.tidemark.pipelines.source.FutureRows;
import dev.tidemark.pipelines.source.Mark;
import dev.tidemark.pipelines.source.MarkWindow;
import dev.tidemark.pipelines.source.Probe;
import dev.tidemark.pipelines.source.ReadScope;
import dev.tidemark.pipelines.source.SourceDatabase;
import dev.tidemark.pipelines.source.SourceTable;
import dev.tidemark.pipelines.source.TableContent;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is due of a table that is read by watermark, found before anything is read:
 *
 * <ul>
 *   <li>the window {@code (last, high]} and the overlap behind it;
 *   <li>the overlap alone, when nothing is newer but the source holds other rows there than when
 *       the mark was set: rows that were committed late;
 *   <li>rows later than the source's clock, when they are others than in the last run, and what a
 *       correction moved behind the overlap;
 *   <li>rows without a mark, when they are included and changed;
 *   <li>the window from further back, where a comparison of keys found rows that no run had read.
 * </ul>
 *
 * <p>Everything that is kept with the new mark is asked before the read: what was seen is then
 * committed and will be read; what comes later is seen as a difference by the next run.
 */
final class WindowCapture {

  /**
   * What was found.
   *
   * @param due null when nothing is to be read
   */
  record Found(TableSummary summary, DueTables.@Nullable Due due) {}

  private final SourceDatabase source;
  private final TableConfig config;
  private final SourceTable table;
  private final @Nullable Watermark stored;
  private final OverlapSize overlap;

  /**
   * Of a table.
   *
   * @throws ContractViolation when the configured overlap does not fit its mark
   */
  WindowCapture(
      SourceDatabase source, TableConfig config, SourceTable table, @Nullable Watermark stored) {
    this.source = source;
    this.config = config;
    this.table = table;
    this.stored = stored;
    overlap = table.overlap(config.overlap());
  }

  /**
   * Looks at the table.
   *
   * @throws RefusedMarkException when the stored mark or the rows' marks forbid a load
   */
  Found run() {
    StoredMark mark = new StoredMark(config, stored);
    Mark last = mark.last();
    Capture capture = source.capture(table, last, config.upperBoundLag());
    requireUsable(capture);
    FutureRows futureBefore = futureBefore();
    FutureRows future = future(capture);
    String unmarked = unmarked(capture);

    Probe behindLast = last == null ? null : source.probe(table, behind(last));
    MarkWindow window = capture.isEmpty() ? null : capture.window(overlap);
    boolean isLate = false;
    if (window == null && last != null && behindLast != null && isChanged(behindLast)) {
      window = behind(last);
      isLate = true;
    }
    if (last != null && !future.equals(futureBefore)) {
      MarkWindow reaching = reachCorrections(window, last, futureBefore, future);
      isLate |= window == null && reaching != null;
      window = reaching;
    }
    Mark again = mark.readAgainFrom();
    if (last != null && again != null) {
      isLate |= window == null;
      window = (window == null ? behind(last) : window).reachingBackTo(again);
    }
    ReadScope scope = scope(capture, window, futureBefore, future, unmarked);
    if (scope == null) {
      return new Found(summary(capture, LoadStatus.EMPTY, null, capture.rows()), null);
    }

    Mark target = capture.isEmpty() ? last : capture.high();
    Probe kept = Objects.equals(target, last) ? behindLast : null;
    if (kept == null && target != null) {
      kept = source.probe(table, behind(target));
    }
    long toRead = source.count(table, scope);
    MarkMove move =
        new MarkMove(
            config.name(),
            stored == null ? null : stored.mark(),
            controlMark(target),
            table.ref().schema(),
            config.watermark(),
            table.contract().key(),
            toRead,
            kept == null ? null : new Overlap(kept.rows(), kept.keySum()),
            future.isEmpty() ? null : future.text(),
            unmarked);
    boolean isNew = !capture.isEmpty();
    return new Found(
        summary(
            capture,
            isLate ? LoadStatus.LATE : LoadStatus.NEW,
            target,
            isNew ? capture.rows() : toRead),
        new DueTables.Due(
            new TableLoad(config.name(), table, scope, capture.sourceClock()), move, toRead));
  }

  private void requireUsable(Capture capture) {
    if (capture.isMarkAheadOfClock()) {
      throw refused(
          "its mark "
              + capture.last()
              + " is later than the source's clock, "
              + capture.sourceClock()
              + "; rows until then would be left out: see whether this is the right source, or"
              + " correct the mark in etl.watermark");
    }
    if (capture.nullRows() > 0 && config.nullWatermark() == NullWatermark.FAIL) {
      throw refused(
          capture.nullRows()
              + " rows have no "
              + config.watermark()
              + "; give them one, or set nullWatermark: include to load them, exclude to leave"
              + " them out");
    }
  }

  private FutureRows futureBefore() {
    String text = stored == null ? null : stored.futureRows();
    return text == null ? FutureRows.NONE : FutureRows.parse(text);
  }

  private FutureRows future(Capture capture) {
    Mark clock = capture.clockMark();
    return clock == null || capture.futureRows() == 0
        ? FutureRows.NONE
        : source.futureRows(table, clock);
  }

  /** Digest of the rows without a mark; null when there are none or they are left out. */
  private @Nullable String unmarked(Capture capture) {
    if (config.nullWatermark() != NullWatermark.INCLUDE || capture.nullRows() == 0) {
      return null;
    }
    TableContent content = source.content(table, ReadScope.unmarkedRows());
    return content.rows() == 0 ? null : content.digest();
  }

  /** Whether the overlap holds rows, and others than when the mark was set. */
  private boolean isChanged(Probe now) {
    Overlap before = stored == null ? null : stored.overlap();
    return now.rows() > 0
        && (before == null
            || before.count() != now.rows()
            || !before.keySum().equals(now.keySum()));
  }

  /**
   * A future row that was set back behind the overlap is in no window. If there is one, the window
   * reaches back to it; null if there is neither.
   */
  private @Nullable MarkWindow reachCorrections(
      @Nullable MarkWindow window, Mark last, FutureRows before, FutureRows now) {
    MarkWindow late = behind(last);
    MarkWindow read = window == null ? late : window;
    if (before.extent() == FutureRows.Extent.SUMMED) {
      return read.reachingBackToTheFirst();
    }
    List<List<String>> gone = before.keysGoneIn(now);
    Mark edge = read.readLow();
    if (gone.isEmpty() || edge == null) {
      return window;
    }
    Optional<Mark> earliest = source.earliest(table, gone, edge);
    return earliest.isPresent() ? read.reachingBackTo(earliest.get()) : window;
  }

  private @Nullable ReadScope scope(
      Capture capture,
      @Nullable MarkWindow window,
      FutureRows futureBefore,
      FutureRows future,
      @Nullable String unmarked) {
    boolean isFutureDue = !future.isEmpty() && !future.equals(futureBefore);
    boolean isUnmarkedDue =
        unmarked != null && (stored == null || !unmarked.equals(stored.unmarkedDigest()));
    if (window == null && !isFutureDue && !isUnmarkedDue) {
      return null;
    }
    return new ReadScope(
        window,
        isFutureDue ? capture.clockMark() : null,
        isUnmarkedDue ? ReadScope.Unmarked.READ : ReadScope.Unmarked.LEFT);
  }

  private MarkWindow behind(Mark mark) {
    return MarkWindow.behind(mark, overlap, zone());
  }

  private ZoneId zone() {
    return table.ref().zone();
  }

  private TableSummary summary(
      Capture capture, LoadStatus status, @Nullable Mark target, long rows) {
    Mark last = capture.last();
    return new TableSummary(
        config.name(),
        status,
        last == null ? null : last.text(),
        target == null ? null : target.text(),
        LoadCounts.NONE.withSource(rows, rows),
        capture.futureRows(),
        capture.nullRows(),
        capture.isSourceBehindMark()
            ? config.name()
                + ": its newest row is of "
                + (capture.high() == null ? "no time" : capture.high().text())
                + ", before the mark; see whether rows were removed or an older copy was restored"
            : null);
  }

  private static dev.tidemark.pipelines.control.Mark controlMark(@Nullable Mark mark) {
    return mark == null
        ? dev.tidemark.pipelines.control.Mark.NONE
        : new dev.tidemark.pipelines.control.Mark(mark.text(), mark.type().name());
  }

  private RefusedMarkException refused(String why) {
    return new RefusedMarkException(config.name() + ": " + why);
  }
}
