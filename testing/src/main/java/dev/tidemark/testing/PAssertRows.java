// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static org.hamcrest.MatcherAssert.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * {@link PAssert} for rows: what a collection holds is judged by a {@link RowsMatcher} while the
 * pipeline runs, its schema at once, while the graph is built, so that an empty result of the wrong
 * shape fails too.
 *
 * <pre>{@code
 * PAssertRows.that(totals).match(hasRows(SCHEMA, "...").byKey("id"));
 * PAssertRows.that(rejected).isEmpty();
 * }</pre>
 */
public final class PAssertRows {

  private final String reason;
  private final PCollection<Row> actual;

  private PAssertRows(String reason, PCollection<Row> actual) {
    this.reason = reason;
    this.actual = actual;
  }

  /** Begins an assertion named after the collection. */
  public static PAssertRows that(PCollection<Row> actual) {
    return that(actual.getName(), actual);
  }

  /** Begins an assertion; the reason heads the message of a failure. */
  public static PAssertRows that(String reason, PCollection<Row> actual) {
    return new PAssertRows(reason, actual);
  }

  /**
   * Expects the collection to match.
   *
   * @throws AssertionError at once when the collection's schema is not that of the expected rows
   */
  public PAssertRows match(RowsMatcher matcher) {
    SchemaDiff diff = matcher.schemaDiff(schema());
    if (diff != null) {
      throw new AssertionError(reason + ": the schema of the rows differs\n" + diff.format());
    }
    String heading = reason;
    PAssert.that(reason, actual).satisfies(rows -> check(heading, rows, matcher));
    return this;
  }

  /** Expects no rows. */
  public PAssertRows isEmpty() {
    return match(RowMatchers.hasNoRows());
  }

  /**
   * Expects the schema, whatever the rows.
   *
   * @throws AssertionError at once when it is another
   */
  public PAssertRows hasSchema(Schema expected) {
    assertThat(reason, schema(), SchemaMatchers.sameSchemaAs(expected));
    return this;
  }

  private Schema schema() {
    return schemaOf(reason, actual);
  }

  /** The schema of a collection, which must have one. */
  static Schema schemaOf(String name, PCollection<Row> rows) {
    if (!rows.hasSchema()) {
      throw new AssertionError(
          name + ": the collection has no schema; call setRowSchema on the transform's output.");
    }
    return rows.getSchema();
  }

  private static @Nullable Void check(String reason, Iterable<Row> rows, RowsMatcher matcher) {
    List<Row> actual = new ArrayList<>();
    rows.forEach(actual::add);
    assertThat(reason, actual, matcher);
    return null;
  }
}
