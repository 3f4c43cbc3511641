// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.io.Serializable;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.windowing.GlobalWindow;
import org.apache.beam.sdk.values.KV;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the rows of elements into blocks by the bucket of some columns.
 *
 * @param <T> what the rows come in
 */
final class PackFn<T> extends DoFn<T, KV<Integer, byte[]>> {

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
