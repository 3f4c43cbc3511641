// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.math.BigDecimal;
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
      default -> {
        boolean isNumber = watermark.found() == SqlType.Kind.DECIMAL;
        if ((isNumber && watermark.type().isWholeNumber())
            || SqlServerDialect.isRowVersion(watermark)) {
          yield Mark.Type.BIGINT;
        }
        throw new ContractViolation(
            table
                + ": watermark "
                + watermark.sourceName()
                + " is a "
                + watermark.found()
                + "; use a column of timestamps, dates or whole numbers, or read the table whole (mode: full)");
      }
    };
  }

  /** The first column of the current row, never through milliseconds. */
  static Optional<Mark> read(SourceTable table, ResultSet row) throws SQLException {
    return read(table, row, 1);
  }

  /** A column of the current row, never through milliseconds. */
  static Optional<Mark> read(SourceTable table, ResultSet row, int column) throws SQLException {
    Dialect dialect = table.dialect();
    return switch (type(table, table.watermark())) {
      case TIMESTAMP ->
          Optional.ofNullable(dialect.dateTime(row, column)).map(value -> mark(table, value));
      case ZONED_TIMESTAMP ->
          Optional.ofNullable(dialect.zoned(row, column)).map(value -> mark(table, value));
      case DATE -> Optional.ofNullable(dialect.date(row, column)).map(value -> mark(table, value));
      case BIGINT ->
          Optional.ofNullable(row.getBigDecimal(column)).map(value -> mark(table, value));
    };
  }

  private static Mark mark(SourceTable table, LocalDateTime value) {
    requireCalendar(table, value.toLocalDate());
    return Mark.of(value);
  }

  private static Mark mark(SourceTable table, OffsetDateTime value) {
    requireCalendar(table, value.toLocalDate());
    return Mark.of(value);
  }

  private static Mark mark(SourceTable table, LocalDate value) {
    requireCalendar(table, value);
    return Mark.of(value);
  }

  private static Mark mark(SourceTable table, BigDecimal value) {
    try {
      return Mark.of(value.longValueExact());
    } catch (ArithmeticException e) {
      throw unusable(
          table, value.toPlainString(), "only whole numbers of 64 bits can be a mark", e);
    }
  }

  /** PostgreSQL knows times before and after all others. */
  private static void requireCalendar(SourceTable table, LocalDate date) {
    if (!Calendar.contains(date)) {
      throw unusable(table, date.toString(), Calendar.RULE, null);
    }
  }

  private static ContractViolation unusable(
      SourceTable table, String value, String why, @Nullable Exception cause) {
    ContractViolation violation =
        new ContractViolation(
            table.contract().table()
                + ": watermark "
                + table.watermark().sourceName()
                + " in "
                + table
                + " holds "
                + value
                + ", but "
                + why
                + "; correct the row");
    violation.initCause(cause);
    return violation;
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
