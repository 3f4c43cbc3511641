// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** Reads a value that fits a fixed slot of a packed row. */
@FunctionalInterface
interface LongSource {

  /** The value, as the slot holds it. */
  long read(ValueAccess reader);

  /** 1970-01-01 as a Julian day number. */
  long JULIAN_EPOCH = 2_440_588L;

  long MICROS_PER_DAY = 86_400_000_000L;

  /** The source for a column of a fixed type, or null if the file's type cannot be one. */
  static @Nullable LongSource of(PrimitiveType type, RowLayout layout, int column) {
    ColumnType wanted = layout.type(column);
    PrimitiveTypeName physical = type.getPrimitiveTypeName();
    LogicalTypeAnnotation logical = type.getLogicalTypeAnnotation();
    boolean isInteger = logical == null || logical instanceof IntLogicalTypeAnnotation;
    switch (wanted) {
      case BOOLEAN:
        return physical == PrimitiveTypeName.BOOLEAN ? r -> r.getBoolean() ? 1 : 0 : null;
      case INT32:
        return physical == PrimitiveTypeName.INT32 && isInteger ? ValueAccess::getInteger : null;
      case INT64:
        return isInteger ? integer(physical) : null;
      case DOUBLE:
        if (physical == PrimitiveTypeName.FLOAT) {
          return r -> Double.doubleToRawLongBits(r.getFloat());
        }
        return physical == PrimitiveTypeName.DOUBLE
            ? r -> Double.doubleToRawLongBits(r.getDouble())
            : null;
      case DATE:
        return physical == PrimitiveTypeName.INT32 && logical instanceof DateLogicalTypeAnnotation
            ? ValueAccess::getInteger
            : null;
      case TIMESTAMP:
        return timestamp(physical, logical, layout.name(column));
      case DECIMAL:
        return Decimals.longSource(type, layout, column);
      default:
        return null;
    }
  }

  private static @Nullable LongSource integer(PrimitiveTypeName physical) {
    if (physical == PrimitiveTypeName.INT32) {
      return ValueAccess::getInteger;
    }
    return physical == PrimitiveTypeName.INT64 ? ValueAccess::getLong : null;
  }

  private static @Nullable LongSource timestamp(
      PrimitiveTypeName physical, @Nullable LogicalTypeAnnotation logical, String column) {
    if (physical == PrimitiveTypeName.INT96) {
      return r -> int96(r, column);
    }
    if (physical != PrimitiveTypeName.INT64
        || !(logical instanceof TimestampLogicalTypeAnnotation)) {
      return null;
    }
    switch (((TimestampLogicalTypeAnnotation) logical).getUnit()) {
      case MILLIS:
        return r -> Math.multiplyExact(r.getLong(), 1000L);
      case MICROS:
        return ValueAccess::getLong;
      case NANOS:
        return r -> microsOf(r.getLong(), column);
    }
    return null;
  }

  private static long int96(ValueAccess reader, String column) {
    ByteBuffer value = reader.getBinary().toByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    int at = value.position();
    long nanosOfDay = value.getLong(at);
    long day = value.getInt(at + Long.BYTES) - JULIAN_EPOCH;
    return Math.addExact(Math.multiplyExact(day, MICROS_PER_DAY), microsOf(nanosOfDay, column));
  }

  private static long microsOf(long nanos, String column) {
    if (nanos % 1000 != 0) {
      throw new ArithmeticException(
          "column " + column + " holds a time finer than a microsecond: " + nanos + " ns");
    }
    return nanos / 1000;
  }
}
