// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.schemas.logicaltypes.FixedPrecisionNumeric;
import org.apache.beam.sdk.schemas.logicaltypes.SqlTypes;

/** How a column lies in a packed row. */
public enum ColumnType {
  /** One byte, 0 or 1. */
  BOOLEAN(1),
  /** Four bytes. */
  INT32(4),
  /** Eight bytes. */
  INT64(8),
  /** Eight bytes, IEEE 754; every NaN is the same NaN and −0.0 is 0.0. */
  DOUBLE(8),
  /** UTF-8. */
  STRING(0),
  /** Bytes as they are. */
  BYTES(0),
  /** A decimal of at most 18 digits: its unscaled value in eight bytes. */
  DECIMAL(8),
  /** A decimal of 19 to 38 digits: its unscaled value, big-endian two's complement. */
  BIG_DECIMAL(0),
  /** Days since 1970-01-01 in four bytes. */
  DATE(4),
  /** Microseconds since 1970-01-01T00:00Z in eight bytes. */
  TIMESTAMP(8);

  /** The digits that fit a DECIMAL slot. */
  static final int LONG_DIGITS = 18;

  private final int width;

  ColumnType(int width) {
    this.width = width;
  }

  /** Whether the value lies in the variable part of the row. */
  public boolean isVariable() {
    return width == 0;
  }

  /** Bytes of the column's slot; a variable value has a four-byte end offset there. */
  int slotWidth() {
    return width == 0 ? 4 : width;
  }

  /** The type of a Beam field; a type that rows may not have is refused by name. */
  static ColumnType of(String column, FieldType type) {
    switch (type.getTypeName()) {
      case BOOLEAN:
        return BOOLEAN;
      case INT32:
        return INT32;
      case INT64:
        return INT64;
      case DOUBLE:
        return DOUBLE;
      case STRING:
        return STRING;
      case BYTES:
        return BYTES;
      case LOGICAL_TYPE:
        String id = type.getLogicalType().getIdentifier();
        if (id.equals(SqlTypes.DATE.getIdentifier())) {
          return DATE;
        }
        if (id.equals(SqlTypes.TIMESTAMP.getIdentifier())) {
          return TIMESTAMP;
        }
        if (id.equals(FixedPrecisionNumeric.IDENTIFIER)) {
          return decimalArgument(type, "precision") <= LONG_DIGITS ? DECIMAL : BIG_DECIMAL;
        }
        break;
      default:
        break;
    }
    throw new IllegalArgumentException(
        "column "
            + column
            + " has type "
            + type
            + ", which a packed row cannot hold; use one of dev.tidemark Columns");
  }

  /** The {@code precision} or {@code scale} of a decimal field type. */
  static int decimalArgument(FieldType type, String name) {
    org.apache.beam.sdk.values.Row argument = type.getLogicalType().getArgument();
    Integer value = argument == null ? null : argument.getInt32(name);
    if (value == null) {
      throw new IllegalArgumentException("a decimal type without " + name + ": " + type);
    }
    return value;
  }
}
