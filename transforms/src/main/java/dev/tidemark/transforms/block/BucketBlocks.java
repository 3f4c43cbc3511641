// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;

/**
 * Sorts rows that are packed already into blocks keyed by the bucket of some columns: what {@link
 * PackRows} does with rows. The rows are copied as bytes. Input must be in the global window. No
 * shuffle.
 *
 * <pre>{@code
 * blocks.apply(BucketBlocks.of(schema).byKey(List.of("coverholder_id")).into(16))
 * }</pre>
 */
public final class BucketBlocks
    extends PTransform<PCollection<byte[]>, PCollection<KV<Integer, byte[]>>> {

  private static final long serialVersionUID = 1L;

  private final CompactSchema schema;
  private final List<String> key;
  private final int buckets;

  private BucketBlocks(CompactSchema schema, List<String> key, int buckets) {
    this.schema = schema;
    this.key = key;
    this.buckets = buckets;
  }

  /** Sorts rows of a schema, all into one bucket until a key is named. */
  public static BucketBlocks of(Schema schema) {
    return new BucketBlocks(CompactSchema.of(schema), List.of(), 1);
  }

  /** Rows that agree in these columns share a bucket; no column means one bucket. */
  public BucketBlocks byKey(List<String> columns) {
    return new BucketBlocks(
        schema, List.copyOf(columns), columns.isEmpty() ? 1 : PackRows.DEFAULT_BUCKETS);
  }

  /** Sets the number of buckets, at least 1. */
  public BucketBlocks into(int count) {
    return new BucketBlocks(schema, key, PackRows.checkedBuckets(count));
  }

  @Override
  public PCollection<KV<Integer, byte[]>> expand(PCollection<byte[]> blocks) {
    RowLayout.of(schema.schema()).columns(key);
    return blocks
        .apply(
            "Bucket",
            ParDo.of(new PackRows.PackFn<>(schema.schema(), key, buckets, BlockPacker::addAll)))
        .setCoder(PackRows.coder());
  }
}
