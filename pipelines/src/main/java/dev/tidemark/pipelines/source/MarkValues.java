// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Marks between a source's columns, its clock and Java. */
final class MarkValues {
  private MarkValues() {}

  static Mark.Type type(SourceTable table, SourceColumn watermark) {
    return switch (watermark.found()) {
      case TIMESTAMP -> Mark.Type.TIMESTAMP;
      case ZONED_TIMESTAMP -> Mark.Type.ZONED_TIMESTAMP;
      case DATE -> Mark.Type.DATE;
      case SMALL_INTEGER, INTEGER, BIG_INTEGER -> Mark.Type.BIGINT;
      default ->
          throw new ContractViolation(
              table
                  + ": watermark "
                  + watermark.sourceName()
                  + " is a "
                  + watermark.found()
                  + "; use a column of timestamps, dates or whole numbers, or read the table whole (mode: full)");
    };
  }

  /** The first column, never through milliseconds. */
  static Optional<Mark> read(ResultSet row, Mark.Type type) throws SQLException {
    switch (type) {
      case TIMESTAMP -> {
        LocalDateTime value = row.getObject(1, LocalDateTime.class);
        return row.wasNull() ? Optional.empty() : Optional.of(Mark.of(value));
      }
      case ZONED_TIMESTAMP -> {
        OffsetDateTime value = row.getObject(1, OffsetDateTime.class);
        return row.wasNull() ? Optional.empty() : Optional.of(Mark.of(value));
      }
      case DATE -> {
        LocalDate value = row.getObject(1, LocalDate.class);
        return row.wasNull() ? Optional.empty() : Optional.of(Mark.of(value));
      }
      case BIGINT -> {
        long value = row.getLong(1);
        return row.wasNull() ? Optional.empty() : Optional.of(Mark.of(value));
      }
    }
    throw new AssertionError(type);
  }

  /**
   * The highest mark that can have been written by the instant; null for numbers, which no clock
   * bounds.
   */
  static @Nullable Mark latestAt(Instant instant, Mark.Type type, ZoneId zone) {
    return switch (type) {
      case TIMESTAMP -> Mark.of(NaiveTime.latestAt(instant, zone));
      case ZONED_TIMESTAMP -> Mark.of(instant.atOffset(ZoneOffset.UTC));
      case DATE -> Mark.of(LocalDate.ofInstant(instant, zone));
      case BIGINT -> null;
    };
  }
}
