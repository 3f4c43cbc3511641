// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.KeyIndex;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.math.BigDecimal;

/**
 * Sums by section when some rows that they are of are replaced by others: what those added is taken
 * away, what these add is added, and no other row is asked. The sums are exact, so they become what
 * they would be if they were made of all rows anew; a sum of no rows is gone.
 *
 * <p>Example: a section's January is 3 facts of 300.00 in all. One of 100.00 is corrected to 80.00:
 * less 1 fact and 100.00, more 1 fact and 80.00 are 3 facts of 280.00.
 *
 * @param before the stored rows that this is about
 * @param after what becomes of them, and the rows that are new
 */
public record ChangedSums(RowBlocks before, RowBlocks after) {

  /**
   * Changes sums: rows of {@link SectionMonths}, {@link RiskMonths}, {@link ClaimMonths} or {@link
   * PaidDays}, whose keys are distinct.
   *
   * @param key of the rows: their columns before the sums
   * @param stored sums of all rows
   * @param leaving sums of the rows that leave, which are among these
   * @param coming sums of the rows that come
   * @throws ArithmeticException if what leaves is not among what is stored
   */
  public static ChangedSums of(RowKey key, RowBlocks stored, RowBlocks leaving, RowBlocks coming) {
    return new Change(key, stored, leaving, coming).settle();
  }

  /** Some of the sums, and the row of them that a key is of. */
  private static final class Part {

    private final RowBlocks rows;
    private final KeyIndex index;
    private final RowView row;
    private boolean isThere;

    Part(RowKey key, RowBlocks rows) {
      this.rows = rows;
      index = KeyIndex.of(rows, key);
      row = new RowView(key.layout());
    }

    boolean find(RowView key) {
      int match = index.find(key);
      isThere = match >= 0;
      if (isThere) {
        row.at(rows, rows.ref(match));
      }
      return isThere;
    }

    long number(int column) {
      return isThere ? row.getLong(column) : 0;
    }

    BigDecimal amount(int column) {
      return isThere ? row.getDecimal(column) : BigDecimal.ZERO;
    }

    byte[] bytes(int column) {
      return isThere ? row.getBytes(column) : new byte[0];
    }
  }

  private static final class Change {

    private final RowLayout layout;
    private final Part stored;
    private final Part leaving;
    private final Part coming;
    private final RowWriter sums;
    private final RowBlocksBuilder before = new RowBlocksBuilder();
    private final RowBlocksBuilder after = new RowBlocksBuilder();

    Change(RowKey key, RowBlocks stored, RowBlocks leaving, RowBlocks coming) {
      layout = key.layout();
      sums = new RowWriter(layout);
      this.stored = new Part(key, stored);
      this.leaving = new Part(key, leaving);
      this.coming = new Part(key, coming);
    }

    ChangedSums settle() {
      RowView row = new RowView(layout);
      for (long ref : coming.rows.refs()) {
        row.at(coming.rows, ref);
        coming.find(row);
        leaving.find(row);
        add(row);
      }
      for (long ref : leaving.rows.refs()) {
        row.at(leaving.rows, ref);
        leaving.find(row);
        if (!coming.find(row)) {
          add(row);
        }
      }
      return new ChangedSums(before.build(), after.build());
    }

    private void add(RowView key) {
      if (stored.find(key)) {
        before.append(stored.row);
      }
      if (write(key)) {
        after.append(sums);
      }
    }

    /** Writes the sums of a key; whether there are any rows that they are of. */
    private boolean write(RowView key) {
      sums.clear();
      boolean isOfRows = false;
      boolean isNought = true;
      for (int c = 0; c < layout.size(); c++) {
        if (c < SectionSums.KEY_COLUMNS) {
          sums.copy(c, key, c);
          continue;
        }
        switch (layout.type(c)) {
          case INT64 -> isOfRows |= writeCount(c);
          case BYTES -> isNought &= !writeTimes(c);
          default -> isNought &= !writeAmount(c);
        }
      }
      if (!isOfRows && !isNought) {
        throw new ArithmeticException("sums of no rows would not be 0");
      }
      return isOfRows;
    }

    private boolean writeCount(int column) {
      long count = stored.number(column) - leaving.number(column) + coming.number(column);
      if (count < 0) {
        throw new ArithmeticException(layout.name(column) + " would be " + count);
      }
      sums.setLong(column, count);
      return count > 0;
    }

    private boolean writeAmount(int column) {
      BigDecimal amount =
          stored.amount(column).subtract(leaving.amount(column)).add(coming.amount(column));
      sums.setDecimal(column, amount);
      return amount.signum() != 0;
    }

    private boolean writeTimes(int column) {
      DistinctTimes times = new DistinctTimes();
      times.addAll(stored.bytes(column));
      times.addAll(coming.bytes(column));
      times.removeAll(leaving.bytes(column));
      byte[] written = times.toBytes();
      sums.setBytes(column, written, 0, written.length);
      return written.length > 0;
    }
  }
}
