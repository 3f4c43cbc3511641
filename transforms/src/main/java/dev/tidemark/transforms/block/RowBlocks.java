// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;

/**
 * The rows of a bucket: blocks, and a reference to each row ({@code block index << 32 | offset}).
 */
public final class RowBlocks {

  private static final int FIRST_ROWS = 64;

  private final List<byte[]> blocks;
  private final long[] refs;

  private RowBlocks(List<byte[]> blocks, long[] refs) {
    this.blocks = blocks;
    this.refs = refs;
  }

  /** The rows of blocks, in their order; the arrays are kept, not copied. */
  public static RowBlocks of(Iterable<byte[]> blocks) {
    List<byte[]> list = new ArrayList<>();
    // one pass: the length of the next row is most often not in the processor's cache
    long[] refs = new long[FIRST_ROWS];
    int rows = 0;
    for (byte[] block : blocks) {
      int number = list.size();
      list.add(block);
      for (int at = 0; at < block.length; at += Bytes.getInt(block, at)) {
        if (rows == refs.length) {
          refs = Arrays.copyOf(refs, rows * 2);
        }
        refs[rows++] = ref(number, at);
      }
    }
    return new RowBlocks(Collections.unmodifiableList(list), Arrays.copyOf(refs, rows));
  }

  /** The rows of blocks by their references, in order; the arrays are kept, not copied. */
  static RowBlocks of(List<byte[]> blocks, long[] refs) {
    return new RowBlocks(List.copyOf(blocks), refs);
  }

  /** Beam rows, packed. */
  public static RowBlocks of(Schema schema, Iterable<Row> rows) {
    RowWriter writer = new RowWriter(RowLayout.of(schema));
    RowBlocksBuilder packed = new RowBlocksBuilder();
    for (Row row : rows) {
      packed.append(writer.clear().set(row));
    }
    return packed.build();
  }

  /** No rows. */
  public static RowBlocks empty() {
    return new RowBlocks(List.of(), new long[0]);
  }

  /** The rows that pass a test, in order: these blocks where all do, else copies. */
  public RowBlocks where(RowLayout layout, Predicate<RowView> test) {
    RowView view = new RowView(layout);
    RowSelection passed = new RowSelection(this, layout);
    for (long ref : refs) {
      if (test.test(view.at(this, ref))) {
        passed.add(view);
      }
    }
    return passed.build();
  }

  /** The number of rows. */
  public int rowCount() {
    return refs.length;
  }

  /** Whether there are no rows. */
  public boolean isEmpty() {
    return refs.length == 0;
  }

  /** The reference of a row, counted from 0. */
  public long ref(int row) {
    return refs[row];
  }

  /** A copy of the references of all rows, in order. */
  public long[] refs() {
    return refs.clone();
  }

  /** The blocks. */
  public List<byte[]> blocks() {
    return blocks;
  }

  /** The rows as Beam rows. */
  public List<Row> toRows(RowLayout layout) {
    RowView view = new RowView(layout);
    List<Row> rows = new ArrayList<>(refs.length);
    for (long ref : refs) {
      rows.add(view.at(this, ref).toRow());
    }
    return rows;
  }

  byte[] block(long ref) {
    return blocks.get((int) (ref >>> 32));
  }

  static long ref(int block, int offset) {
    return (long) block << 32 | offset;
  }

  static int offset(long ref) {
    return (int) ref;
  }
}
