// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.PackRows;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Plans the merge of rows into a lake table: {@code MERGE INTO table USING rows ON key}, with
 * {@code WHEN NOT MATCHED BY SOURCE THEN DELETE} when {@link #replacing()}.
 *
 * <p>Rows are compared by key, null equal to null; a row that differs from the stored one in audit
 * columns alone is unchanged and keeps the stored ones. Two rows of one key are an {@link
 * IllegalStateException}. The output has one {@link TableChange} for each bucket that was looked
 * at: those that rows came for, and, when replacing, every bucket of the table, so that an empty
 * input empties it. Data files are written, nothing is committed: give the changes to {@link
 * TableStore#commit}.
 *
 * <p>One shuffle of packed blocks, whose values are taken in one pass. A worker holds what comes
 * into one bucket, or a part of it if that is much, see {@link SpillingRows}.
 *
 * <pre>{@code
 * rows.apply(MergeInto.table(spec).at(snapshot).inLake(lakeRoot).replacing())
 * }</pre>
 */
public final class MergeInto extends PTransform<PCollection<Row>, PCollection<TableChange>> {

  private static final long serialVersionUID = 1L;

  private enum Mode {
    UPSERT,
    REPLACE
  }

  private final TableSpec spec;
  private final @Nullable TableSnapshot snapshot;
  private final @Nullable String lakeRoot;
  private final @Nullable Mode mode;

  private MergeInto(
      TableSpec spec,
      @Nullable TableSnapshot snapshot,
      @Nullable String lakeRoot,
      @Nullable Mode mode) {
    this.spec = spec;
    this.snapshot = snapshot;
    this.lakeRoot = lakeRoot;
    this.mode = mode;
  }

  /** A merge into a table. */
  public static MergeInto table(TableSpec spec) {
    return new MergeInto(spec, null, null, null);
  }

  /** Sets the pinned snapshot of the table. */
  public MergeInto at(TableSnapshot pinned) {
    return new MergeInto(spec, pinned, lakeRoot, mode);
  }

  /** Sets the root of the lake. */
  public MergeInto inLake(String root) {
    return new MergeInto(spec, snapshot, root, mode);
  }

  /** The input is some rows of the table: keys that it does not have stay. */
  public MergeInto upserting() {
    return new MergeInto(spec, snapshot, lakeRoot, Mode.UPSERT);
  }

  /** The input is the whole table: keys that it does not have leave. */
  public MergeInto replacing() {
    return new MergeInto(spec, snapshot, lakeRoot, Mode.REPLACE);
  }

  @Override
  public PCollection<TableChange> expand(PCollection<Row> rows) {
    TableSnapshot pinned = snapshot;
    String root = lakeRoot;
    Mode how = mode;
    if (pinned == null || root == null || how == null) {
      throw new IllegalArgumentException(
          "MergeInto "
              + spec
              + " needs at(snapshot), inLake(root), and upserting() or replacing()");
    }
    spec.requireColumns(rows.getSchema());
    PCollection<KV<Integer, byte[]>> blocks =
        rows.apply("Pack", PackRows.byKey(spec.bucketBy()).into(spec.buckets()));
    if (how == Mode.REPLACE) {
      List<KV<Integer, byte[]>> seeds = new ArrayList<>();
      for (int bucket : pinned.buckets()) {
        seeds.add(KV.of(bucket, new byte[0]));
      }
      PCollection<KV<Integer, byte[]>> everyBucket =
          rows.getPipeline()
              .apply(getName() + "/EveryBucket", Create.of(seeds).withCoder(PackRows.coder()));
      blocks = PCollectionList.of(blocks).and(everyBucket).apply(Flatten.pCollections());
    }
    return blocks
        .apply(GroupByKey.create())
        .apply("MergeBucket", ParDo.of(new MergeFn(spec, pinned, root, how)))
        .setCoder(TableChange.coder());
  }

  private static final class MergeFn extends DoFn<KV<Integer, Iterable<byte[]>>, TableChange> {

    private static final long serialVersionUID = 1L;

    private final TableSpec spec;
    private final TableSnapshot snapshot;
    private final String lakeRoot;
    private final Mode mode;

    MergeFn(TableSpec spec, TableSnapshot snapshot, String lakeRoot, Mode mode) {
      this.spec = spec;
      this.snapshot = snapshot;
      this.lakeRoot = lakeRoot;
      this.mode = mode;
    }

    @ProcessElement
    public void merge(
        @Element KV<Integer, Iterable<byte[]>> bucket, OutputReceiver<TableChange> out) {
      // names of an attempt: a retry leaves orphans, it never meets a file of another attempt
      String attempt = UUID.randomUUID().toString();
      BucketMerge merge = BucketMerge.of(spec, snapshot, bucket.getKey(), lakeRoot, attempt);
      try (SpillingRows rows = SpillingRows.by(spec.rowKey())) {
        bucket.getValue().forEach(rows::add);
        out.output(mode == Mode.REPLACE ? merge.replaceWith(rows) : merge.upsert(rows));
      }
    }
  }
}
