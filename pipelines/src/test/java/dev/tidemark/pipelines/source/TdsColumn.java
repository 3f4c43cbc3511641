// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result as SQL Server sends it (MS-TDS 2.2.5.4).
 *
 * @param name its name, empty for an expression
 * @param userType 0x50 for a ROWVERSION, else 0
 * @param typeInfo its type
 * @param encoder writes a value that is not NULL
 * @param nil how a NULL is written
 */
record TdsColumn(String name, int userType, byte[] typeInfo, Encoder encoder, byte[] nil) {

  interface Encoder {
    void write(TdsBytes out, Object value);
  }

  private static final byte[] COLLATION = {0x09, 0x04, (byte) 0xD0, 0x00, 0x34};
  private static final byte[] SHORT_NULL = {0};
  private static final byte[] LONG_NULL = {-1, -1};
  private static final byte[] PARTLY_NULL = {-1, -1, -1, -1, -1, -1, -1, -1};
  private static final LocalDate DATETIME_ORIGIN = LocalDate.of(1900, 1, 1);
  private static final LocalDate DATE_ORIGIN = LocalDate.of(1, 1, 1);
  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

  void write(TdsBytes out, @Nullable Object value) {
    if (value == null) {
      out.raw(nil);
    } else {
      encoder.write(out, value);
    }
  }

  private static TdsColumn plain(String name, TdsBytes typeInfo, Encoder encoder) {
    return new TdsColumn(name, 0, typeInfo.toBytes(), encoder, SHORT_NULL);
  }

  private static TdsColumn integer(String name, int length) {
    return plain(
        name,
        new TdsBytes().raw(0x26, length),
        (out, value) -> out.u1(length).little(((Number) value).longValue(), length));
  }

  static TdsColumn bigint(String name) {
    return integer(name, 8);
  }

  static TdsColumn integer(String name) {
    return integer(name, 4);
  }

  static TdsColumn smallint(String name) {
    return integer(name, 2);
  }

  static TdsColumn tinyint(String name) {
    return integer(name, 1);
  }

  static TdsColumn bit(String name) {
    return plain(
        name,
        new TdsBytes().raw(0x68, 1),
        (out, value) -> out.u1(1).u1(value.equals(true) ? 1 : 0));
  }

  static TdsColumn real(String name) {
    return plain(
        name,
        new TdsBytes().raw(0x6D, 4),
        (out, value) -> out.u1(4).u4(Float.floatToIntBits((Float) value)));
  }

  static TdsColumn floating(String name) {
    return plain(
        name,
        new TdsBytes().raw(0x6D, 8),
        (out, value) -> out.u1(8).u8(Double.doubleToLongBits((Double) value)));
  }

  static TdsColumn money(String name) {
    return plain(
        name,
        new TdsBytes().raw(0x6E, 8),
        (out, value) -> {
          long tenThousandths = ((BigDecimal) value).movePointRight(4).longValueExact();
          out.u1(8).u4(tenThousandths >> 32).u4(tenThousandths);
        });
  }

  static TdsColumn decimal(String name, int precision, int scale) {
    return plain(
        name,
        new TdsBytes().raw(0x6A, 17, precision, scale),
        (out, value) -> {
          BigInteger unscaled = ((BigDecimal) value).setScale(scale).unscaledValue();
          BigInteger magnitude = unscaled.abs();
          out.u1(17).u1(unscaled.signum() < 0 ? 0 : 1);
          out.u8(magnitude.longValue()).u8(magnitude.shiftRight(64).longValue());
        });
  }

  static TdsColumn datetime(String name) {
    return plain(
        name,
        new TdsBytes().raw(0x6F, 8),
        (out, value) -> {
          LocalDateTime time = (LocalDateTime) value;
          long nanos = time.toLocalTime().toNanoOfDay();
          long ticks = Math.round(nanos * 3 / 1e7);
          out.u1(8).u4(ChronoUnit.DAYS.between(DATETIME_ORIGIN, time.toLocalDate())).u4(ticks);
        });
  }

  static TdsColumn smalldatetime(String name) {
    return plain(
        name,
        new TdsBytes().raw(0x6F, 4),
        (out, value) -> {
          LocalDateTime time = (LocalDateTime) value;
          out.u1(4)
              .u2((int) ChronoUnit.DAYS.between(DATETIME_ORIGIN, time.toLocalDate()))
              .u2(time.getHour() * 60 + time.getMinute());
        });
  }

  static TdsColumn date(String name) {
    return plain(
        name, new TdsBytes().raw(0x28), (out, value) -> days(out.u1(3), (LocalDate) value));
  }

  static TdsColumn time(String name, int scale) {
    return plain(
        name,
        new TdsBytes().raw(0x29, scale),
        (out, value) -> clock(out.u1(length(scale)), (LocalTime) value, scale));
  }

  static TdsColumn datetime2(String name, int scale) {
    return plain(
        name,
        new TdsBytes().raw(0x2A, scale),
        (out, value) -> {
          LocalDateTime time = (LocalDateTime) value;
          days(clock(out.u1(length(scale) + 3), time.toLocalTime(), scale), time.toLocalDate());
        });
  }

  static TdsColumn datetimeoffset(String name, int scale) {
    return plain(
        name,
        new TdsBytes().raw(0x2B, scale),
        (out, value) -> {
          OffsetDateTime time = (OffsetDateTime) value;
          LocalDateTime utc = time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
          days(clock(out.u1(length(scale) + 5), utc.toLocalTime(), scale), utc.toLocalDate())
              .u2(time.getOffset().getTotalSeconds() / 60);
        });
  }

  private static int length(int scale) {
    return scale <= 2 ? 3 : scale <= 4 ? 4 : 5;
  }

  private static TdsBytes clock(TdsBytes out, LocalTime time, int scale) {
    long unit = Duration.ofSeconds(1).toNanos() / (long) Math.pow(10, scale);
    return out.little(time.toNanoOfDay() / unit, length(scale));
  }

  private static TdsBytes days(TdsBytes out, LocalDate date) {
    return out.little(ChronoUnit.DAYS.between(DATE_ORIGIN, date), 3);
  }

  private static TdsColumn characters(String name, int type, int length, Charset charset) {
    return new TdsColumn(
        name,
        0,
        new TdsBytes().u1(type).u2(length).raw(COLLATION).toBytes(),
        (out, value) -> {
          byte[] text = ((String) value).getBytes(charset);
          out.u2(text.length).raw(text);
        },
        LONG_NULL);
  }

  static TdsColumn nvarchar(String name, int length) {
    return characters(name, 0xE7, 2 * length, StandardCharsets.UTF_16LE);
  }

  static TdsColumn nchar(String name, int length) {
    return characters(name, 0xEF, 2 * length, StandardCharsets.UTF_16LE);
  }

  static TdsColumn varchar(String name, int length) {
    return characters(name, 0xA7, length, WINDOWS_1252);
  }

  static TdsColumn fixedChar(String name, int length) {
    return characters(name, 0xAF, length, WINDOWS_1252);
  }

  private static TdsColumn partly(String name, byte[] typeInfo) {
    return new TdsColumn(
        name,
        0,
        typeInfo,
        (out, value) -> {
          byte[] text = TdsBytes.utf16((String) value);
          out.u8(text.length).u4(text.length).raw(text).u4(0);
        },
        PARTLY_NULL);
  }

  static TdsColumn nvarcharMax(String name) {
    return partly(name, new TdsBytes().u1(0xE7).u2(0xFFFF).raw(COLLATION).toBytes());
  }

  static TdsColumn xml(String name) {
    return partly(name, new TdsBytes().raw(0xF1, 0).toBytes());
  }

  /** GEOGRAPHY or GEOMETRY: the product never reads one as it is. */
  static TdsColumn spatial(String name, String type) {
    return partly(
        name,
        new TdsBytes()
            .u1(0xF0)
            .u2(0xFFFF)
            .shortText("Bdx")
            .shortText("sys")
            .shortText(type)
            .text("Microsoft.SqlServer.Types.Sql" + type)
            .toBytes());
  }

  /** SQL_VARIANT: the product refuses it. */
  static TdsColumn variant(String name) {
    return plain(
        name,
        new TdsBytes().u1(0x62).u4(8009),
        (out, value) -> {
          throw new IllegalArgumentException("a SQL_VARIANT is never sent");
        });
  }

  private static TdsColumn bytes(String name, int userType, int type, int length) {
    return new TdsColumn(
        name,
        userType,
        new TdsBytes().u1(type).u2(length).toBytes(),
        (out, value) -> out.u2(((byte[]) value).length).raw((byte[]) value),
        LONG_NULL);
  }

  static TdsColumn varbinary(String name, int length) {
    return bytes(name, 0, 0xA5, length);
  }

  static TdsColumn binary(String name, int length) {
    return bytes(name, 0, 0xAD, length);
  }

  static TdsColumn rowversion(String name) {
    return bytes(name, 0x50, 0xAD, 8);
  }

  static TdsColumn uniqueidentifier(String name) {
    return plain(
        name,
        new TdsBytes().raw(0x24, 16),
        (out, value) -> {
          UUID id = (UUID) value;
          long high = id.getMostSignificantBits();
          out.u1(16).u4(high >>> 32).u2((int) (high >>> 16)).u2((int) high);
          out.raw(ByteBuffer.allocate(8).putLong(id.getLeastSignificantBits()).array());
        });
  }
}
