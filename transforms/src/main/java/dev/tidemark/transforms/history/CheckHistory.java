// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import java.util.List;
import org.apache.beam.sdk.metrics.Counter;
import org.apache.beam.sdk.metrics.Metrics;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/**
 * Finds what is wrong with an SCD type 2 history: one row {@code (key, kind, detail)} for each
 * {@link Violation}, none for a sound or empty history.
 *
 * <p>The rules are those of {@link HistoryRules}; the input must hold every version of its keys,
 * with the columns that {@link Scd2} adds. Null key columns equal each other. Shuffles once.
 */
public final class CheckHistory extends PTransform<PCollection<Row>, PCollection<Row>> {

  /** The schema of the violations. */
  public static final Schema SCHEMA =
      Schema.builder()
          .addStringField("key")
          .addStringField("kind")
          .addStringField("detail")
          .build();

  /** Counts the versions that were looked at. */
  public static final String VERSIONS_CHECKED = "versions_checked";

  /** Counts the violations. */
  public static final String VIOLATIONS = "violations";

  private static final long serialVersionUID = 1L;

  private final List<String> key;
  private final int buckets;

  private CheckHistory(List<String> key, int buckets) {
    this.key = key;
    this.buckets = buckets;
  }

  /** Checks the history of each distinct value of these columns, at least one. */
  public static CheckHistory keyedBy(List<String> columns) {
    if (columns.isEmpty()) {
      throw new IllegalArgumentException(
          "CheckHistory has no key: name at least one column in keyedBy(...).");
    }
    return new CheckHistory(List.copyOf(columns), PackRows.DEFAULT_BUCKETS);
  }

  /** Checks the history of each distinct value of these columns, at least one. */
  public static CheckHistory keyedBy(String... columns) {
    return keyedBy(List.of(columns));
  }

  /** Sets how many buckets the keys are spread over, at least 1. */
  public CheckHistory into(int count) {
    PackRows.byKey(key).into(count);
    return new CheckHistory(key, count);
  }

  @Override
  public PCollection<Row> expand(PCollection<Row> history) {
    HistoryRules.of(history.getSchema(), key);
    return history
        .apply("Bucket", PackRows.byKey(key).into(buckets))
        .apply("Group", GroupByKey.create())
        .apply("Check", ParDo.of(new CheckFn(history.getSchema(), key)))
        .setRowSchema(SCHEMA);
  }

  private static final class CheckFn extends DoFn<KV<Integer, Iterable<byte[]>>, Row> {

    private static final long serialVersionUID = 1L;

    private final Schema history;
    private final List<String> key;
    private final Counter checked = Metrics.counter(CheckHistory.class, VERSIONS_CHECKED);
    private final Counter violations = Metrics.counter(CheckHistory.class, VIOLATIONS);

    CheckFn(Schema history, List<String> key) {
      this.history = history;
      this.key = key;
    }

    @ProcessElement
    public void check(@Element KV<Integer, Iterable<byte[]>> bucket, OutputReceiver<Row> out) {
      RowBlocks versions = RowBlocks.of(bucket.getValue());
      checked.inc(versions.rowCount());
      HistoryRules.of(history, key)
          .check(
              versions,
              violation -> {
                violations.inc();
                out.output(
                    Row.withSchema(SCHEMA)
                        .addValues(violation.key(), violation.kind().name(), violation.detail())
                        .build());
              });
    }
  }
}
