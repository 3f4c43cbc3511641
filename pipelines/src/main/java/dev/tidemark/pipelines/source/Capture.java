// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.OverlapSize;
import java.io.Serializable;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * What a table held just before it is read.
 *
 * @param last the mark that the capture started from; null on the first load
 * @param high the highest mark that is not later than the source's clock less the lag; null when
 *     there is none
 * @param sourceClock the source's own clock, in micros
 * @param clockMark that clock as a mark of the table; null for numbers, which no clock bounds
 * @param rows rows with {@code last < mark <= high}
 * @param futureRows rows later than the source's clock; they never move the mark
 * @param nullRows rows without a mark
 * @param zone zone of naive marks
 */
public record Capture(
    @Nullable Mark last,
    @Nullable Mark high,
    Instant sourceClock,
    @Nullable Mark clockMark,
    long rows,
    long futureRows,
    long nullRows,
    ZoneId zone)
    implements Serializable {

  /** Nothing is newer than the last mark: nothing to read, and the mark stays. */
  public boolean isEmpty() {
    return high == null || (last != null && high.compareTo(last) <= 0);
  }

  /** The last mark is one that the source's clock has not reached: it cannot come from there. */
  public boolean isMarkAheadOfClock() {
    return last != null && clockMark != null && last.compareTo(clockMark) > 0;
  }

  /** The source holds no row as late as the last mark any more. */
  public boolean isSourceBehindMark() {
    return last != null && (high == null || high.compareTo(last) < 0);
  }

  /** The window to read. There is none when the capture {@link #isEmpty()}. */
  public MarkWindow window(OverlapSize overlap) {
    if (high == null || isEmpty()) {
      throw new IllegalStateException("nothing is newer than the mark " + last + "; do not read");
    }
    return MarkWindow.of(last, high, overlap, zone);
  }
}
