// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/**
 * What is promised of rows, as a file holds it: a text table with a line per column. The last
 * column numbers the columns of the key.
 *
 * <pre>
 * column  | type          | nullability | key
 * account | INT32         | NOT NULL    | 1
 * amount  | DECIMAL(18,2) | NULL        |
 * </pre>
 */
record SchemaContract(Schema schema, List<String> key) {

  private static final List<String> HEADER = List.of("column", "type", "nullability", "key");

  SchemaContract {
    for (String column : key) {
      if (!schema.hasField(column)) {
        throw new IllegalArgumentException(
            "The key names the column "
                + column
                + ", which the schema lacks: it has "
                + String.join(", ", schema.getFieldNames())
                + ".");
      }
    }
  }

  static SchemaContract read(Path file) {
    try {
      TextTable table = TextTable.parse(Files.readString(file));
      if (!table.header().equals(HEADER)) {
        throw new IllegalArgumentException("its first line is not " + String.join(" | ", HEADER));
      }
      return of(table);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The contract " + file + " cannot be read: " + e.getMessage() + ".", e);
    }
  }

  private static SchemaContract of(TextTable table) {
    Schema.Builder schema = Schema.builder();
    TreeMap<Integer, String> key = new TreeMap<>();
    for (List<String> cells : table.rows()) {
      if (cells.size() != HEADER.size()) {
        throw new IllegalArgumentException(
            "a line has " + cells.size() + " cells: " + String.join(" | ", cells));
      }
      schema.addField(cells.get(0), type(cells.get(0), cells.get(1), cells.get(2)));
      if (!cells.get(3).isEmpty()) {
        key.put(Integer.valueOf(cells.get(3)), cells.get(0));
      }
    }
    return new SchemaContract(schema.build(), List.copyOf(key.values()));
  }

  private static FieldType type(String column, String type, String nullability) {
    if (!List.of("NULL", "NOT NULL").contains(nullability)) {
      throw new IllegalArgumentException(
          "column " + column + " is neither NULL nor NOT NULL but " + nullability);
    }
    try {
      return ColumnKind.parse(type).withNullable(nullability.equals("NULL"));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("column " + column + ": " + e.getMessage(), e);
    }
  }

  void write(Path file) {
    List<List<String>> lines = new ArrayList<>();
    for (Field field : schema.getFields()) {
      FieldType type = field.getType();
      if (ColumnKind.of(type) == ColumnKind.OTHER) {
        throw new IllegalArgumentException(
            "Column "
                + field.getName()
                + " is "
                + ColumnKind.describe(type)
                + ", which a contract file cannot hold.");
      }
      int place = key.indexOf(field.getName());
      lines.add(
          List.of(
              field.getName(),
              ColumnKind.describe(type),
              ColumnKind.nullability(type),
              place < 0 ? "" : String.valueOf(place + 1)));
    }
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(
          file, new TextTable(HEADER, Collections.unmodifiableList(lines)).format() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
