// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Rows from a table written as text, and back.
 *
 * <pre>{@code
 * List<Row> rows = Rows.table(SCHEMA, """
 *     id | name  | amount  | sold_on    | sold_at
 *     1  | Ada   | 1200.00 | 2026-01-31 | 2026-01-31T10:15:00Z
 *     2  | null  | 0.50    | null       | null
 *     3  | ""    | -1      | 2026-02-01 | null
 *     """);
 * }</pre>
 *
 * <p>Columns may stand in any order; a nullable column that the header leaves out is NULL in every
 * row. {@code null} is NULL and {@code ""} the empty text; an empty cell is an error. Text goes
 * into double quotes where it holds a bar, outer blanks or the word {@code null}, with the escapes
 * of Java. A decimal takes the scale of its column and must fit without rounding. Bytes are
 * hexadecimal, {@code 0x0aff}. A header alone gives no rows.
 */
public final class Rows {

  private Rows() {}

  /**
   * Reads rows from a text table.
   *
   * @throws IllegalArgumentException naming row and column of the first cell that cannot be read
   */
  public static List<Row> table(Schema schema, String text) {
    TextTable table = TextTable.parse(text);
    checkHeader(schema, table.header());
    List<Row> rows = new ArrayList<>();
    for (List<String> cells : table.rows()) {
      rows.add(row(schema, table.header(), cells, rows.size() + 1));
    }
    return rows;
  }

  /** The columns of a schema that the header of a text table names, in its order. */
  static Schema named(Schema schema, String text) {
    Schema.Builder named = Schema.builder();
    for (String column : TextTable.parse(text).header()) {
      if (!schema.hasField(column)) {
        checkHeader(schema, List.of(column));
      }
      named.addField(schema.getField(column));
    }
    return named.build();
  }

  private static void checkHeader(Schema schema, List<String> header) {
    Set<String> seen = new HashSet<>();
    for (String column : header) {
      if (!schema.hasField(column)) {
        throw new IllegalArgumentException(
            "The text table names the column "
                + column
                + ", which the schema lacks: it has "
                + String.join(", ", schema.getFieldNames())
                + ".");
      }
      if (!seen.add(column)) {
        throw new IllegalArgumentException("The text table names the column " + column + " twice.");
      }
    }
    for (Field field : schema.getFields()) {
      if (!seen.contains(field.getName()) && !Boolean.TRUE.equals(field.getType().getNullable())) {
        throw new IllegalArgumentException(
            "The text table leaves out the column "
                + field.getName()
                + ", which is NOT NULL: add it to the header.");
      }
    }
  }

  private static Row row(Schema schema, List<String> header, List<String> cells, int number) {
    if (cells.size() != header.size()) {
      throw new IllegalArgumentException(
          "Row %d of the text table has %d cells, its header %d: %s"
              .formatted(number, cells.size(), header.size(), String.join(" | ", cells)));
    }
    List<@Nullable Object> values = new ArrayList<>();
    for (Field field : schema.getFields()) {
      int column = header.indexOf(field.getName());
      try {
        values.add(column < 0 ? null : Cells.parse(field.getType(), cells.get(column)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "Row %d, column %s of the text table: %s."
                .formatted(number, field.getName(), e.getMessage()),
            e);
      }
    }
    return Row.withSchema(schema).addValues(values).build();
  }

  /** A root transform that gives the rows of a text table, with their schema. */
  public static PTransform<PBegin, PCollection<Row>> create(Schema schema, String text) {
    return create(schema, table(schema, text));
  }

  /** A root transform that gives the rows, which may be none, with their schema. */
  public static PTransform<PBegin, PCollection<Row>> create(Schema schema, List<Row> rows) {
    return Create.of(rows).withRowSchema(schema);
  }

  /** Writes rows as the text table that {@link #table} reads; all of one schema. */
  public static String format(Schema schema, Iterable<Row> rows) {
    return new TextTable(
            schema.getFieldNames(),
            StreamSupport.stream(rows.spliterator(), false)
                .map(row -> row.getValues().stream().map(Cells::format).toList())
                .toList())
        .format();
  }
}
