// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.util.Arrays;
import java.util.Objects;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * The values that some rows have in one column, to be held against the least and greatest of row
 * groups: whole numbers, decimals of up to 18 digits and times one by one while they are few, texts
 * by their least and greatest. A column of another type rules nothing out.
 */
public final class ColumnValues {

  /** So many numbers are kept; of more only the least and the greatest. */
  private static final int MOST = 1 << 14;

  private final RowLayout layout;
  private final int column;
  private final PrimitiveType written;
  private boolean anyNull;

  private long[] numbers = new long[16];
  private int count;
  private boolean isSorted = true;

  /** From here on {@link #numbers} has two values, the least and the greatest. */
  private boolean isRange;

  private byte @Nullable [] leastText;
  private byte @Nullable [] greatestText;

  /** No values yet. */
  public ColumnValues(RowLayout layout, int column) {
    this.layout = layout;
    this.column = column;
    written = ParquetSchema.type(layout, column);
  }

  /** The name of the column. */
  public String name() {
    return layout.name(column);
  }

  /** Whether it is a column of whole numbers. */
  public boolean areIntegers() {
    return layout.type(column) == ColumnType.INT32 || layout.type(column) == ColumnType.INT64;
  }

  /** Adds the value of a row. */
  public void add(RowView row) {
    if (row.isNull(column)) {
      anyNull = true;
      return;
    }
    switch (layout.type(column)) {
      case INT32:
      case DATE:
        add(row.getInt(column));
        break;
      case INT64:
      case TIMESTAMP:
      case DECIMAL:
        add(row.getLong(column));
        break;
      case STRING:
        addText(row);
        break;
      default:
        break;
    }
  }

  /** Adds a number, as packed rows hold the values of the column. */
  public void add(long number) {
    if (isRange) {
      numbers[0] = Math.min(numbers[0], number);
      numbers[1] = Math.max(numbers[1], number);
      return;
    }
    if (count > 0 && number == numbers[count - 1]) {
      return;
    }
    if (count == numbers.length) {
      sort();
      if (count > MOST / 2) {
        isRange = true;
        numbers = new long[] {numbers[0], numbers[count - 1]};
        count = 2;
        add(number);
        return;
      }
      numbers = Arrays.copyOf(numbers, Math.max(numbers.length, count * 2));
    }
    isSorted &= count == 0 || numbers[count - 1] < number;
    numbers[count++] = number;
  }

  /** Sorts the numbers and leaves each out but once. */
  private void sort() {
    if (isSorted) {
      return;
    }
    Arrays.sort(numbers, 0, count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (kept == 0 || numbers[i] != numbers[kept - 1]) {
        numbers[kept++] = numbers[i];
      }
    }
    count = kept;
    isSorted = true;
  }

  private void addText(RowView row) {
    byte[] block = row.block();
    int from = row.valueOffset(column);
    int to = from + row.valueLength(column);
    if (leastText == null
        || Arrays.compareUnsigned(block, from, to, leastText, 0, leastText.length) < 0) {
      leastText = Arrays.copyOfRange(block, from, to);
    }
    if (greatestText == null
        || Arrays.compareUnsigned(block, from, to, greatestText, 0, greatestText.length) > 0) {
      greatestText = Arrays.copyOfRange(block, from, to);
    }
  }

  /** Whether a null is among the values. */
  public boolean anyNull() {
    return anyNull;
  }

  /** Whether a number of a range is among the values, both its ends included. */
  public boolean anyBetween(long least, long greatest) {
    sort();
    if (isRange) {
      return numbers[0] <= greatest && numbers[1] >= least;
    }
    int at = Arrays.binarySearch(numbers, 0, count, least);
    int next = at < 0 ? -at - 1 : at;
    return next < count && numbers[next] <= greatest;
  }

  /** Whether a file's column orders its values as this one does. */
  boolean isComparableTo(PrimitiveType type) {
    return type.getPrimitiveTypeName() == written.getPrimitiveTypeName()
        && Objects.equals(type.getLogicalTypeAnnotation(), written.getLogicalTypeAnnotation());
  }

  /** Whether a value may be among those that statistics are of. */
  boolean mayBeAmong(@Nullable Statistics<?> statistics, long valueCount) {
    if (statistics == null || !statistics.isNumNullsSet()) {
      return true;
    }
    if (anyNull && statistics.getNumNulls() > 0) {
      return true;
    }
    if (!statistics.hasNonNullValue()) {
      return statistics.getNumNulls() < valueCount; // values without an order, or of no bounds
    }
    Object least = statistics.genericGetMin();
    Object greatest = statistics.genericGetMax();
    switch (layout.type(column)) {
      case INT32:
      case DATE:
      case INT64:
      case TIMESTAMP:
      case DECIMAL:
        return anyBetween(((Number) least).longValue(), ((Number) greatest).longValue());
      case STRING:
        return leastText != null
            && greatestText != null
            && compare(leastText, (Binary) greatest) <= 0
            && compare(greatestText, (Binary) least) >= 0;
      default:
        return true;
    }
  }

  private static int compare(byte[] text, Binary bound) {
    return Arrays.compareUnsigned(text, bound.getBytesUnsafe());
  }
}
