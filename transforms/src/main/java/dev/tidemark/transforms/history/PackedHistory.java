// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PInput;
import org.apache.beam.sdk.values.POutput;
import org.apache.beam.sdk.values.PValue;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;

/** What {@link ApplyPackedChanges} gives: a {@link History} whose rows are packed. */
public final class PackedHistory implements POutput {

  private final PCollection<byte[]> history;
  private final Schema schema;
  private final PCollection<Row> rejected;
  private final PCollection<KV<String, Long>> counts;

  PackedHistory(
      PCollection<byte[]> history,
      Schema schema,
      PCollection<Row> rejected,
      PCollection<KV<String, Long>> counts) {
    this.history = history;
    this.schema = schema;
    this.rejected = rejected;
    this.counts = counts;
  }

  /**
   * Blocks of the rows of {@link History#history()}. Something must consume them: the Spark runner
   * fails on an output that nobody does (apache/beam#37994).
   */
  public PCollection<byte[]> history() {
    return history;
  }

  /** The schema of the rows of {@link #history()}. */
  public Schema schema() {
    return schema;
  }

  /** See {@link History#rejected()}: rows, for they are few. */
  public PCollection<Row> rejected() {
    return rejected;
  }

  /** See {@link History#counts()}. */
  public PCollection<KV<String, Long>> counts() {
    return counts;
  }

  @Override
  public Pipeline getPipeline() {
    return history.getPipeline();
  }

  @Override
  public Map<TupleTag<?>, PValue> expand() {
    return Map.of(
        History.HISTORY, history, History.REJECTED, rejected, History.COUNTS_BY_NAME, counts);
  }

  @Override
  public void finishSpecifyingOutput(
      String transformName, PInput input, PTransform<?, ?> transform) {}
}
