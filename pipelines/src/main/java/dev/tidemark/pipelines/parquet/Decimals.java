// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.RowLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** Decimals of files: unscaled values in INT32, INT64 or big-endian bytes, at the file's scale. */
final class Decimals {

  /** The digits that any long can hold. */
  private static final int LONG_DIGITS = 18;

  private static final long[] POWERS = new long[LONG_DIGITS + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
  }

  private Decimals() {}

  static boolean isDecimal(PrimitiveType type) {
    return type.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation;
  }

  /** A source of unscaled values at the column's scale, or null if the file has no decimal. */
  static @Nullable LongSource longSource(PrimitiveType type, RowLayout layout, int column) {
    Integer fileScale = scale(type);
    if (fileScale == null) {
      return null;
    }
    int shift = layout.scale(column) - fileScale;
    int digits = layout.precision(column);
    boolean fitsAlways = shift == 0 && digits(type) <= digits;
    switch (type.getPrimitiveTypeName()) {
      case INT32:
        return fitsAlways
            ? ValueAccess::getInteger
            : r -> exact(BigDecimal.valueOf(r.getInteger(), fileScale), layout, column);
      case INT64:
        return fitsAlways
            ? ValueAccess::getLong
            : r -> exact(BigDecimal.valueOf(r.getLong(), fileScale), layout, column);
      default:
        return r -> {
          Binary value = r.getBinary();
          // the common case, without objects: the value fits a long and keeps its scale
          if (shift == 0 && value.length() <= Long.BYTES) {
            long unscaled = unscaled(value.toByteBuffer());
            if (fitsAlways || unscaled > -POWERS[digits] && unscaled < POWERS[digits]) {
              return unscaled;
            }
          }
          return exact(
              new BigDecimal(new BigInteger(value.getBytesUnsafe()), fileScale), layout, column);
        };
    }
  }

  /** Whether the file has the unscaled value of a wide decimal as bytes, at the column's scale. */
  static boolean isBytesOf(PrimitiveType type, RowLayout layout, int column) {
    Integer scale = scale(type);
    return type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY
        && scale != null
        && scale == layout.scale(column)
        && digits(type) <= layout.precision(column);
  }

  /** A source of decimals at the file's scale, or null if the file has no decimal. */
  static ColumnDecoder.@Nullable BigDecimalSource bigSource(PrimitiveType type) {
    Integer scale = scale(type);
    if (scale == null) {
      return null;
    }
    switch (type.getPrimitiveTypeName()) {
      case INT32:
        return r -> BigDecimal.valueOf(r.getInteger(), scale);
      case INT64:
        return r -> BigDecimal.valueOf(r.getLong(), scale);
      default:
        return r -> new BigDecimal(new BigInteger(r.getBinary().getBytes()), scale);
    }
  }

  /** The scale of a decimal type, 0 for whole numbers, null for any other type. */
  private static @Nullable Integer scale(PrimitiveType type) {
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    switch (type.getPrimitiveTypeName()) {
      case INT32:
      case INT64:
        if (logical == null || logical instanceof IntLogicalTypeAnnotation) {
          return 0;
        }
        break;
      case BINARY:
      case FIXED_LEN_BYTE_ARRAY:
        break;
      default:
        return null;
    }
    return logical instanceof DecimalLogicalTypeAnnotation
        ? (Integer) ((DecimalLogicalTypeAnnotation) logical).getScale()
        : null;
  }

  /** The most digits that a value of the type has. */
  private static int digits(PrimitiveType type) {
    return isDecimal(type)
        ? ((DecimalLogicalTypeAnnotation) type.getLogicalTypeAnnotation()).getPrecision()
        : Integer.MAX_VALUE;
  }

  /** The unscaled value at the column's scale; digits that do not fit are refused. */
  private static long exact(BigDecimal value, RowLayout layout, int column) {
    BigDecimal rescaled = value.stripTrailingZeros();
    if (rescaled.scale() <= layout.scale(column)) {
      BigInteger unscaled = rescaled.setScale(layout.scale(column)).unscaledValue();
      if (unscaled.abs().compareTo(BigInteger.valueOf(POWERS[layout.precision(column)])) < 0) {
        return unscaled.longValue();
      }
    }
    throw new ArithmeticException(
        String.format(
            "column %s is DECIMAL(%d,%d) and cannot hold %s",
            layout.name(column),
            layout.precision(column),
            layout.scale(column),
            value.toPlainString()));
  }

  /** Big-endian two's complement of at most eight bytes. */
  private static long unscaled(ByteBuffer bytes) {
    int from = bytes.position();
    int to = bytes.limit();
    if (from == to) {
      return 0;
    }
    long value = bytes.get(from);
    for (int at = from + 1; at < to; at++) {
      value = value << 8 | (bytes.get(at) & 0xff);
    }
    return value;
  }
}
