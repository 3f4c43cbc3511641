// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.RowBlocks;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.PCollectionView;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;

/**
 * What merging the buckets of all tables gave, by who wants to know: changes and figures for the
 * plan, and as side inputs the touched sections and the parties of the whole lake. Partial sums
 * stay in the outcomes, as the blocks that they are.
 */
final class OutcomeParts {

  private static final TupleTag<TableChange> CHANGES = new TupleTag<>() {};
  private static final TupleTag<KV<String, String>> FIGURES = new TupleTag<>() {};
  private static final TupleTag<byte[]> TOUCHED = new TupleTag<>() {};
  private static final TupleTag<byte[]> PARTIES = new TupleTag<>() {};

  private final PCollectionTuple parts;
  private final PCollectionView<List<byte[]>> touched;
  private final PCollectionView<List<byte[]>> parties;

  private OutcomeParts(PCollectionTuple parts) {
    this.parts = parts;
    touched = view("Touched sections", parts.get(TOUCHED));
    parties = view("Parties", parts.get(PARTIES));
  }

  static OutcomeParts of(PCollection<BucketOutcome> outcomes, LakeTables tables) {
    return new OutcomeParts(
        outcomes.apply(
            "Parts of outcomes",
            ParDo.of(new PartsFn(PartialTable.of(tables)))
                .withOutputTags(CHANGES, TupleTagList.of(FIGURES).and(TOUCHED).and(PARTIES))));
  }

  private static PCollectionView<List<byte[]>> view(String name, PCollection<byte[]> blocks) {
    return blocks.setCoder(ByteArrayCoder.of()).apply(name, View.asList());
  }

  PCollection<TableChange> changes() {
    return parts.get(CHANGES).setCoder(TableChange.coder());
  }

  PCollection<KV<String, String>> figures() {
    return parts.get(FIGURES).setCoder(NightlyPipeline.figureCoder());
  }

  /** The sections whose partial sums changed: blocks of {@link TouchedSections#SCHEMA}. */
  PCollectionView<List<byte[]>> touched() {
    return touched;
  }

  /** The parties of all partial sums: blocks of {@link FactParties#SCHEMA}. */
  PCollectionView<List<byte[]>> parties() {
    return parties;
  }

  private static final class PartsFn extends DoFn<BucketOutcome, TableChange> {

    private static final long serialVersionUID = 1L;

    private final ArrayList<PartialTable> tables;

    PartsFn(List<PartialTable> tables) {
      this.tables = new ArrayList<>(tables);
    }

    @ProcessElement
    public void divide(@Element BucketOutcome outcome, MultiOutputReceiver out) {
      outcome.changes().forEach(out.get(CHANGES)::output);
      outcome.texts().forEach((name, value) -> out.get(FIGURES).output(KV.of(name, value)));
      for (PartialTable table : tables) {
        if (table.makesMarts()) {
          outcome.touched(table.path()).forEach(out.get(TOUCHED)::output);
        }
      }
      RowBlocks parties = FactParties.of(outcome, tables);
      parties.blocks().forEach(out.get(PARTIES)::output);
    }
  }
}
