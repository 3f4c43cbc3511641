// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;

/**
 * Hamcrest matchers over rows, whose mismatch is a table of the missing, extra and changed rows.
 *
 * <pre>{@code
 * assertThat(rows, hasRows(SCHEMA, """
 *     id | amount
 *     1  | 1200.00
 *     2  | 0.50
 *     """).byKey("id"));
 * }</pre>
 *
 * <p>Duplicates count. Decimals are exact in value and scale, NULL equals only NULL, doubles are
 * exact unless {@link RowsMatcher#withTolerance} says otherwise. The schemas must be the same.
 */
public final class RowMatchers {

  private RowMatchers() {}

  /** Exactly these rows, in any order. */
  public static RowsMatcher hasRows(List<Row> expected) {
    return RowsMatcher.of(expected, RowsMatcher.Order.ANY);
  }

  /** Exactly the rows of a text table, see {@link Rows#table}, in any order. */
  public static RowsMatcher hasRows(Schema schema, String table) {
    return RowsMatcher.of(schema, Rows.table(schema, table), RowsMatcher.Order.ANY);
  }

  /** Exactly these rows, in this order. */
  public static RowsMatcher hasRowsInOrder(List<Row> expected) {
    return RowsMatcher.of(expected, RowsMatcher.Order.AS_LISTED);
  }

  /** Exactly the rows of a text table, see {@link Rows#table}, in this order. */
  public static RowsMatcher hasRowsInOrder(Schema schema, String table) {
    return RowsMatcher.of(schema, Rows.table(schema, table), RowsMatcher.Order.AS_LISTED);
  }

  /**
   * Rows with exactly these cells, in any order: of the columns that the text table names, whatever
   * the others hold.
   */
  public static RowsMatcher hasCells(Schema schema, String table) {
    Schema named = Rows.named(schema, table);
    return hasRows(named, table).onColumns(named.getFieldNames().toArray(new String[0]));
  }

  /** No rows at all. */
  public static RowsMatcher hasNoRows() {
    return RowsMatcher.of(List.of(), RowsMatcher.Order.ANY);
  }
}
