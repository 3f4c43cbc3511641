// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Where a contract's table stands at one source.
 *
 * @param schema schema at the source; case and underscores are ignored
 * @param table table or view at the source; case and underscores are ignored
 * @param watermark landed name of the watermark column, null when the table is read whole
 * @param query a SELECT that replaces the table; null when there is none
 * @param zone zone of times that the source keeps without one
 */
public record TableRef(
    String schema, String table, @Nullable String query, @Nullable String watermark, ZoneId zone)
    implements Serializable {

  /** As the contract says; naive times are UTC. */
  public static TableRef of(TableContract contract) {
    return new TableRef(
        contract.schema(), contract.table(), null, contract.watermark(), ZoneOffset.UTC);
  }

  public TableRef named(String schema, String table) {
    return new TableRef(schema, table, query, watermark, zone);
  }

  public TableRef withZone(ZoneId zone) {
    return new TableRef(schema, table, query, watermark, zone);
  }

  /** The rows of a query in place of a table's. */
  public TableRef withQuery(String query) {
    return new TableRef(schema, table, query, watermark, zone);
  }

  /** A query as what stands behind FROM. The line break ends a comment at its end. */
  static String derived(String query) {
    return "(\n" + query + "\n) q";
  }

  /** Another watermark column than the contract's, in any spelling. */
  public TableRef withWatermark(String watermark) {
    return new TableRef(schema, table, query, ColumnNames.snakeCase(watermark), zone);
  }

  /** Read whole, whatever the contract says. */
  public TableRef whole() {
    return new TableRef(schema, table, query, null, zone);
  }

  @Override
  public String toString() {
    return (query == null ? "" : "the query of ") + schema + "." + table;
  }
}
