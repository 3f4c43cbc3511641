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
import dev.tidemark.transforms.premium.UnfitAmountException;
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
  private final String title;
  private final RowLayout input;
  private final RowLayout output;
  private final RowKey key;
  private final int[] keyColumns;
  private final RowOrder byDate;
  private final int date;
  private final int amount;
  private final int days;

  /**
   * A kernel whose windows end on each date and are {@code days} long.
   *
   * @param title what the sums are called where one does not fit
   */
  public MovingSumKernel(
      String title,
      RowLayout input,
      RowLayout output,
      List<String> key,
      String date,
      String amount,
      int days) {
    this.title = title;
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
    Windows windows = new Windows(rows, out);
    KeyGroups groups = KeyGroups.of(rows, key);
    for (int g = 0; g < groups.groupCount(); g++) {
      windows.ofKey(groups.sorted(g, rows, byDate));
    }
    windows.end();
  }

  /** The windows over one bucket's rows, and the block that their sums are written to. */
  private final class Windows {
    private final RowBlocks rows;
    private final Consumer<byte[]> out;
    private final RowView first = new RowView(input);
    private final RowView row = new RowView(input);
    private final RowWriter writer = new RowWriter(output);
    private final BlockBuilder block = new BlockBuilder();
    private final WideTotal day = total(keyColumns.length + 1);
    private final WideTotal window = total(keyColumns.length + 2);

    Windows(RowBlocks rows, Consumer<byte[]> out) {
      this.rows = rows;
      this.out = out;
    }

    private WideTotal total(int column) {
      return new WideTotal(output.name(column), output.scale(column));
    }

    /** Sums the rows of a key, in the order of their dates. */
    void ofKey(long[] refs) {
      window.clear();
      int oldest = 0;
      for (int from = 0, next; from < refs.length; from = next) {
        first.at(rows, refs[from]);
        if (first.isNull(date)) {
          // they come last, and no window has them but their own
          window.clear();
        } else {
          oldest = leave(refs, oldest, first.getInt(date) - (long) days);
        }
        next = enter(refs, from);
        write();
      }
    }

    /** Takes away the rows up to a day; gives the first that is younger, or never came in. */
    private int leave(long[] refs, int oldest, long lastDay) {
      int left = oldest;
      while (row.at(rows, refs[left]).getInt(date) <= lastDay) {
        window.subtract(row, amount);
        left++;
      }
      return left;
    }

    /** Adds the rows of a date; gives the first of the next. */
    private int enter(long[] refs, int from) {
      day.clear();
      int next = from;
      do {
        row.at(rows, refs[next++]);
        day.add(row, amount);
        window.add(row, amount);
      } while (next < refs.length && row.at(rows, refs[next]).sameValue(date, first, date));
      return next;
    }

    private void write() {
      writer.clear();
      for (int c = 0; c < keyColumns.length; c++) {
        writer.copy(c, first, keyColumns[c]);
      }
      int c = keyColumns.length;
      writer.copy(c, first, date);
      try {
        writer.setDecimal(c + 1, day.value());
        writer.setDecimal(c + 2, window.value());
      } catch (ArithmeticException unfit) {
        throw new UnfitAmountException(told(), unfit);
      }
      writer.appendTo(block);
      if (block.isFull()) {
        out.accept(block.take());
      }
    }

    /** Whose sums they are. */
    private String told() {
      StringBuilder told = new StringBuilder(title).append(" of ");
      for (int column : keyColumns) {
        told.append(input.name(column)).append(' ').append(first.getValue(column)).append(", ");
      }
      return told.append(input.name(date)).append(' ').append(first.getValue(date)).toString();
    }

    void end() {
      if (!block.isEmpty()) {
        out.accept(block.take());
      }
    }
  }
}
