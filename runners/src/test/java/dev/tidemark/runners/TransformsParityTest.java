// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.not;

import dev.tidemark.testing.Rows;
import dev.tidemark.testing.RunnerParity;
import dev.tidemark.testing.Schemas;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.UnpackRows;
import dev.tidemark.transforms.history.ApplyChanges;
import dev.tidemark.transforms.history.History;
import dev.tidemark.transforms.history.PackedHistory;
import dev.tidemark.transforms.islands.GroupIntoIslands;
import dev.tidemark.transforms.latest.KeepLatest;
import dev.tidemark.transforms.premium.DerivePremium;
import dev.tidemark.transforms.totals.RunningTotal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

/**
 * The public transforms give the same rows on the direct runner and on Spark, ties, nulls and bad
 * rows included. One pipeline has them all, because a Spark takes longer to start than to run them.
 */
class TransformsParityTest {

  private static final Schema SENT =
      Schemas.of(
          "umr STRING, section_no STRING, certificate_ref STRING, bordereau_month DATE,"
              + " submitted_at TIMESTAMP, bdx_version INT32, transaction_type STRING,"
              + " gross_premium DECIMAL(18,2), commission_pct DECIMAL(9,4),"
              + " tax_amount DECIMAL(18,2), fee_amount DECIMAL(18,2), rate_to_gbp DECIMAL(18,8)");

  /** Two images that tie, a section without a UMR, a month missing, amounts and rates missing. */
  private static final String BORDEREAUX =
      """
      umr        | section_no | certificate_ref | bordereau_month | submitted_at                | bdx_version | transaction_type | gross_premium | commission_pct | tax_amount | fee_amount | rate_to_gbp
      B0999CH001 | S1         | CERT-1001       | 2024-01-01      | 2024-02-05T09:00:00Z        | 1           | NEW              | 1200.00       | 12.5           | 1.00       | null       | 1
      B0999CH001 | S1         | CERT-1001       | 2024-01-01      | 2024-02-12T09:00:00.000001Z | 2           | NEW              | 1250.00       | 12.5           | 1.00       | null       | 1
      B0999CH001 | S1         | CERT-1001       | 2024-01-01      | 2024-02-12T09:00:00.000001Z | 2           | NEW              | 1249.99       | 12.5           | 1.00       | null       | 1
      B0999CH001 | S1         | CERT-1002       | 2024-02-01      | null                        | null        | canc             | 201.00        | 12.5           | 1.00       | -2.00      | 0.5
      B0999CH001 | S1         | CERT-1003       | 2024-04-01      | 2024-05-06T09:00:00Z        | 1           | MTA              | -0.50         | 25             | null       | null       | 0.853415
      B0999CH002 | S2         | CERT-2001       | 2024-01-01      | 2024-02-20T09:00:00Z        | 1           | NIL              | null          | null           | null       | null       | null
      B0999CH002 | S2         | CERT-2002       | 2024-03-01      | 2024-04-08T09:00:00Z        | 1           | PORTFOLIO        | -10.00        | 0              | 1.00       | -1.00      | 1
      null       | S2         | CERT-3001       | 2024-03-01      | 2024-04-08T09:00:00Z        | 1           | null             | 10.00         | 10             | null       | null       | null
      ""         | S2         | CERT-3002       | null            | 2024-04-08T09:00:00Z        | 1           | REN              | 99.99         | 0              | null       | null       | 0.853415
      """;

  private static final Schema CHANGED =
      Schemas.of(
          "coverholder_id STRING, modified_date TIMESTAMP, status STRING, phone STRING,"
              + " is_deleted BOOLEAN, _batch_id INT64 NOT NULL");

  /** A repeat, a conflict, a delete and a return, an update of nothing, one without a time. */
  private static final String CHANGES =
      """
      coverholder_id | modified_date               | status    | phone | is_deleted | _batch_id
      CH001          | 2024-01-01T00:00:00Z        | ACTIVE    | 1     | false      | 1
      CH001          | 2024-01-01T00:00:00Z        | ACTIVE    | 1     | false      | 1
      CH001          | 2024-02-01T00:00:00Z        | SUSPENDED | 1     | false      | 1
      CH001          | 2024-02-01T00:00:00Z        | RUN_OFF   | 1     | false      | 2
      CH001          | 2024-03-01T00:00:00.000001Z | RUN_OFF   | 1     | true       | 2
      CH001          | 2024-04-01T00:00:00Z        | ACTIVE    | 2     | false      | 3
      CH002          | 2024-01-01T00:00:00Z        | ACTIVE    | null  | false      | 1
      CH002          | 2024-02-01T00:00:00Z        | ACTIVE    | 3     | false      | 1
      null           | 2024-01-01T00:00:00Z        | null      | null  | null       | 1
      CH003          | null                        | ACTIVE    | null  | false      | 1
      """;

  @Test
  void everyPublicTransformGivesTheSameRowsOnBothRunners() {
    RunnerParity.of("--runner=DirectRunner")
        .and("--runner=SparkRunner", "--sparkMaster=local[2]")
        .comparing("versions", rows -> rows.byKey("coverholder_id", "valid_from"))
        .comparing("packed versions", rows -> rows.byKey("coverholder_id", "valid_from"))
        .comparing("premium", rows -> rows.byKey("certificate_ref", "gross_premium"))
        .assertSameRows(TransformsParityTest::outputs)
        .forEach((output, rows) -> assertThat(output, rows, not(empty())));
  }

  /** Settings are those of the launcher. */
  private static Map<String, PCollection<Row>> outputs(Pipeline pipeline) {
    RunnerSettings.apply(pipeline.getOptions());
    PCollection<Row> sent = pipeline.apply("Bordereaux", Rows.create(SENT, BORDEREAUX));
    PCollection<Row> changes = pipeline.apply("Changes", Rows.create(CHANGED, CHANGES));
    History versions =
        changes.apply("Versions", applying(ApplyChanges.asScdType2()).tracking("status"));
    History present = changes.apply("Present", applying(ApplyChanges.asScdType1()));
    PackedHistory packed =
        changes
            .apply("Pack", PackRows.byKey())
            .apply("Blocks", Values.create())
            .apply(
                "Packed versions",
                applying(ApplyChanges.asScdType2()).tracking("status").toBlocksOf(CHANGED));

    Map<String, PCollection<Row>> outputs = new LinkedHashMap<>();
    outputs.put(
        "latest",
        sent.apply(
            KeepLatest.perKey("umr", "section_no", "certificate_ref")
                .orderedBy(Order.desc("submitted_at"), Order.desc("bdx_version"))));
    outputs.put("versions", versions.history());
    outputs.put("present", present.history());
    outputs.put(
        "packed versions",
        packed.history().apply("Unpack versions", UnpackRows.of(packed.schema())));
    outputs.put("rejected", versions.rejected());
    outputs.put(
        "totals",
        sent.apply(
            RunningTotal.perKey("umr", "section_no")
                .orderedBy("bordereau_month")
                .sum("gross_premium")
                .as("cumulative_premium")));
    outputs.put(
        "runs", sent.apply(GroupIntoIslands.perKey("umr", "section_no").of("bordereau_month")));
    outputs.put("premium", sent.apply(DerivePremium.create()));
    return outputs;
  }

  private static ApplyChanges applying(ApplyChanges type) {
    return type.keyedBy("coverholder_id")
        .sequencedBy("modified_date")
        .deletedWhen("is_deleted")
        .batchedBy("_batch_id");
  }
}
