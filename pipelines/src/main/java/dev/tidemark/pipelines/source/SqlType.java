// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.schemas.logicaltypes.FixedPrecisionNumeric;
import org.apache.beam.sdk.schemas.logicaltypes.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * A column type of a contract, e.g. {@code DECIMAL(18,2)}, and the field type that it lands as.
 *
 * @param text the type as the contract writes it
 * @param kind what sort of value it holds
 * @param precision digits of a decimal, length of a text, 0 where unsaid
 * @param scale digits after the point of a decimal, else 0
 */
public record SqlType(String text, Kind kind, int precision, int scale) implements Serializable {

  /** The sorts of value that a contract knows. */
  public enum Kind {
    BOOLEAN,
    SMALL_INTEGER,
    INTEGER,
    BIG_INTEGER,
    DECIMAL,
    DOUBLE,
    CHAR,
    TEXT,
    DATE,
    TIMESTAMP,
    ZONED_TIMESTAMP,
    TIME,
    UUID,
    BINARY
  }

  static final int MAX_PRECISION = 38;

  private static final Map<String, Kind> KINDS =
      Map.ofEntries(
          Map.entry("BIT", Kind.BOOLEAN),
          Map.entry("BOOLEAN", Kind.BOOLEAN),
          Map.entry("TINYINT", Kind.SMALL_INTEGER),
          Map.entry("SMALLINT", Kind.SMALL_INTEGER),
          Map.entry("INT", Kind.INTEGER),
          Map.entry("INTEGER", Kind.INTEGER),
          Map.entry("BIGINT", Kind.BIG_INTEGER),
          Map.entry("DECIMAL", Kind.DECIMAL),
          Map.entry("NUMERIC", Kind.DECIMAL),
          Map.entry("FLOAT", Kind.DOUBLE),
          Map.entry("REAL", Kind.DOUBLE),
          Map.entry("CHAR", Kind.CHAR),
          Map.entry("NCHAR", Kind.CHAR),
          Map.entry("VARCHAR", Kind.TEXT),
          Map.entry("NVARCHAR", Kind.TEXT),
          Map.entry("XML", Kind.TEXT),
          Map.entry("JSON", Kind.TEXT),
          Map.entry("JSONB", Kind.TEXT),
          Map.entry("VARIANT", Kind.TEXT),
          Map.entry("OBJECT", Kind.TEXT),
          Map.entry("ARRAY", Kind.TEXT),
          Map.entry("GEOGRAPHY", Kind.TEXT),
          Map.entry("GEOMETRY", Kind.TEXT),
          Map.entry("DATE", Kind.DATE),
          Map.entry("DATETIME", Kind.TIMESTAMP),
          Map.entry("DATETIME2", Kind.TIMESTAMP),
          Map.entry("SMALLDATETIME", Kind.TIMESTAMP),
          Map.entry("TIMESTAMP", Kind.TIMESTAMP),
          Map.entry("DATETIMEOFFSET", Kind.ZONED_TIMESTAMP),
          Map.entry("TIME", Kind.TIME),
          Map.entry("UNIQUEIDENTIFIER", Kind.UUID),
          Map.entry("UUID", Kind.UUID),
          Map.entry("ROWVERSION", Kind.BINARY),
          Map.entry("BINARY", Kind.BINARY),
          Map.entry("VARBINARY", Kind.BINARY));

  private static final Pattern SHAPE =
      Pattern.compile("([A-Z][A-Z0-9]*)(?:\\( *(\\d{1,9}) *(?:, *(\\d{1,9}) *)?\\))?");

  /** Every name that a contract may use for a kind, in alphabetical order. */
  static List<String> names(Kind kind) {
    return KINDS.entrySet().stream()
        .filter(entry -> entry.getValue() == kind)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** Reads {@code NAME}, {@code NAME(n)} or {@code NAME(p,s)}; any case. */
  public static SqlType parse(String text) {
    Matcher shape = SHAPE.matcher(text.strip().toUpperCase(Locale.ROOT));
    Kind kind = shape.matches() ? KINDS.get(shape.group(1)) : null;
    if (kind == null) {
      throw new IllegalArgumentException(
          "type "
              + text
              + " is not known; use one of "
              + KINDS.keySet().stream().sorted().toList());
    }
    int precision = shape.group(2) == null ? 0 : Integer.parseInt(shape.group(2));
    int scale = shape.group(3) == null ? 0 : Integer.parseInt(shape.group(3));
    if (kind == Kind.DECIMAL && (precision < 1 || precision > MAX_PRECISION || scale > precision)) {
      throw new IllegalArgumentException(
          "type "
              + text
              + " needs a precision of 1 to 38 and a scale up to it, e.g. DECIMAL(18,2)");
    }
    return new SqlType(shape.group(), kind, precision, scale);
  }

  /** The plainest type of a kind; null for a decimal that no precision up to 38 holds. */
  static @Nullable SqlType of(Kind kind, int precision, int scale) {
    return switch (kind) {
      case BOOLEAN -> parse("BIT");
      case SMALL_INTEGER -> parse("SMALLINT");
      case INTEGER -> parse("INT");
      case BIG_INTEGER -> parse("BIGINT");
      case DECIMAL ->
          precision < 1 || precision > MAX_PRECISION || scale < 0 || scale > precision
              ? null
              : parse("DECIMAL(" + precision + "," + scale + ")");
      case DOUBLE -> parse("FLOAT");
      case CHAR -> parse("CHAR");
      case TEXT -> parse("VARCHAR");
      case DATE -> parse("DATE");
      case TIMESTAMP -> parse("DATETIME2");
      case ZONED_TIMESTAMP -> parse("DATETIMEOFFSET");
      case TIME -> parse("TIME");
      case UUID -> parse("UUID");
      case BINARY -> parse("VARBINARY");
    };
  }

  /** The type of the landed field, not nullable. */
  public FieldType fieldType() {
    return switch (kind) {
      case BOOLEAN -> FieldType.BOOLEAN;
      case SMALL_INTEGER, INTEGER -> FieldType.INT32;
      case BIG_INTEGER -> FieldType.INT64;
      case DECIMAL -> FieldType.logicalType(FixedPrecisionNumeric.of(precision, scale));
      case DOUBLE -> FieldType.DOUBLE;
      case CHAR, TEXT, TIME, UUID -> FieldType.STRING;
      case DATE -> FieldType.logicalType(SqlTypes.DATE);
      case TIMESTAMP, ZONED_TIMESTAMP -> FieldType.logicalType(SqlTypes.TIMESTAMP);
      case BINARY -> FieldType.BYTES;
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
