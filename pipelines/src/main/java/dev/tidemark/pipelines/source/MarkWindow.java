// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.time.Duration;
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
   * day again, a BIGINT mark the rows that have {@code low} itself. Where the zone's clocks went
   * back, the overlap grows to cover the hour that occurred twice.
   */
  public static MarkWindow of(@Nullable Mark low, Mark high, Duration overlap, ZoneId zone) {
    return new MarkWindow(low, high, low == null ? null : readLow(low, overlap, zone));
  }

  /** The overlap behind a mark, and nothing that is newer. */
  public static MarkWindow behind(Mark mark, Duration overlap, ZoneId zone) {
    return of(mark, mark, overlap, zone);
  }

  /** A window without overlap. */
  public static MarkWindow exact(@Nullable Mark low, Mark high) {
    return new MarkWindow(low, high, low);
  }

  /** Reads from a row on that is older than the overlap. */
  public MarkWindow reachingBackTo(Mark row) {
    Mark before =
        switch (row.type()) {
          // A second is more than any source rounds by.
          case TIMESTAMP -> Mark.of(row.dateTime().minusSeconds(1));
          case ZONED_TIMESTAMP -> Mark.of(row.dateTime().minusSeconds(1).atOffset(ZoneOffset.UTC));
          case DATE -> Mark.of(row.date().minusDays(1));
          case BIGINT -> row;
        };
    return new MarkWindow(low, high, before);
  }

  /** Reads every row up to {@code high}. */
  public MarkWindow reachingBackToTheFirst() {
    return new MarkWindow(low, high, null);
  }

  private static Mark readLow(Mark low, Duration overlap, ZoneId zone) {
    return switch (low.type()) {
      case TIMESTAMP -> {
        LocalDateTime last = low.dateTime();
        LocalDateTime from = last.minus(overlap);
        LocalDateTime repeated = NaiveTime.startOfRepeatedHour(zone, from, last);
        // A second less, since the bound itself is excluded: the hour's first instant came twice.
        yield Mark.of(repeated.isBefore(from) ? repeated.minusSeconds(1) : from);
      }
      case ZONED_TIMESTAMP -> Mark.of(low.dateTime().minus(overlap).atOffset(ZoneOffset.UTC));
      case DATE -> Mark.of(low.date().minusDays(1));
      case BIGINT -> low.number() == Long.MIN_VALUE ? low : Mark.of(low.number() - 1);
    };
  }
}
