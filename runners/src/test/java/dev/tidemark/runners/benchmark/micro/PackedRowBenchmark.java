// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.micro;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.infra.Blackhole;

/** The packed row: written, read, and looked at by its key. */
public class PackedRowBenchmark extends MicroBenchmark {

  private static final List<String> SECTION = List.of("umr", "section_no");
  private static final int BUCKETS = 16;

  private final RowLayout layout = PremiumRows.LAYOUT;
  private final RowBlocks rows = PremiumRows.rows();
  private final long[] refs = rows.refs();
  private final RowKey key = RowKey.of(layout, PremiumRows.NATURAL_KEY);
  private final RowWriter writer = new RowWriter(layout);
  private final RowView view = new RowView(layout);
  private final RowView other = new RowView(layout);

  /** Encodes a row that the writer holds. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public void append(Blackhole sink) {
    copy(refs[0]);
    BlockBuilder block = new BlockBuilder();
    for (int i = 0; i < refs.length; i++) {
      writer.appendTo(block);
      if (block.isFull()) {
        sink.consume(block.take());
      }
    }
    sink.consume(block.take());
  }

  /** Sets every column from another row, and encodes the row. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public void copyAndAppend(Blackhole sink) {
    BlockBuilder block = new BlockBuilder();
    for (long ref : refs) {
      copy(ref);
      writer.appendTo(block);
      if (block.isFull()) {
        sink.consume(block.take());
      }
    }
    sink.consume(block.take());
  }

  private void copy(long ref) {
    view.at(rows, ref);
    writer.clear();
    for (int c = 0; c < layout.size(); c++) {
      writer.copy(c, view, c);
    }
  }

  /** Reads every column in place. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public long read() {
    long sum = 0;
    for (long ref : refs) {
      view.at(rows, ref);
      for (int c = 0; c < layout.size(); c++) {
        if (!view.isNull(c)) {
          sum += value(c);
        }
      }
    }
    return sum;
  }

  private long value(int column) {
    return switch (layout.type(column)) {
      case BOOLEAN -> view.getBoolean(column) ? 1 : 0;
      case INT32, DATE -> view.getInt(column);
      case STRING, BYTES, BIG_DECIMAL -> view.valueOffset(column) + view.valueLength(column);
      case INT64, DOUBLE, DECIMAL, TIMESTAMP -> view.getLong(column);
    };
  }

  /** Hashes the natural key. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public long hashKey() {
    long hash = 0;
    for (long ref : refs) {
      hash ^= key.hash(view.at(rows, ref));
    }
    return hash;
  }

  /** Compares the natural keys of two rows; most differ early. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public int compareKeys() {
    int same = 0;
    long previous = refs[0];
    for (long ref : refs) {
      same += key.same(view.at(rows, ref), other.at(rows, previous)) ? 1 : 0;
      previous = ref;
    }
    return same;
  }

  /** Compares the natural keys of two rows that have the same. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public int compareEqualKeys() {
    int same = 0;
    for (long ref : refs) {
      same += key.same(view.at(rows, ref), other.at(rows, ref)) ? 1 : 0;
    }
    return same;
  }

  /** Sorts rows into the blocks of their buckets. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public void pack(Blackhole sink) {
    BlockPacker packer = new BlockPacker(layout, SECTION, BUCKETS);
    for (long ref : refs) {
      packer.add(view.at(rows, ref), (bucket, block) -> sink.consume(block));
    }
    packer.flush((bucket, block) -> sink.consume(block));
  }
}
