// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.io.Serializable;
import java.util.List;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Packs rows into blocks of about 256 KiB, keyed by the bucket of some columns, ready for one
 * {@code GroupByKey}.
 *
 * <p>Rows of one key land in one bucket. Blocks are cut per bundle, so their number and borders
 * depend on the runner; the rows do not. Input must be in the global window. No shuffle.
 *
 * <pre>{@code
 * rows.apply(PackRows.byKey("umr", "section_no").into(16)).apply(GroupByKey.create())
 * }</pre>
 */
public final class PackRows extends PTransform<PCollection<Row>, PCollection<KV<Integer, byte[]>>> {

  private static final long serialVersionUID = 1L;

  /**
   * Buckets of a transform that keeps nothing on disk: enough for the cores of a small cluster, few
   * enough for a laptop.
   */
  public static final int DEFAULT_BUCKETS = 16;

  private final List<String> key;
  private final int buckets;

  private PackRows(List<String> key, int buckets) {
    this.key = key;
    this.buckets = buckets;
  }

  /** Rows that agree in these columns share a bucket; no column means one bucket. */
  public static PackRows byKey(List<String> columns) {
    return new PackRows(List.copyOf(columns), columns.isEmpty() ? 1 : DEFAULT_BUCKETS);
  }

  /** Rows that agree in these columns share a bucket. */
  public static PackRows byKey(String... columns) {
    return byKey(List.of(columns));
  }

  /** Sets the number of buckets, at least 1. */
  public PackRows into(int count) {
    return new PackRows(key, checkedBuckets(count));
  }

  static int checkedBuckets(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("the number of buckets must be at least 1, not " + count);
    }
    return count;
  }

  @Override
  public PCollection<KV<Integer, byte[]>> expand(PCollection<Row> rows) {
    RowLayout layout = RowLayout.of(rows.getSchema());
    layout.columns(key);
    return rows.apply(
            "Pack", ParDo.of(new PackFn<>(rows.getSchema(), key, buckets, BlockPacker::add)))
        .setCoder(coder());
  }

  /** The coder of bucketed blocks; its keys are deterministic. */
  public static KvCoder<Integer, byte[]> coder() {
    return KvCoder.of(VarIntCoder.of(), ByteArrayCoder.of());
  }

  /**
   * Sorts the rows of elements into blocks by the bucket of some columns.
   *
   * @param <T> what the rows come in
   */
  static final class PackFn<T> extends DoFn<T, KV<Integer, byte[]>> {

    private static final long serialVersionUID = 1L;

    /** How the rows of an element are added. */
    @FunctionalInterface
    interface Adding<T> extends Serializable {

      /** Adds the rows of an element to a packer. */
      void add(BlockPacker packer, T element, BlockPacker.Output output);
    }

    private final CompactSchema schema;
    private final List<String> key;
    private final int buckets;
    private final Adding<T> adding;
    private transient @Nullable BlockPacker packer;

    PackFn(Schema schema, List<String> key, int buckets, Adding<T> adding) {
      this.schema = CompactSchema.of(schema);
      this.key = key;
      this.buckets = buckets;
      this.adding = adding;
    }

    @StartBundle
    public void start() {
      packer = new BlockPacker(RowLayout.of(schema.schema()), key, buckets);
    }

    @ProcessElement
    public void pack(@Element T element, OutputReceiver<KV<Integer, byte[]>> out) {
      adding.add(open(), element, (bucket, block) -> out.output(KV.of(bucket, block)));
    }

    @FinishBundle
    public void finish(FinishBundleContext context) {
      open()
          .flush(
              (bucket, block) ->
                  context.output(
                      KV.of(bucket, block),
                      GlobalWindow.INSTANCE.maxTimestamp(),
                      GlobalWindow.INSTANCE));
      packer = null;
    }

    private BlockPacker open() {
      if (packer == null) {
        throw new IllegalStateException("no bundle was started");
      }
      return packer;
    }
  }
}
