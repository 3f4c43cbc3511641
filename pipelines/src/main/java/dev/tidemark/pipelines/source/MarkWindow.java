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
 * @param readLow low less the overlap, excluded; null when low is
 */
public record MarkWindow(@Nullable Mark low, Mark high, @Nullable Mark readLow)
    implements Serializable {

  /**
   * A window that reads {@code overlap} behind {@code low} again. A DATE mark reads its whole last
   * day again, a BIGINT mark nothing. Where the zone's clocks went back, the overlap grows to cover
   * the hour that occurred twice.
   */
  public static MarkWindow of(@Nullable Mark low, Mark high, Duration overlap, ZoneId zone) {
    return new MarkWindow(low, high, low == null ? null : readLow(low, overlap, zone));
  }

  /** A window without overlap. */
  public static MarkWindow exact(@Nullable Mark low, Mark high) {
    return new MarkWindow(low, high, low);
  }

  private static Mark readLow(Mark low, Duration overlap, ZoneId zone) {
    return switch (low.type()) {
      case TIMESTAMP -> {
        LocalDateTime last = low.dateTime();
        LocalDateTime from = last.minus(overlap);
        LocalDateTime repeated = NaiveTime.startOfRepeatedHour(zone, from, last);
        yield Mark.of(repeated.isBefore(from) ? repeated : from);
      }
      case ZONED_TIMESTAMP -> Mark.of(low.dateTime().minus(overlap).atOffset(ZoneOffset.UTC));
      case DATE -> Mark.of(low.date().minusDays(1));
      case BIGINT -> low;
    };
  }
}
