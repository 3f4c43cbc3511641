// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Distinct;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * The buckets whose facts must be derived again because reference data changed: those of changed
 * sections; all of them when a rate changed, or when a coverholder or broker became known.
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

  /** Every bucket is due if one of these rows has a key that is not known yet. */
  void addNewKeys(String name, PCollection<Row> rows, PCollection<Row> known, String column) {
    PCollectionView<List<byte[]>> view =
        known
            .apply("Pack known " + name, PackRows.byKey().into(1))
            .apply("Known " + name, Values.create())
            .apply("View known " + name, View.asList());
    due.add(
        rows.apply(
                "New " + name,
                ParDo.of(new NewKeysFn(known.getSchema(), column, view)).withSideInputs(view))
            .setCoder(VarIntCoder.of()));
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

  private static final class NewKeysFn extends DoFn<Row, Integer> {

    private static final long serialVersionUID = 1L;

    private final Schema knownSchema;
    private final String column;
    private final PCollectionView<List<byte[]>> known;
    private transient @Nullable Set<String> keys;

    NewKeysFn(Schema knownSchema, String column, PCollectionView<List<byte[]>> known) {
      this.knownSchema = knownSchema;
      this.column = column;
      this.known = known;
    }

    @StartBundle
    public void start() {
      keys = null;
    }

    @ProcessElement
    public void find(ProcessContext context) {
      Set<String> read = keys;
      if (read == null) {
        read = read(RowBlocks.of(context.sideInput(known)));
        keys = read;
      }
      if (!read.contains(context.element().getString(column))) {
        context.output(ALL);
      }
    }

    private Set<String> read(RowBlocks rows) {
      RowLayout layout = RowLayout.of(knownSchema);
      RowView row = new RowView(layout);
      Set<String> read = new HashSet<>();
      for (long ref : rows.refs()) {
        read.add(row.at(rows, ref).getString(layout.column(column)));
      }
      return read;
    }
  }
}
