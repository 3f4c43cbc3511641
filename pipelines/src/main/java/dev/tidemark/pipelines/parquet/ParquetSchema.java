// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.RowLayout;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/** The Parquet types of packed columns: those that every reader of Delta tables expects. */
final class ParquetSchema {

  /** The digits that fit an INT32, and an INT64. */
  static final int INT32_DIGITS = 9;

  /** Bytes of a decimal of 38 digits. */
  static final int WIDE_DECIMAL_BYTES = 16;

  private ParquetSchema() {}

  static MessageType of(RowLayout layout) {
    List<Type> types = new ArrayList<>();
    for (int c = 0; c < layout.size(); c++) {
      types.add(type(layout, c));
    }
    return new MessageType("row", types);
  }

  /** The type that a column is written with. */
  static PrimitiveType type(RowLayout layout, int column) {
    Repetition repetition = layout.nullable(column) ? Repetition.OPTIONAL : Repetition.REQUIRED;
    String name = layout.name(column);
    switch (layout.type(column)) {
      case BOOLEAN:
        return Types.primitive(PrimitiveTypeName.BOOLEAN, repetition).named(name);
      case INT32:
        return Types.primitive(PrimitiveTypeName.INT32, repetition).named(name);
      case INT64:
        return Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
      case DOUBLE:
        return Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
      case STRING:
        return Types.primitive(PrimitiveTypeName.BINARY, repetition)
            .as(LogicalTypeAnnotation.stringType())
            .named(name);
      case BYTES:
        return Types.primitive(PrimitiveTypeName.BINARY, repetition).named(name);
      case DATE:
        return Types.primitive(PrimitiveTypeName.INT32, repetition)
            .as(LogicalTypeAnnotation.dateType())
            .named(name);
      case TIMESTAMP:
        return Types.primitive(PrimitiveTypeName.INT64, repetition)
            .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
            .named(name);
      case DECIMAL:
        return Types.primitive(
                layout.precision(column) <= INT32_DIGITS
                    ? PrimitiveTypeName.INT32
                    : PrimitiveTypeName.INT64,
                repetition)
            .as(LogicalTypeAnnotation.decimalType(layout.scale(column), layout.precision(column)))
            .named(name);
      case BIG_DECIMAL:
        return Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
            .length(WIDE_DECIMAL_BYTES)
            .as(LogicalTypeAnnotation.decimalType(layout.scale(column), layout.precision(column)))
            .named(name);
    }
    throw new AssertionError(layout.type(column));
  }
}
