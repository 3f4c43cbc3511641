// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowLayout;
import io.delta.kernel.types.BinaryType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.ByteType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.DecimalType;
import io.delta.kernel.types.DoubleType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.ShortType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/** Column types of packed rows as Delta types, and back. */
final class DeltaTypes {

  private DeltaTypes() {}

  /** The stored columns of a layout: its own and the bucket. */
  static StructType of(RowLayout layout) {
    StructType type = new StructType();
    for (int c = 0; c < layout.size(); c++) {
      type = type.add(layout.name(c), type(layout, c), layout.nullable(c));
    }
    return type.add(TableSpec.BUCKET, IntegerType.INTEGER);
  }

  /**
   * A stored table's columns with more of a layout's behind them; what is stored has null there.
   */
  static StructType with(StructType stored, RowLayout layout, List<String> more) {
    StructType type = stored;
    for (String column : more) {
      type = type.add(column, type(layout, layout.column(column)), true);
    }
    return type;
  }

  private static DataType type(RowLayout layout, int column) {
    switch (layout.type(column)) {
      case BOOLEAN:
        return BooleanType.BOOLEAN;
      case INT32:
        return IntegerType.INTEGER;
      case INT64:
        return LongType.LONG;
      case DOUBLE:
        return DoubleType.DOUBLE;
      case STRING:
        return StringType.STRING;
      case BYTES:
        return BinaryType.BINARY;
      case DECIMAL:
      case BIG_DECIMAL:
        return new DecimalType(layout.precision(column), layout.scale(column));
      case DATE:
        return DateType.DATE;
      case TIMESTAMP:
        return TimestampType.TIMESTAMP;
    }
    throw new AssertionError(layout.type(column));
  }

  /** The type of a column as Delta's users write it, such as {@code DECIMAL(18,2)}. */
  static String name(RowLayout layout, int column) {
    switch (layout.type(column)) {
      case INT32:
        return "INT";
      case INT64:
        return "BIGINT";
      case BYTES:
        return "BINARY";
      case DECIMAL:
      case BIG_DECIMAL:
        return "DECIMAL(" + layout.precision(column) + "," + layout.scale(column) + ")";
      default:
        return layout.type(column).name();
    }
  }

  /** The columns of a stored table without the bucket. */
  static Schema toBeam(String table, StructType stored) {
    Schema.Builder schema = Schema.builder();
    for (StructField field : stored.fields()) {
      if (!field.getName().equals(TableSpec.BUCKET)) {
        schema.addField(
            Schema.Field.of(field.getName(), fieldType(table, field))
                .withNullable(field.isNullable()));
      }
    }
    return schema.build();
  }

  private static FieldType fieldType(String table, StructField field) {
    DataType type = field.getDataType();
    if (type instanceof BooleanType) {
      return FieldType.BOOLEAN;
    } else if (type instanceof IntegerType
        || type instanceof ShortType
        || type instanceof ByteType) {
      return FieldType.INT32;
    } else if (type instanceof LongType) {
      return FieldType.INT64;
    } else if (type instanceof DoubleType) {
      return FieldType.DOUBLE;
    } else if (type instanceof StringType) {
      return FieldType.STRING;
    } else if (type instanceof BinaryType) {
      return FieldType.BYTES;
    } else if (type instanceof DecimalType) {
      DecimalType decimal = (DecimalType) type;
      return Columns.decimal(decimal.getPrecision(), decimal.getScale());
    } else if (type instanceof DateType) {
      return Columns.DATE;
    } else if (type instanceof TimestampType) {
      return Columns.TIMESTAMP;
    }
    throw new IllegalStateException(
        "table "
            + table
            + " has column "
            + field.getName()
            + " of type "
            + type
            + ", which is not supported; drop the column");
  }
}
