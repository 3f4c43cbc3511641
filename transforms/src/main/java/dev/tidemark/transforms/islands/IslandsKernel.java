// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.islands;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.islands.Islands.Island;
import java.util.List;
import java.util.function.Consumer;

/**
 * {@link GroupIntoIslands} over the rows of one bucket, for who has them together already. The
 * output begins with the key columns in the order of the input and ends with number, start, end and
 * length of the run.
 */
public final class IslandsKernel {
  private final RowLayout input;
  private final RowLayout output;
  private final RowKey key;
  private final int[] keyColumns;
  private final int month;

  /** A kernel of runs per key. */
  public IslandsKernel(RowLayout input, RowLayout output, List<String> key, String month) {
    this.input = input;
    this.output = output;
    this.key = RowKey.of(input, key);
    keyColumns = input.columns(key);
    this.month = input.column(month);
  }

  /** Gives the runs as blocks. */
  public void run(RowBlocks rows, Consumer<byte[]> out) {
    RowView row = new RowView(input);
    RowWriter writer = new RowWriter(output);
    BlockBuilder block = new BlockBuilder();
    KeyGroups groups = KeyGroups.of(rows, key);
    for (int g = 0; g < groups.groupCount(); g++) {
      int[] months = new int[groups.groupSize(g)];
      for (int i = 0; i < months.length; i++) {
        months[i] = MonthIndex.ofEpochDay(row.at(rows, groups.ref(g, i)).getInt(month));
      }
      for (Island island : Islands.of(months)) {
        write(island, row, writer);
        writer.appendTo(block);
        if (block.isFull()) {
          out.accept(block.take());
        }
      }
    }
    if (!block.isEmpty()) {
      out.accept(block.take());
    }
  }

  private void write(Island island, RowView anyOfTheKey, RowWriter writer) {
    writer.clear();
    for (int c = 0; c < keyColumns.length; c++) {
      writer.copy(c, anyOfTheKey, keyColumns[c]);
    }
    int c = keyColumns.length;
    writer.setInt(c++, island.number());
    writer.setInt(c++, epochDay(island.start()));
    writer.setInt(c++, epochDay(island.end()));
    writer.setInt(c, island.length());
  }

  private static int epochDay(int month) {
    return Math.toIntExact(MonthIndex.firstDay(month).toEpochDay());
  }
}
