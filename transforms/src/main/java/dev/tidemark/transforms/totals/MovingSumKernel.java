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

/**
 * {@link MovingSum} over the rows of one bucket, for who has them together already. The output
 * begins with the key columns in their order and the date, and ends with the day's sum and the sum
 * over the window.
 *
 * <p>A key is sorted by date once; then each row enters the window once and leaves it once.
 */
public final class MovingSumKernel {
  private final RowLayout input;
  private final RowLayout output;
  private final RowKey key;
  private final int[] keyColumns;
  private final RowOrder byDate;
  private final int date;
  private final int amount;
  private final int days;

  /** A kernel whose windows end on each date and are {@code days} long. */
  public MovingSumKernel(
      RowLayout input, RowLayout output, List<String> key, String date, String amount, int days) {
    this.input = input;
    this.output = output;
    this.key = RowKey.of(input, key);
    keyColumns = input.columns(key);
    byDate = RowOrder.by(input, Order.asc(date));
    this.date = input.column(date);
    this.amount = WideTotal.summed("MovingSum", input, amount);
    this.days = days;
  }

  /** Gives a row for each date of each key, as blocks. */
  public void run(RowBlocks rows, Consumer<byte[]> out) {
    int sums = keyColumns.length + 1;
    WideTotal day = new WideTotal(output.name(sums), output.scale(sums));
    WideTotal window = new WideTotal(output.name(sums + 1), output.scale(sums + 1));
    RowView first = new RowView(input);
    RowView row = new RowView(input);
    RowWriter writer = new RowWriter(output);
    BlockBuilder block = new BlockBuilder();
    KeyGroups groups = KeyGroups.of(rows, key);
    for (int g = 0; g < groups.groupCount(); g++) {
      long[] refs = groups.sorted(g, rows, byDate);
      window.clear();
      int oldest = 0;
      for (int from = 0, next; from < refs.length; from = next) {
        first.at(rows, refs[from]);
        if (first.isNull(date)) {
          // they come last, and no window has them but their own
          window.clear();
        } else {
          oldest = leave(window, row, rows, refs, oldest, first.getInt(date) - (long) days);
        }
        day.clear();
        next = from;
        do {
          row.at(rows, refs[next++]);
          day.add(row, amount);
          window.add(row, amount);
        } while (next < refs.length && row.at(rows, refs[next]).sameValue(date, first, date));
        write(first, day, window, writer);
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

  /** Takes away the rows up to a day; gives the first that is younger, or that never came in. */
  private int leave(
      WideTotal window, RowView row, RowBlocks rows, long[] refs, int oldest, long lastDay) {
    int left = oldest;
    while (row.at(rows, refs[left]).getInt(date) <= lastDay) {
      window.subtract(row, amount);
      left++;
    }
    return left;
  }

  private void write(RowView anyOfTheDay, WideTotal day, WideTotal window, RowWriter writer) {
    writer.clear();
    for (int c = 0; c < keyColumns.length; c++) {
      writer.copy(c, anyOfTheDay, keyColumns[c]);
    }
    int c = keyColumns.length;
    writer.copy(c, anyOfTheDay, date);
    writer.setDecimal(c + 1, day.value());
    writer.setDecimal(c + 2, window.value());
  }
}
