// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/** Sorts rows into one growing block per bucket and hands a block on when it is full. */
public final class BlockPacker {

  /** Takes the finished blocks. */
  @FunctionalInterface
  public interface Output {

    /** Takes a block of rows of one bucket. */
    void accept(int bucket, byte[] block);
  }

  private final @Nullable RowKey key;
  private final @Nullable BlockBuilder[] builders;
  private final RowWriter writer;
  private final RowView view;

  /** A packer of rows of a layout; no key column means one bucket. */
  public BlockPacker(RowLayout layout, List<String> key, int buckets) {
    this.key = key.isEmpty() ? null : RowKey.of(layout, key);
    builders = new BlockBuilder[buckets];
    writer = new RowWriter(layout);
    view = new RowView(layout);
  }

  /** Adds a Beam row. */
  public void add(Row row, Output output) {
    writer.clear().set(row);
    add(writer, output);
  }

  /** Adds the row that a writer holds; gives its bucket. */
  public int add(RowWriter row, Output output) {
    return add(row.show(view), output);
  }

  /** Adds the row that a view is on; gives its bucket. */
  public int add(RowView row, Output output) {
    int bucket = key == null ? 0 : Buckets.of(builders.length, key, row);
    BlockBuilder builder = builders[bucket];
    if (builder == null) {
      builder = new BlockBuilder();
      builders[bucket] = builder;
    }
    builder.append(row);
    if (builder.isFull()) {
      output.accept(bucket, builder.take());
    }
    return bucket;
  }

  /** Adds the rows of a block. */
  public void addAll(byte[] block, Output output) {
    for (int at = 0; at < block.length; at += view.length()) {
      add(view.at(block, at), output);
    }
  }

  /** Hands on the blocks that are not full. */
  public void flush(Output output) {
    for (int bucket = 0; bucket < builders.length; bucket++) {
      BlockBuilder builder = builders[bucket];
      if (builder != null && !builder.isEmpty()) {
        output.accept(bucket, builder.take());
      }
    }
  }
}
