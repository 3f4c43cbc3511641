// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one bucket, taken in one pass, that may be more than a worker can hold.
 *
 * <p>They are held as they come while they fit the memory of a bucket: then there is one part, and
 * no file. Beyond that they go to a temporary file, cut into {@value #PARTS} parts by the hash of a
 * key: rows of one key are in one part, and a part is held at a time. So a bucket may be {@value
 * #PARTS} times that memory; of one that is larger still, a part outgrows it in its turn.
 *
 * <p>It belongs to one thread, and is closed, which removes the file.
 */
public final class SpillingRows implements Closeable {

  /** So many parts are cut. */
  static final int PARTS = 128;

  private static final int HASH_SHIFT = Long.SIZE - Integer.numberOfTrailingZeros(PARTS);

  private final RowKey key;
  private final long memory;
  private final List<byte[]> held = new ArrayList<>();
  private final BlockBuilder single = new BlockBuilder();
  private final RowView view;

  /** What is held, if it came in one piece. */
  private @Nullable RowBlocks whole;

  private long heldBytes;
  private @Nullable PartFile file;

  private SpillingRows(RowKey key, long memory) {
    this.key = key;
    this.memory = memory;
    view = new RowView(key.layout());
  }

  /** No rows yet, that will be cut by a key if they have to be. */
  public static SpillingRows by(RowKey key) {
    return new SpillingRows(key, BucketMemory.bytes());
  }

  /**
   * No rows yet, of those that are made of others: where these are held, so are they, however many
   * bytes they have. They are in memory before they come here, and what they are made of is let go
   * for them.
   */
  public static SpillingRows madeOf(SpillingRows others, RowKey key) {
    return others.parts() == 1 ? new SpillingRows(key, Long.MAX_VALUE) : by(key);
  }

  /** Holds so many bytes. */
  static SpillingRows by(RowKey key, long memory) {
    return new SpillingRows(key, memory);
  }

  /** Adds the rows of a block, which is kept, not copied. */
  public void add(byte[] block) {
    whole = null;
    if (file != null) {
      cut(block, file);
    } else if (block.length > 0) {
      held.add(block);
      heldBytes += block.length;
      if (heldBytes > memory) {
        cut();
      }
    }
  }

  /** Adds rows, which are kept, not copied. */
  public void addAll(RowBlocks rows) {
    boolean isFirst = isEmpty();
    rows.blocks().forEach(this::add);
    whole = isFirst && file == null ? rows : null;
  }

  /** Adds a copy of the row that a view is on. */
  public void add(RowView row) {
    if (file != null) {
      file.add(partOf(key, row), row);
    } else {
      single.append(row);
      takeSingle(BlockBuilder.TARGET_BYTES);
    }
  }

  /** Adds the row that a writer holds. */
  public void add(RowWriter row) {
    row.appendTo(single);
    takeSingle(BlockBuilder.TARGET_BYTES);
  }

  private void takeSingle(int atLeast) {
    if (single.size() >= atLeast) {
      add(single.take());
    }
  }

  /** Whether there are no rows. */
  public boolean isEmpty() {
    return held.isEmpty() && file == null && single.isEmpty();
  }

  /** One, or as many as were cut. */
  public int parts() {
    takeSingle(1);
    return file == null ? 1 : PARTS;
  }

  /** The rows of a part, counted from 0. */
  public RowBlocks part(int part) {
    takeSingle(1);
    if (file == null) {
      return whole == null ? RowBlocks.of(held) : whole;
    }
    List<byte[]> blocks = new ArrayList<>();
    file.read(part, blocks::add);
    return RowBlocks.of(blocks);
  }

  /** All rows, for those who know that they are few. */
  public RowBlocks all() {
    List<byte[]> blocks = new ArrayList<>();
    forEachBlock(blocks::add);
    return RowBlocks.of(blocks);
  }

  /** Hands on all rows, part by part. */
  public void forEachBlock(Consumer<byte[]> blocks) {
    for (int part = 0; part < parts(); part++) {
      forEachBlock(part, blocks);
    }
  }

  /** Hands on the rows of a part, in the order in which they came. */
  public void forEachBlock(int part, Consumer<byte[]> blocks) {
    if (file == null) {
      held.forEach(blocks);
    } else {
      file.read(part, blocks);
    }
  }

  /** Cuts the rows, those that are here and those that come, though they could be held. */
  public void cut() {
    takeSingle(1);
    if (file == null) {
      PartFile cut = PartFile.create(PARTS);
      file = cut;
      held.forEach(block -> cut(block, cut));
      held.clear();
      whole = null;
    }
  }

  private void cut(byte[] block, PartFile into) {
    for (int at = 0; at < block.length; at += view.length()) {
      view.at(block, at);
      into.add(partOf(key, view), view);
    }
  }

  /** The key that decides the part. */
  public RowKey key() {
    return key;
  }

  /** The part of a row: by bits of the hash that neither buckets nor hash tables look at. */
  static int partOf(RowKey key, RowView row) {
    return (int) (key.hash(row) >>> HASH_SHIFT);
  }

  @Override
  public void close() {
    held.clear();
    whole = null;
    if (file != null) {
      file.close();
    }
  }
}
