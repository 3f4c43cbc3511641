// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowOrder;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.List;
import java.util.function.Consumer;

/** {@link RunningTotal} over the rows of one bucket. The output has one column more, at the end. */
final class RunningTotalKernel {
  private final RowLayout input;
  private final RowLayout output;
  private final RowKey key;
  private final RowOrder order;
  private final int amount;

  RunningTotalKernel(
      RowLayout input, RowLayout output, List<String> key, List<String> order, String amount) {
    this.input = input;
    this.output = output;
    this.key = RowKey.of(input, key);
    this.order = RowOrder.by(input, order.stream().map(Order::asc).toList());
    this.amount = input.column(amount);
  }

  /** Gives the rows with their totals, as blocks. */
  void run(RowBlocks rows, Consumer<byte[]> out) {
    int added = output.size() - 1;
    WideTotal total = new WideTotal(output.name(added), output.scale(added));
    RowView row = new RowView(input);
    RowWriter writer = new RowWriter(output);
    BlockBuilder block = new BlockBuilder();
    KeyGroups groups = KeyGroups.of(rows, key);
    for (int g = 0; g < groups.groupCount(); g++) {
      total.clear();
      for (long ref : groups.sorted(g, rows, order)) {
        row.at(rows, ref);
        total.add(row, amount);
        writer.clear();
        for (int c = 0; c < added; c++) {
          writer.copy(c, row, c);
        }
        writer.setDecimal(added, total.value());
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
}
