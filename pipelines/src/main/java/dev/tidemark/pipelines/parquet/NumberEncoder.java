// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Values of four or eight bytes: whole numbers, decimals of up to 18 digits, times, doubles. */
final class NumberEncoder extends ColumnEncoder {

  private static final int FIRST_SLOTS = 1024;
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  private final boolean isInt;
  private final boolean isDouble;
  private final boolean isIntInFile;
  private final int width;

  private byte[] page = new byte[4096];
  private int used;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private boolean anyNaN;

  private long[] dictionary = new long[FIRST_SLOTS / 2];
  private int size;

  /** Numbers of values counted from 1, by the hash of the value. */
  private int[] slots = new int[FIRST_SLOTS];

  private long last;
  private int lastNumber = -1;

  NumberEncoder(RowLayout layout, int column, boolean wantsDictionary) {
    super(layout, column, wantsDictionary);
    ColumnType type = layout.type(column);
    isInt = type == ColumnType.INT32 || type == ColumnType.DATE;
    isDouble = type == ColumnType.DOUBLE;
    isIntInFile =
        ParquetSchema.type(layout, column).getPrimitiveTypeName() == PrimitiveTypeName.INT32;
    width = isIntInFile ? Integer.BYTES : Long.BYTES;
  }

  private long value(RowView row) {
    long value = isInt ? row.getInt(column) : row.getLong(column);
    bound(value);
    return value;
  }

  private void bound(long value) {
    if (isDouble) {
      boundDouble(Double.longBitsToDouble(value));
    } else {
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }

  /** Bounds of doubles are kept by an order of bits that is the order of numbers. */
  private void boundDouble(double value) {
    if (Double.isNaN(value)) {
      anyNaN = true;
    } else {
      long ordered = ordered(Double.doubleToRawLongBits(value));
      min = Math.min(min, ordered);
      max = Math.max(max, ordered);
    }
  }

  /** Turns the bits of a double into a number of its order, and back. */
  private static long ordered(long bits) {
    return bits ^ (bits >> (Long.SIZE - 1) & Long.MAX_VALUE);
  }

  @Override
  void number(RowBatch values, int[] numbers, int from) {
    int count = values.presentCount();
    for (int i = 0; i < count; i++) {
      numbers[from + i] = number(value(values.present(i)));
    }
  }

  private int number(long value) {
    if (lastNumber >= 0 && value == last) {
      return lastNumber;
    }
    int mask = slots.length - 1;
    int slot = slotOf(value, mask);
    while (slots[slot] != 0 && dictionary[slots[slot] - 1] != value) {
      slot = (slot + 1) & mask;
    }
    if (slots[slot] == 0) {
      if (size == dictionary.length) {
        grow();
        return number(value);
      }
      dictionary[size++] = value;
      slots[slot] = size;
    }
    last = value;
    lastNumber = slots[slot] - 1;
    return lastNumber;
  }

  private static int slotOf(long value, int mask) {
    return (int) ((value * SPREAD) >>> 32) & mask;
  }

  private void grow() {
    dictionary = Arrays.copyOf(dictionary, size * 2);
    slots = new int[slots.length * 2];
    int mask = slots.length - 1;
    for (int n = 0; n < size; n++) {
      int slot = slotOf(dictionary[n], mask);
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = n + 1;
    }
  }

  @Override
  void append(RowBatch values) {
    int count = values.presentCount();
    for (int i = 0; i < count; i++) {
      put(value(values.present(i)));
    }
  }

  @Override
  void append(int number) {
    put(dictionary[number]);
  }

  private void put(long value) {
    if (used + Long.BYTES > page.length) {
      page = Arrays.copyOf(page, page.length * 2);
    }
    LittleEndian.put(page, used, value, width);
    used += width;
  }

  @Override
  int valueBytes() {
    return used;
  }

  @Override
  BytesInput takeValues() {
    BytesInput values = BytesInput.from(page, 0, used);
    used = 0;
    return values;
  }

  @Override
  int dictionarySize() {
    return size;
  }

  @Override
  int dictionaryBytes() {
    return size * width;
  }

  @Override
  long plainBytes(int[] numbers, int count) {
    return (long) count * width;
  }

  @Override
  BytesInput takeDictionary() {
    byte[] values = new byte[size * width];
    for (int n = 0; n < size; n++) {
      LittleEndian.put(values, n * width, dictionary[n], width);
    }
    return BytesInput.from(values);
  }

  @Override
  void forgetDictionary() {
    if (size > 0) {
      size = 0;
      lastNumber = -1;
      Arrays.fill(slots, 0);
    }
  }

  @Override
  void takeBounds(Statistics<?> statistics) {
    if (isDouble && anyNaN) {
      statistics.updateStats(Double.NaN);
    } else if (min > max) {
      return;
    } else if (isDouble) {
      statistics.updateStats(Double.longBitsToDouble(ordered(min)));
      statistics.updateStats(Double.longBitsToDouble(ordered(max)));
    } else if (isIntInFile) {
      statistics.updateStats((int) min);
      statistics.updateStats((int) max);
    } else {
      statistics.updateStats(min);
      statistics.updateStats(max);
    }
    min = Long.MAX_VALUE;
    max = Long.MIN_VALUE;
    anyNaN = false;
  }
}
