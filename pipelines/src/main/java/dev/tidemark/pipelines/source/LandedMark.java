// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The mark of a table as its landed rows hold it: a whole number that orders as the marks do. That
 * is microseconds since 1970 of a time (a naive one in the table's zone), days of a date, and a
 * number itself.
 */
public final class LandedMark implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final String column;
  private final Mark.Type type;
  private final ZoneId zone;

  private LandedMark(String column, Mark.Type type, ZoneId zone) {
    this.column = column;
    this.type = type;
    this.zone = zone;
  }

  /** The mark of a table; null for one that is read whole. */
  public static @Nullable LandedMark of(SourceTable table) {
    String column = table.ref().watermark();
    Mark.Type type = table.markType();
    return column == null || type == null ? null : new LandedMark(column, type, table.ref().zone());
  }

  /** The landed column. */
  public String column() {
    return column;
  }

  /** What a landed row with this mark holds; digits below the microsecond are not landed. */
  public long valueOf(Mark mark) {
    return switch (mark.type()) {
      case TIMESTAMP -> micros(mark.dateTime(), zone);
      case ZONED_TIMESTAMP -> micros(mark.dateTime(), ZoneOffset.UTC);
      case DATE -> mark.date().toEpochDay();
      case BIGINT -> Long.parseLong(mark.text());
    };
  }

  /** The microseconds in a difference of two values; numbers are no times: 0. */
  public long micros(long difference) {
    return switch (type) {
      case TIMESTAMP, ZONED_TIMESTAMP -> difference;
      case DATE -> Math.multiplyExact(difference, MICROS_PER_DAY);
      case BIGINT -> 0;
    };
  }

  private static long micros(LocalDateTime time, ZoneId zone) {
    // as a value of the column is landed
    return ChronoUnit.MICROS.between(
        Instant.EPOCH, time.atZone(zone).toInstant().truncatedTo(ChronoUnit.MICROS));
  }
}
