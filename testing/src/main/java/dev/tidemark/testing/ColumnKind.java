// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.schemas.Schema.LogicalType;
import org.apache.beam.sdk.schemas.logicaltypes.FixedPrecisionNumeric;
import org.apache.beam.sdk.schemas.logicaltypes.SqlTypes;
import org.apache.beam.sdk.values.Row;

/** The kinds of column that a text table can hold, told from Beam's field types. */
enum ColumnKind {
  BOOLEAN("a truth value"),
  INT32("a whole number of 32 bits"),
  INT64("a whole number of 64 bits"),
  DOUBLE("a number"),
  STRING("text"),
  BYTES("bytes"),
  DECIMAL("a decimal number"),
  /** Beam's own DECIMAL, which carries any scale. */
  FREE_DECIMAL("a decimal number"),
  DATE("a date such as 2026-01-31"),
  TIMESTAMP("an instant such as 2026-01-31T10:15:00.123456Z"),
  OTHER("a value");

  private static final Pattern DECIMAL_TYPE = Pattern.compile("DECIMAL\\((\\d+), *(\\d+)\\)");

  private final String example;

  ColumnKind(String example) {
    this.example = example;
  }

  /** What a cell of this kind should be, for an error message. */
  String example() {
    return example;
  }

  static ColumnKind of(FieldType type) {
    return switch (type.getTypeName()) {
      case BOOLEAN -> BOOLEAN;
      case INT32 -> INT32;
      case INT64 -> INT64;
      case DOUBLE -> DOUBLE;
      case STRING -> STRING;
      case BYTES -> BYTES;
      case DECIMAL -> FREE_DECIMAL;
      case LOGICAL_TYPE -> ofLogical(logical(type).getIdentifier());
      default -> OTHER;
    };
  }

  private static ColumnKind ofLogical(String identifier) {
    if (identifier.equals(FixedPrecisionNumeric.IDENTIFIER)) {
      return DECIMAL;
    }
    if (identifier.equals(SqlTypes.DATE.getIdentifier())) {
      return DATE;
    }
    return identifier.equals(SqlTypes.TIMESTAMP.getIdentifier()) ? TIMESTAMP : OTHER;
  }

  static int precision(FieldType decimal) {
    return argument(decimal, "precision");
  }

  static int scale(FieldType decimal) {
    return argument(decimal, "scale");
  }

  private static int argument(FieldType decimal, String name) {
    Row argument = Objects.requireNonNull(logical(decimal).getArgument());
    return Objects.requireNonNull(argument.getInt32(name));
  }

  private static LogicalType<?, ?> logical(FieldType type) {
    return Objects.requireNonNull(type.getLogicalType());
  }

  /** The type without its nullability, as SQL would write it: {@code DECIMAL(18,2)}. */
  static String describe(FieldType type) {
    ColumnKind kind = of(type);
    return switch (kind) {
      case DECIMAL -> "DECIMAL(" + precision(type) + "," + scale(type) + ")";
      case FREE_DECIMAL -> "DECIMAL";
      case OTHER -> describeOther(type);
      default -> kind.name();
    };
  }

  /**
   * Reads what {@link #describe} writes, but for types that a text table cannot hold.
   *
   * @throws IllegalArgumentException with the reason only, for the caller to add the column
   */
  static FieldType parse(String type) {
    Matcher decimal = DECIMAL_TYPE.matcher(type);
    if (decimal.matches()) {
      return FieldType.logicalType(
          FixedPrecisionNumeric.of(
              Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2))));
    }
    return switch (type) {
      case "BOOLEAN" -> FieldType.BOOLEAN;
      case "INT32" -> FieldType.INT32;
      case "INT64" -> FieldType.INT64;
      case "DOUBLE" -> FieldType.DOUBLE;
      case "STRING" -> FieldType.STRING;
      case "BYTES" -> FieldType.BYTES;
      case "DECIMAL" -> FieldType.DECIMAL;
      case "DATE" -> FieldType.logicalType(SqlTypes.DATE);
      case "TIMESTAMP" -> FieldType.logicalType(SqlTypes.TIMESTAMP);
      default ->
          throw new IllegalArgumentException(
              type
                  + " is no type; there are BOOLEAN, INT32, INT64, DOUBLE, STRING, BYTES,"
                  + " DECIMAL(p,s), DECIMAL, DATE, TIMESTAMP");
    };
  }

  /** The type with its nullability: {@code DECIMAL(18,2) NULL}. */
  static String describeWithNull(FieldType type) {
    return describe(type) + " " + nullability(type);
  }

  /** {@code NULL} or {@code NOT NULL}. */
  static String nullability(FieldType type) {
    return Boolean.TRUE.equals(type.getNullable()) ? "NULL" : "NOT NULL";
  }

  private static String describeOther(FieldType type) {
    return switch (type.getTypeName()) {
      case LOGICAL_TYPE -> logical(type).getIdentifier();
      case ARRAY, ITERABLE ->
          type.getTypeName()
              + "<"
              + describe(Objects.requireNonNull(type.getCollectionElementType()))
              + ">";
      default -> type.getTypeName().name().toUpperCase(Locale.ROOT);
    };
  }
}
