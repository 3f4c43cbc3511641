// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/**
 * A value of a watermark column, exact: kept as text, compared and bound as the column's own type.
 * Two marks of one value are equal, however they were written.
 *
 * @param type the column's type
 * @param text {@code 2024-02-05 10:00:00.123456}, with {@code +00:00} behind it when zoned (then in
 *     UTC); {@code 2024-02-05}; or a whole number. Nanoseconds appear only where the source has
 *     them
 */
public record Mark(Type type, String text) implements Serializable, Comparable<Mark> {

  /** The types that a watermark column may have. */
  public enum Type {
    TIMESTAMP,
    ZONED_TIMESTAMP,
    DATE,
    BIGINT
  }

  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 6, 9, true)
          .toFormatter(Locale.ROOT);
  private static final String UTC = "+00:00";
  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

  public Mark {
    try {
      text =
          switch (type) {
            case TIMESTAMP -> TIMESTAMP.format(LocalDateTime.parse(text, TIMESTAMP));
            case ZONED_TIMESTAMP ->
                TIMESTAMP.format(LocalDateTime.parse(utc(text), TIMESTAMP)) + UTC;
            case DATE -> LocalDate.parse(text).toString();
            case BIGINT -> Long.toString(Long.parseLong(text));
          };
    } catch (DateTimeException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "mark " + text + " is no " + type + "; correct it in etl.watermark", e);
    }
  }

  private static String utc(String text) {
    if (!text.endsWith(UTC)) {
      throw new DateTimeException("not in UTC");
    }
    return text.substring(0, text.length() - UTC.length());
  }

  public static Mark of(LocalDateTime value) {
    return new Mark(Type.TIMESTAMP, TIMESTAMP.format(value));
  }

  /** The instant of the value; its offset is not kept. */
  public static Mark of(OffsetDateTime value) {
    return new Mark(
        Type.ZONED_TIMESTAMP, TIMESTAMP.format(value.withOffsetSameInstant(ZoneOffset.UTC)) + UTC);
  }

  public static Mark of(LocalDate value) {
    return new Mark(Type.DATE, value.toString());
  }

  public static Mark of(long value) {
    return new Mark(Type.BIGINT, Long.toString(value));
  }

  /** The mark at a place in the order of its type, see {@link #position}. */
  public static Mark at(Type type, long position) {
    return switch (type) {
      case TIMESTAMP -> of(ChronoUnit.MICROS.addTo(EPOCH, position));
      case ZONED_TIMESTAMP -> of(ChronoUnit.MICROS.addTo(EPOCH, position).atOffset(ZoneOffset.UTC));
      case DATE -> of(LocalDate.ofEpochDay(position));
      case BIGINT -> of(position);
    };
  }

  /**
   * The mark's place in the order of its type: microseconds of a time, digits below them dropped,
   * days of a date, a number itself.
   */
  long position() {
    return switch (type) {
      case TIMESTAMP, ZONED_TIMESTAMP -> ChronoUnit.MICROS.between(EPOCH, dateTime());
      case DATE -> date().toEpochDay();
      case BIGINT -> number();
    };
  }

  /** The date and time of a {@link Type#TIMESTAMP}, or of a {@link Type#ZONED_TIMESTAMP} in UTC. */
  LocalDateTime dateTime() {
    return LocalDateTime.parse(type == Type.ZONED_TIMESTAMP ? utc(text) : text, TIMESTAMP);
  }

  /** When that is; empty for a mark that is a number. A date is the beginning of its day. */
  public Optional<Instant> instant(ZoneId zone) {
    return switch (type) {
      case TIMESTAMP -> Optional.of(dateTime().atZone(zone).toInstant());
      case ZONED_TIMESTAMP -> Optional.of(dateTime().toInstant(ZoneOffset.UTC));
      case DATE -> Optional.of(date().atStartOfDay(zone).toInstant());
      case BIGINT -> Optional.empty();
    };
  }

  LocalDate date() {
    return LocalDate.parse(text);
  }

  long number() {
    return Long.parseLong(text);
  }

  /** Orders two marks of one type; marks of different types have no order. */
  @Override
  public int compareTo(Mark other) {
    if (type != other.type) {
      throw new IllegalArgumentException(
          "mark "
              + this
              + " cannot be compared with "
              + other
              + "; the watermark column changed its type, reset the mark");
    }
    return switch (type) {
      case TIMESTAMP, ZONED_TIMESTAMP -> dateTime().compareTo(other.dateTime());
      case DATE -> date().compareTo(other.date());
      case BIGINT -> Long.compare(number(), other.number());
    };
  }

  @Override
  public String toString() {
    return type + " " + text;
  }
}
