// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PInput;
import org.apache.beam.sdk.values.POutput;
import org.apache.beam.sdk.values.PValue;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;

/**
 * What {@link ApplyChanges} gives: the history, the changes that have no place in it, and what was
 * counted on the way.
 */
public final class History implements POutput {

  static final TupleTag<byte[]> HISTORY = new TupleTag<>("history") {};
  static final TupleTag<byte[]> REJECTED = new TupleTag<>("rejected") {};
  static final TupleTag<ChangeCounts> COUNTS = new TupleTag<>("counts") {};

  static final TupleTag<KV<String, Long>> COUNTS_BY_NAME = new TupleTag<>("counts by name") {};

  private final PCollection<Row> history;
  private final PCollection<Row> rejected;
  private final PCollection<KV<String, Long>> counts;

  History(
      PCollection<Row> history, PCollection<Row> rejected, PCollection<KV<String, Long>> counts) {
    this.history = history;
    this.rejected = rejected;
    this.counts = counts;
  }

  /** Type 2: the versions of every key. Type 1: one row per key. */
  public PCollection<Row> history() {
    return history;
  }

  /** The changes whose sequence is null, each distinct one once, as they came in. */
  public PCollection<Row> rejected() {
    return rejected;
  }

  /**
   * The counts as data, for who must have them exactly: a number for each name in {@link
   * ApplyChanges} and bucket, to be summed by name; none for empty input.
   */
  public PCollection<KV<String, Long>> counts() {
    return counts;
  }

  @Override
  public Pipeline getPipeline() {
    return history.getPipeline();
  }

  @Override
  public Map<TupleTag<?>, PValue> expand() {
    return Map.of(HISTORY, history, REJECTED, rejected, COUNTS_BY_NAME, counts);
  }

  @Override
  public void finishSpecifyingOutput(
      String transformName, PInput input, PTransform<?, ?> transform) {}
}
