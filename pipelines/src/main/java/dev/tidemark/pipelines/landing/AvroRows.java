// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import dev.tidemark.transforms.block.RowLayout;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Rows as Avro records for ParquetIO, exact: Beam's own conversion loses a decimal's scale and a
 * time's micros.
 */
final class AvroRows implements Serializable {
  private static final long serialVersionUID = 1L;

  private final Schema schema;
  private final List<Schema> values;

  private AvroRows(Schema schema) {
    this.schema = schema;
    this.values = schema.getFields().stream().map(f -> value(f.schema())).toList();
  }

  static AvroRows of(String name, org.apache.beam.sdk.schemas.Schema rows) {
    RowLayout layout = RowLayout.of(rows);
    List<Schema.Field> fields = new ArrayList<>();
    for (int c = 0; c < layout.size(); c++) {
      org.apache.beam.sdk.schemas.Schema.Field field = rows.getField(c);
      Schema value = value(layout, c);
      boolean nullable = field.getType().getNullable();
      fields.add(
          nullable
              ? new Schema.Field(
                  field.getName(),
                  Schema.createUnion(Schema.create(Schema.Type.NULL), value),
                  null,
                  Schema.Field.NULL_DEFAULT_VALUE)
              : new Schema.Field(field.getName(), value));
    }
    return new AvroRows(Schema.createRecord(name, null, "dev.tidemark.landing", false, fields));
  }

  Schema schema() {
    return schema;
  }

  private static Schema value(Schema field) {
    return field.getType() == Schema.Type.UNION ? field.getTypes().get(1) : field;
  }

  private static Schema value(RowLayout layout, int c) {
    return switch (layout.type(c)) {
      case BOOLEAN -> Schema.create(Schema.Type.BOOLEAN);
      case INT32 -> Schema.create(Schema.Type.INT);
      case INT64 -> Schema.create(Schema.Type.LONG);
      case DOUBLE -> Schema.create(Schema.Type.DOUBLE);
      case STRING -> Schema.create(Schema.Type.STRING);
      case BYTES -> Schema.create(Schema.Type.BYTES);
      case DATE -> LogicalTypes.date().addToSchema(Schema.create(Schema.Type.INT));
      case TIMESTAMP -> LogicalTypes.timestampMicros().addToSchema(Schema.create(Schema.Type.LONG));
      case DECIMAL, BIG_DECIMAL ->
          LogicalTypes.decimal(layout.precision(c), layout.scale(c))
              .addToSchema(
                  Schema.createFixed(
                      "decimal_" + layout.name(c), null, null, bytesFor(layout.precision(c))));
    };
  }

  /** The fewest bytes that hold every number of so many digits, as Parquet's own rule has it. */
  private static int bytesFor(int precision) {
    return BigDecimal.TEN.pow(precision).toBigInteger().bitLength() / 8 + 1;
  }

  GenericRecord toRecord(Row row) {
    GenericData.Record record = new GenericData.Record(schema);
    for (int i = 0; i < values.size(); i++) {
      Object value = row.getValue(i);
      record.put(i, value == null ? null : toAvro(value, values.get(i)));
    }
    return record;
  }

  private static @Nullable Object toAvro(Object value, Schema type) {
    if (value instanceof BigDecimal decimal) {
      return fixed(decimal, type);
    } else if (value instanceof Instant instant) {
      return micros(instant);
    } else if (value instanceof LocalDate date) {
      return Math.toIntExact(date.toEpochDay());
    } else if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    return value;
  }

  /** ChronoUnit.MICROS counts in nanos, which a long holds for 292 years only. */
  private static long micros(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
  }

  private static GenericData.Fixed fixed(BigDecimal decimal, Schema type) {
    LogicalTypes.Decimal numeric = (LogicalTypes.Decimal) type.getLogicalType();
    if (decimal.scale() != numeric.getScale() || decimal.precision() > numeric.getPrecision()) {
      throw new IllegalArgumentException(
          "decimal "
              + decimal.toPlainString()
              + " is not a DECIMAL("
              + numeric.getPrecision()
              + ","
              + numeric.getScale()
              + ")");
    }
    byte[] digits = decimal.unscaledValue().toByteArray();
    byte[] bytes = new byte[type.getFixedSize()];
    int padding = bytes.length - digits.length;
    Arrays.fill(bytes, 0, padding, (byte) (decimal.signum() < 0 ? -1 : 0));
    System.arraycopy(digits, 0, bytes, padding, digits.length);
    return new GenericData.Fixed(type, bytes);
  }
}
