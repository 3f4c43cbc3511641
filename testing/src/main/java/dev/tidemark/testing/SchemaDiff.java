// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/**
 * How an actual schema differs from the expected one, a line per column: missing, extra, retyped,
 * nullability, moved. Descriptions, options and UUIDs of a schema are not its content.
 */
final class SchemaDiff {

  private final List<List<String>> lines = new ArrayList<>();

  private SchemaDiff() {}

  /** Compares names, types, nullability and the order of the columns. */
  static SchemaDiff ordered(Schema expected, Schema actual) {
    SchemaDiff diff = anyOrder(expected, actual);
    if (diff.isEmpty()) {
      for (Field field : expected.getFields()) {
        String name = field.getName();
        diff.addIfDifferent(
            "moved",
            name,
            "place " + (expected.indexOf(name) + 1),
            "place " + (actual.indexOf(name) + 1));
      }
    }
    return diff;
  }

  /** Compares names, types and nullability. */
  static SchemaDiff anyOrder(Schema expected, Schema actual) {
    SchemaDiff diff = new SchemaDiff();
    for (Field field : expected.getFields()) {
      String name = field.getName();
      if (actual.hasField(name)) {
        diff.compare(name, field.getType(), actual.getField(name).getType());
      } else {
        diff.add("missing", name, text(field.getType()), "");
      }
    }
    for (Field field : actual.getFields()) {
      if (!expected.hasField(field.getName())) {
        diff.add("extra", field.getName(), "", text(field.getType()));
      }
    }
    return diff;
  }

  /** Compares the named columns only, by name. */
  static SchemaDiff ofColumns(List<String> columns, Schema expected, Schema actual) {
    SchemaDiff diff = new SchemaDiff();
    for (String name : columns) {
      FieldType type = expected.getField(name).getType();
      if (actual.hasField(name)) {
        diff.compare(name, type, actual.getField(name).getType());
      } else {
        diff.add("missing", name, text(type), "");
      }
    }
    return diff;
  }

  private void compare(String name, FieldType expected, FieldType actual) {
    if (!expected.withNullable(true).equals(actual.withNullable(true))) {
      String was = text(expected);
      String is = text(actual);
      // Types that SQL words cannot tell apart are shown as Beam prints them.
      boolean told = !was.equals(is);
      add("retyped", name, told ? was : expected.toString(), told ? is : actual.toString());
    } else {
      addIfDifferent("nullability", name, text(expected), text(actual));
    }
  }

  private void addIfDifferent(String what, String name, String expected, String actual) {
    if (!Objects.equals(expected, actual)) {
      add(what, name, expected, actual);
    }
  }

  private void add(String what, String name, String expected, String actual) {
    lines.add(List.of(what, name, expected, actual));
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** The differences as a table. */
  String format() {
    return new TextTable(List.of("", "column", "expected", "actual"), lines).format();
  }

  /** The whole schema on one line. */
  static String describe(Schema schema) {
    return schema.getFields().stream()
        .map(field -> field.getName() + " " + text(field.getType()))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String text(FieldType type) {
    return ColumnKind.describe(type)
        + (Boolean.TRUE.equals(type.getNullable()) ? " NULL" : " NOT NULL");
  }
}
