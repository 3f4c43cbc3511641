// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.config.OverlapSize;
import java.io.Serializable;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The rows {@code low < mark <= high} of a table, read from {@code readLow} on to catch those that
 * were committed late.
 *
 * @param low the mark of the last run, excluded; null on the first load
 * @param high the new mark, included
 * @param readLow low less the overlap, excluded; null when every row up to high is read
 */
public record MarkWindow(@Nullable Mark low, Mark high, @Nullable Mark readLow)
    implements Serializable {

  /**
   * A window that reads {@code overlap} behind {@code low} again. A DATE mark reads its whole last
   * day again. Where the zone's clocks went back, the overlap grows to cover the hour that occurred
   * twice.
   */
  public static MarkWindow of(@Nullable Mark low, Mark high, OverlapSize overlap, ZoneId zone) {
    return new MarkWindow(low, high, low == null ? null : readLow(low, overlap, zone));
  }

  /** The overlap behind a mark, and nothing that is newer. */
  public static MarkWindow behind(Mark mark, OverlapSize overlap, ZoneId zone) {
    return of(mark, mark, overlap, zone);
  }

  /** A window without overlap. */
  public static MarkWindow exact(@Nullable Mark low, Mark high) {
    return new MarkWindow(low, high, low);
  }

  /** Reads from a row on; no less than before, should the overlap hold that row. */
  public MarkWindow reachingBackTo(Mark row) {
    if (readLow == null) {
      return this;
    }
    Mark before =
        switch (row.type()) {
          // A second is more than any source rounds by.
          case TIMESTAMP -> Mark.of(row.dateTime().minusSeconds(1));
          case ZONED_TIMESTAMP -> Mark.of(row.dateTime().minusSeconds(1).atOffset(ZoneOffset.UTC));
          case DATE -> Mark.of(row.date().minusDays(1));
          case BIGINT -> less(row.number(), 1);
        };
    return before != null && readLow.compareTo(before) <= 0
        ? this
        : new MarkWindow(low, high, before);
  }

  /** Reads every row up to {@code high}. */
  public MarkWindow reachingBackToTheFirst() {
    return new MarkWindow(low, high, null);
  }

  private static @Nullable Mark readLow(Mark low, OverlapSize overlap, ZoneId zone) {
    return switch (low.type()) {
      case TIMESTAMP -> {
        LocalDateTime last = low.dateTime();
        LocalDateTime from = last.minus(overlap.time());
        LocalDateTime repeated = NaiveTime.startOfRepeatedHour(zone, from, last);
        // A second less, since the bound itself is excluded: the hour's first instant came twice.
        yield Mark.of(repeated.isBefore(from) ? repeated.minusSeconds(1) : from);
      }
      case ZONED_TIMESTAMP ->
          Mark.of(low.dateTime().minus(overlap.time()).atOffset(ZoneOffset.UTC));
      case DATE -> Mark.of(low.date().minusDays(1));
      case BIGINT -> less(low.number(), overlap.numbers());
    };
  }

  /** The number less so many; null when there is no such number, so that no row is below it. */
  private static @Nullable Mark less(long number, long many) {
    return number < Long.MIN_VALUE + many ? null : Mark.of(number - many);
  }
}
