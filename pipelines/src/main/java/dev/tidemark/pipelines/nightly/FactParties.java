// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.util.ArrayList;
import java.util.List;
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

  /** The parties of all of these partial sums. */
  static PCollection<Row> of(List<PCollection<Row>> partials) {
    List<PCollection<Row>> parties = new ArrayList<>();
    for (PCollection<Row> months : partials) {
      parties.add(
          months
              .apply(
                  "Parties of " + months.getName(),
                  MapElements.into(TypeDescriptors.rows()).via(FactParties::of))
              .setRowSchema(SCHEMA));
    }
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
