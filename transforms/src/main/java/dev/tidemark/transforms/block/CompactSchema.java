// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/**
 * A schema for the fields of a DoFn: it is serialised as one short text, not as the hundreds of
 * objects that a Beam schema is made of. Runners serialise functions often, the direct runner for
 * every bundle. A schema of other types than {@link Columns} are made of, or with descriptions or
 * options, is serialised as it is.
 */
public final class CompactSchema implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final char SEPARATOR = '\n';
  private static final char NULLABLE = '?';
  private static final char REQUIRED = '!';

  /** What texts stand for; a process knows few schemas, and each is read often. */
  private static final Map<String, Schema> KNOWN = new ConcurrentHashMap<>();

  private transient Schema schema;

  private CompactSchema(Schema schema) {
    this.schema = schema;
  }

  /** A schema to be serialised. */
  public static CompactSchema of(Schema schema) {
    return new CompactSchema(schema);
  }

  /** The schema. */
  public Schema schema() {
    return schema;
  }

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    String text = text(schema);
    boolean isText =
        !text.isEmpty() && KNOWN.computeIfAbsent(text, CompactSchema::read).equals(schema);
    out.writeBoolean(isText);
    out.writeObject(isText ? text : schema);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    schema =
        in.readBoolean()
            ? KNOWN.computeIfAbsent((String) in.readObject(), CompactSchema::read)
            : (Schema) in.readObject();
  }

  /** A line per column; empty for a schema with types that rows may not have. */
  private static String text(Schema schema) {
    StringBuilder text = new StringBuilder();
    for (Field field : schema.getFields()) {
      ColumnType type;
      try {
        type = ColumnType.of(field.getName(), field.getType());
      } catch (IllegalArgumentException notOfRows) {
        return "";
      }
      text.append(field.getType().getNullable() ? NULLABLE : REQUIRED).append(type.ordinal());
      if (isDecimal(type)) {
        text.append(',')
            .append(ColumnType.decimalArgument(field.getType(), "precision"))
            .append(',')
            .append(ColumnType.decimalArgument(field.getType(), "scale"));
      }
      text.append(' ').append(field.getName()).append(SEPARATOR);
    }
    return text.toString();
  }

  private static Schema read(String text) {
    Schema.Builder schema = Schema.builder();
    for (String line : text.split(String.valueOf(SEPARATOR), -1)) {
      if (!line.isEmpty()) {
        int blank = line.indexOf(' ');
        schema.addField(
            line.substring(blank + 1),
            type(line.substring(1, blank).split(",", -1)).withNullable(line.charAt(0) == NULLABLE));
      }
    }
    return schema.build();
  }

  private static FieldType type(String[] parts) {
    ColumnType type = ColumnType.values()[Integer.parseInt(parts[0])];
    return switch (type) {
      case BOOLEAN -> FieldType.BOOLEAN;
      case INT32 -> FieldType.INT32;
      case INT64 -> FieldType.INT64;
      case DOUBLE -> FieldType.DOUBLE;
      case STRING -> FieldType.STRING;
      case BYTES -> FieldType.BYTES;
      case DECIMAL, BIG_DECIMAL ->
          Columns.decimal(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
      case DATE -> Columns.DATE;
      case TIMESTAMP -> Columns.TIMESTAMP;
    };
  }

  private static boolean isDecimal(ColumnType type) {
    return type == ColumnType.DECIMAL || type == ColumnType.BIG_DECIMAL;
  }
}
