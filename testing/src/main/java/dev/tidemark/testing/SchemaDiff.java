// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static dev.tidemark.testing.ColumnKind.describeWithNull;

import dev.tidemark.testing.SchemaDiff.Line.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/**
 * How an actual schema differs from the expected one, a line per column. Descriptions, options and
 * UUIDs of a schema are not its content.
 */
final class SchemaDiff {

  /**
   * One difference.
   *
   * @param column as the expected schema names it; of an extra one, as the actual schema does
   * @param now the column's name in the actual schema; empty if it is missing
   */
  record Line(Kind kind, String column, String now, String expected, String actual) {

    enum Kind {
      RENAMED,
      RETYPED,
      NULLABILITY,
      MISSING,
      EXTRA,
      MOVED
    }

    private List<String> cells() {
      return List.of(kind.name().toLowerCase(Locale.ROOT), column, expected, actual);
    }
  }

  private final List<Line> lines = new ArrayList<>();

  private SchemaDiff() {}

  /** Compares names, types, nullability and the order of the columns. */
  static SchemaDiff ordered(Schema expected, Schema actual) {
    Map<String, String> names = names(expected, actual);
    SchemaDiff diff = unordered(expected, actual, names);
    List<String> kept = expected.getFieldNames().stream().filter(names::containsKey).toList();
    List<Integer> places = kept.stream().map(name -> actual.indexOf(named(names, name))).toList();
    List<Integer> inOrder = longestRise(places);
    for (int i = 0; i < kept.size(); i++) {
      if (!inOrder.contains(places.get(i))) {
        String name = kept.get(i);
        diff.add(
            Kind.MOVED,
            name,
            named(names, name),
            "place " + (expected.indexOf(name) + 1),
            "place " + (places.get(i) + 1));
      }
    }
    return diff;
  }

  /** Compares names, types and nullability. */
  static SchemaDiff anyOrder(Schema expected, Schema actual) {
    return unordered(expected, actual, names(expected, actual));
  }

  private static SchemaDiff unordered(Schema expected, Schema actual, Map<String, String> names) {
    SchemaDiff diff = new SchemaDiff();
    for (Field field : expected.getFields()) {
      String name = field.getName();
      String type = describeWithNull(field.getType());
      if (!names.containsKey(name)) {
        diff.add(Kind.MISSING, name, "", type, "");
      } else if (actual.hasField(name)) {
        diff.compare(name, field.getType(), actual.getField(name).getType());
      } else {
        String now = named(names, name);
        diff.add(Kind.RENAMED, name, now, name + " " + type, now + " " + type);
      }
    }
    for (Field field : actual.getFields()) {
      String name = field.getName();
      if (!names.containsValue(name)) {
        diff.add(Kind.EXTRA, name, name, "", describeWithNull(field.getType()));
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
        diff.add(Kind.MISSING, name, "", describeWithNull(type), "");
      }
    }
    return diff;
  }

  /**
   * What each expected column is called in the actual schema. A column that is not there was
   * renamed if another of the same type stands in its place, or is the only one that is new where
   * it is the only one that is gone.
   */
  private static Map<String, String> names(Schema expected, Schema actual) {
    Map<String, String> names = new HashMap<>();
    List<Field> gone = new ArrayList<>();
    for (Field field : expected.getFields()) {
      String name = field.getName();
      int place = expected.indexOf(name);
      if (actual.hasField(name)) {
        names.put(name, name);
      } else if (place < actual.getFieldCount()
          && isNewName(actual.getField(place), field, expected)) {
        names.put(name, actual.getField(place).getName());
      } else {
        gone.add(field);
      }
    }
    for (Field field : gone) {
      List<String> candidates =
          actual.getFields().stream()
              .filter(other -> isNewName(other, field, expected))
              .map(Field::getName)
              .filter(name -> !names.containsValue(name))
              .toList();
      long rivals = gone.stream().filter(other -> other.getType().equals(field.getType())).count();
      if (candidates.size() == 1 && rivals == 1) {
        names.put(field.getName(), candidates.get(0));
      }
    }
    return names;
  }

  private static boolean isNewName(Field candidate, Field gone, Schema expected) {
    return !expected.hasField(candidate.getName()) && candidate.getType().equals(gone.getType());
  }

  private static String named(Map<String, String> names, String column) {
    return names.getOrDefault(column, column);
  }

  /** The most of these places that can stay as they are: whatever is not among them has moved. */
  private static List<Integer> longestRise(List<Integer> places) {
    List<List<Integer>> risesEndingAt = new ArrayList<>();
    List<Integer> longest = List.of();
    for (int place : places) {
      List<Integer> before = List.of();
      for (List<Integer> rise : risesEndingAt) {
        if (rise.get(rise.size() - 1) < place && rise.size() > before.size()) {
          before = rise;
        }
      }
      List<Integer> rise = Stream.concat(before.stream(), Stream.of(place)).toList();
      risesEndingAt.add(rise);
      longest = rise.size() >= longest.size() ? rise : longest;
    }
    return longest;
  }

  private void compare(String name, FieldType expected, FieldType actual) {
    if (!expected.withNullable(true).equals(actual.withNullable(true))) {
      String was = describeWithNull(expected);
      String is = describeWithNull(actual);
      // Types that SQL words cannot tell apart are shown as Beam prints them.
      boolean told = !was.equals(is);
      add(
          Kind.RETYPED,
          name,
          name,
          told ? was : expected.toString(),
          told ? is : actual.toString());
    } else if (!expected.equals(actual)) {
      add(Kind.NULLABILITY, name, name, describeWithNull(expected), describeWithNull(actual));
    }
  }

  private void add(Kind kind, String column, String now, String expected, String actual) {
    lines.add(new Line(kind, column, now, expected, actual));
  }

  List<Line> lines() {
    return lines;
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** The differences as a table. */
  String format() {
    return new TextTable(
            List.of("", "column", "expected", "actual"), lines.stream().map(Line::cells).toList())
        .format();
  }
}
