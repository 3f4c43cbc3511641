// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.PackRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Distinct;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.Row;

/**
 * The buckets whose facts must be derived again because reference data changed: those of changed
 * sections; all of them when a rate changed, or when a coverholder or broker became known, or is
 * known no more.
 */
final class DueBuckets {

  /** Stands for every bucket. */
  static final int ALL = -1;

  private final int buckets;
  private final List<PCollection<Integer>> due = new ArrayList<>();

  DueBuckets(int buckets) {
    this.buckets = buckets;
  }

  static boolean contains(Iterable<Integer> due, int bucket) {
    for (int b : due) {
      if (b == bucket || b == ALL) {
        return true;
      }
    }
    return false;
  }

  /** Every bucket is due. */
  void addAll(PBegin begin) {
    due.add(begin.apply("All buckets due", Create.of(ALL).withCoder(VarIntCoder.of())));
  }

  /** These buckets are due, whatever came. */
  void add(PBegin begin, Set<Integer> rebuilt) {
    due.add(begin.apply("Buckets to rebuild", Create.of(rebuilt).withCoder(VarIntCoder.of())));
  }

  /** The buckets of these sections are due. */
  void addSections(PCollection<Row> changed) {
    due.add(
        changed
            .apply("Sections to buckets", PackRows.byKey("umr", "section_no").into(buckets))
            .apply("Due buckets of sections", ParDo.of(new KeyFn()))
            .setCoder(VarIntCoder.of()));
  }

  /** These buckets are due. */
  void add(PCollection<Integer> buckets) {
    due.add(buckets);
  }

  PCollectionView<Iterable<Integer>> asView(PBegin begin) {
    List<PCollection<Integer>> all = new ArrayList<>(due);
    all.add(begin.apply("No bucket due", Create.empty(VarIntCoder.of())));
    return PCollectionList.of(all)
        .apply("Due buckets", Flatten.pCollections())
        .apply("Distinct due buckets", Distinct.create())
        .apply("View due buckets", View.asIterable());
  }

  private static final class KeyFn extends DoFn<KV<Integer, byte[]>, Integer> {

    private static final long serialVersionUID = 1L;

    @ProcessElement
    public void key(@Element KV<Integer, byte[]> block, OutputReceiver<Integer> out) {
      out.output(block.getKey());
    }
  }
}
