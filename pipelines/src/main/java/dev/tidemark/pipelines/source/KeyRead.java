// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What is read of every row of a table to compare its keys: some columns, and the mark of a row
 * that an earlier run must have read.
 *
 * @param table the table
 * @param columns landed names of the columns, the key's among them
 * @param sequence the column without which a row is kept out of silver; null if there is none
 * @param readTo the mark up to which every row was read; null to read no mark of any row
 */
public record KeyRead(
    SourceTable table, Set<String> columns, @Nullable String sequence, @Nullable Mark readTo)
    implements Serializable {

  /**
   * Where the row's mark stands that a run must have read, as a number, see {@link Mark#at}; null
   * in other rows.
   */
  public static final String MARK = "_mark";

  public KeyRead {
    columns = Set.copyOf(columns);
  }

  /** The layout of a row: as it would land, its audit columns null, and the mark behind them. */
  public Schema schema() {
    return Schema.builder()
        .addFields(keys().contract().landingSchema().getFields())
        .addNullableInt64Field(MARK)
        .build();
  }

  SourceTable keys() {
    return table.only(columns);
  }

  /** The columns, and if marks are read the mark of a row that was due, else null, behind them. */
  String select() {
    String mark = "";
    if (readTo != null) {
      Dialect dialect = table.dialect();
      String needed =
          sequence == null
              ? ""
              : " AND " + dialect.quote(table.column(sequence).sourceName()) + " IS NOT NULL";
      mark =
          ", CASE WHEN "
              + table.quotedWatermark()
              + " <= "
              + table.markParameter()
              + needed
              + " THEN "
              + dialect.mark(table.watermark())
              + " END";
    }
    return "SELECT " + keys().quotedColumns() + mark + " FROM " + table.quotedName();
  }

  List<Mark> marks() {
    return readTo == null ? List.of() : List.of(readTo);
  }

  @Override
  public String toString() {
    return table.toString();
  }
}
