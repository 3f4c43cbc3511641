// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.PackRows;
import dev.tidemark.transforms.block.RowBlocks;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.PCollectionTuple;
import org.apache.beam.sdk.values.TupleTag;
import org.apache.beam.sdk.values.TupleTagList;

/**
 * What the images of a reference table say, in one step behind one shuffle: reference tables are
 * small, so all of their images meet in one bucket. See {@link ReferenceHistory}.
 */
final class KeepHistory {

  private static final TupleTag<byte[]> VERSIONS = new TupleTag<>() {};
  private static final TupleTag<KV<String, String>> FIGURES = new TupleTag<>() {};
  private static final TupleTag<TableChange> PRESENT = new TupleTag<>() {};
  private static final TupleTag<Integer> DUE = new TupleTag<>() {};

  private final String name;
  private final ReferenceHistory history;

  private KeepHistory(ReferenceTable table, ReferenceHistory history) {
    name = table.tableName();
    this.history = history;
  }

  /** Of images into which others were merged in this run. */
  static KeepHistory ofMerged(ReferenceTable table, RunPlan plan) {
    return new KeepHistory(table, ReferenceHistory.ofMerged(table, plan));
  }

  /** Of images as they were stored. */
  static KeepHistory ofStored(ReferenceTable table, RunPlan plan) {
    return new KeepHistory(table, ReferenceHistory.ofStored(table, plan));
  }

  /**
   * What is kept.
   *
   * @param versions blocks of every version of every key
   * @param schema of the versions
   * @param figures what was counted on the way
   * @param present what silver changes
   * @param due {@link DueBuckets#ALL} when a key became known, or is known no more
   */
  record Kept(
      PCollection<byte[]> versions,
      Schema schema,
      PCollection<KV<String, String>> figures,
      PCollection<TableChange> present,
      PCollection<Integer> due) {}

  /** Makes it of blocks of all images that are known. */
  Kept from(PCollection<KV<Integer, byte[]>> images) {
    PCollectionTuple kept =
        PCollectionList.of(images)
            .and(
                images
                    .getPipeline()
                    .apply(
                        "Any image of " + name,
                        Create.of(KV.of(0, new byte[0])).withCoder(PackRows.coder())))
            .apply("Images of " + name, Flatten.pCollections())
            .apply("Gather images of " + name, GroupByKey.create())
            .apply(
                "History of " + name,
                ParDo.of(new KeepFn(history))
                    .withOutputTags(VERSIONS, TupleTagList.of(FIGURES).and(PRESENT).and(DUE)));
    return new Kept(
        kept.get(VERSIONS).setCoder(ByteArrayCoder.of()),
        history.schema(),
        kept.get(FIGURES).setCoder(NightlyPipeline.figureCoder()),
        kept.get(PRESENT).setCoder(TableChange.coder()),
        kept.get(DUE).setCoder(VarIntCoder.of()));
  }

  private static final class KeepFn extends DoFn<KV<Integer, Iterable<byte[]>>, byte[]> {

    private static final long serialVersionUID = 1L;

    private final ReferenceHistory history;

    KeepFn(ReferenceHistory history) {
      this.history = history;
    }

    @ProcessElement
    public void keep(@Element KV<Integer, Iterable<byte[]>> images, MultiOutputReceiver outputs) {
      ReferenceHistory.Made made = history.of(RowBlocks.of(images.getValue()));
      made.versions().blocks().forEach(outputs.get(VERSIONS)::output);
      made.figures()
          .forEach((name, value) -> outputs.get(FIGURES).output(KV.of(name, value.toString())));
      made.present().ifPresent(outputs.get(PRESENT)::output);
      if (made.knowsOthers()) {
        outputs.get(DUE).output(DueBuckets.ALL);
      }
    }
  }
}
