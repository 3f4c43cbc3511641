// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.testing.SerializableMatcher;
import org.apache.beam.sdk.values.Row;
import org.hamcrest.Description;
import org.hamcrest.TypeSafeDiagnosingMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Matches rows against the expected ones; made by {@link RowMatchers}, immutable, and serialisable
 * so that it can judge inside a pipeline (see {@link PAssertRows}).
 */
public final class RowsMatcher extends TypeSafeDiagnosingMatcher<Iterable<Row>>
    implements SerializableMatcher<Iterable<Row>> {

  private static final long serialVersionUID = 1L;

  /** Whether the order of the rows is part of what is expected. */
  enum Order {
    ANY,
    AS_LISTED
  }

  /** Null when no row is expected and nobody named a schema: then any schema will do. */
  private final @Nullable Schema schema;

  // ArrayLists, because a matcher travels to the workers.
  private final ArrayList<Row> expected;
  private final Order order;
  private final ArrayList<String> keys;
  private final ArrayList<String> columns;
  private final double tolerance;

  private RowsMatcher(
      @Nullable Schema schema,
      List<Row> expected,
      Order order,
      List<String> keys,
      List<String> columns,
      double tolerance) {
    this.schema = schema;
    this.expected = new ArrayList<>(expected);
    this.order = order;
    this.keys = new ArrayList<>(keys);
    this.columns = new ArrayList<>(columns);
    this.tolerance = tolerance;
  }

  static RowsMatcher of(List<Row> expected, Order order) {
    Schema schema = expected.isEmpty() ? null : expected.get(0).getSchema();
    return new RowsMatcher(schema, expected, order, List.of(), List.of(), 0);
  }

  static RowsMatcher of(Schema schema, List<Row> expected, Order order) {
    return new RowsMatcher(schema, expected, order, List.of(), List.of(), 0);
  }

  /**
   * Pairs expected and actual rows of one key, so that a mismatch shows which cells changed. What
   * matches stays the same. A NULL key equals a NULL key; a key may repeat.
   */
  public RowsMatcher byKey(String... keys) {
    checkColumns(List.of(keys));
    return new RowsMatcher(schema, expected, order, List.of(keys), columns, tolerance);
  }

  /** Compares these columns only; the actual rows may have any others. */
  public RowsMatcher onColumns(String... columns) {
    checkColumns(List.of(columns));
    return new RowsMatcher(schema, expected, order, keys, List.of(columns), tolerance);
  }

  /** Takes two doubles for the same that differ by no more than this; decimals stay exact. */
  public RowsMatcher withTolerance(double tolerance) {
    if (!(tolerance >= 0)) {
      throw new IllegalArgumentException(
          "The tolerance for doubles is " + tolerance + "; it must be 0 or more.");
    }
    return new RowsMatcher(schema, expected, order, keys, columns, tolerance);
  }

  private void checkColumns(List<String> names) {
    for (String name : names) {
      if (schema != null && !schema.hasField(name)) {
        throw new IllegalArgumentException(
            "The expected rows have no column "
                + name
                + "; they have "
                + String.join(", ", schema.getFieldNames())
                + ".");
      }
    }
  }

  /** How a schema differs from what the rows need; null if it will do. */
  @Nullable SchemaDiff schemaDiff(Schema actual) {
    if (schema == null) {
      return null;
    }
    SchemaDiff diff =
        columns.isEmpty()
            ? SchemaDiff.ordered(schema, actual)
            : SchemaDiff.ofColumns(comparedColumns(schema), schema, actual);
    return diff.isEmpty() ? null : diff;
  }

  @Override
  protected boolean matchesSafely(Iterable<Row> actual, Description mismatch) {
    List<Row> rows = new ArrayList<>();
    actual.forEach(rows::add);
    Schema known = null;
    for (Row row : rows) {
      SchemaDiff diff = row.getSchema() == known ? null : schemaDiff(row.getSchema());
      if (diff != null) {
        mismatch.appendText("the schema of the rows differs\n").appendText(diff.format());
        return false;
      }
      known = row.getSchema();
    }
    Schema shape = schema != null ? schema : known;
    if (shape == null) {
      return true;
    }
    RowDiff diff = diff(comparedColumns(shape), rows);
    if (!diff.isEmpty()) {
      mismatch.appendText(diff.format());
    }
    return diff.isEmpty();
  }

  private RowDiff diff(List<String> compared, List<Row> actual) {
    RowDiff diff = new RowDiff(compared, keys, tolerance);
    if (order == Order.ANY) {
      return diff.inAnyOrder(expected, actual);
    }
    return keys.isEmpty()
        ? diff.byPlace(expected, actual)
        : diff.inAnyOrder(expected, actual).thenByPlace(expected, actual);
  }

  /** In the order of the schema; keys are shown in a diff even when they are not asked for. */
  private List<String> comparedColumns(Schema shape) {
    return columns.isEmpty()
        ? shape.getFieldNames()
        : shape.getFieldNames().stream()
            .filter(name -> columns.contains(name) || keys.contains(name))
            .toList();
  }

  @Override
  public void describeTo(Description description) {
    description
        .appendText(expected.size() == 1 ? "1 row" : expected.size() + " rows")
        .appendText(order == Order.ANY ? " in any order" : " in this order")
        .appendText(keys.isEmpty() ? "" : ", by key " + String.join(", ", keys))
        .appendText(columns.isEmpty() ? "" : ", on columns " + String.join(", ", columns))
        .appendText(tolerance == 0 ? "" : ", doubles within " + tolerance);
  }
}
