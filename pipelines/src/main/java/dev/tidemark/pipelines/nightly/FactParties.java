// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.conform.TransactionTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * Who stands behind the facts of a lake, whichever they are: what dimensions infer rows from. One
 * row per section, coverholder and month of each fact.
 */
final class FactParties {

  /** The columns, as every table of partial sums has them. */
  static final Schema SCHEMA =
      Schema.builder()
          .addStringField("umr")
          .addStringField("section_no")
          .addNullableStringField("coverholder_id")
          .addInt64Field("fact_rows")
          .build();

  private FactParties() {}

  /** The parties of partial sums, by the table that they are of. */
  static PCollection<Row> of(Map<TransactionTable, PCollection<Row>> partials) {
    List<PCollection<Row>> parties = new ArrayList<>();
    new TreeMap<>(partials)
        .forEach(
            (table, months) ->
                parties.add(
                    months
                        .apply(
                            "Parties of " + table.tableName(),
                            MapElements.into(TypeDescriptors.rows()).via(FactParties::of))
                        .setRowSchema(SCHEMA)));
    return PCollectionList.of(parties)
        .apply("Parties of facts", Flatten.pCollections())
        .setRowSchema(SCHEMA);
  }

  private static Row of(Row month) {
    return Row.withSchema(SCHEMA)
        .attachValues(
            month.getValue("umr"),
            month.getValue("section_no"),
            month.getValue("coverholder_id"),
            month.getValue("fact_rows"));
  }
}
