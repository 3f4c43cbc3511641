// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/** Texts and bytes behind their length, and decimals of up to 38 digits in sixteen bytes. */
final class TextEncoder extends ColumnEncoder {

  private static final int FIRST_SLOTS = 1024;

  /** A value where it lies. */
  private record Span(byte[] bytes, int from, int to) {}

  private final boolean isDecimal;

  private byte[] page = new byte[4096];
  private int used;
  private @Nullable Span min;
  private @Nullable Span max;

  /** The values of the dictionary as rows have them, one behind the other. */
  private byte[] dictionary = new byte[4096];

  private int[] ends = new int[FIRST_SLOTS / 2];
  private long[] hashes = new long[FIRST_SLOTS / 2];
  private int size;

  /** The page in which a value of the dictionary was met last. */
  private int[] met = new int[FIRST_SLOTS / 2];

  private int pageNumber = 1;

  /** Numbers of values counted from 1, by their hash. */
  private int[] slots = new int[FIRST_SLOTS];

  private int lastNumber = -1;

  TextEncoder(RowLayout layout, int column, boolean wantsDictionary) {
    super(layout, column, wantsDictionary);
    isDecimal = layout.type(column) == ColumnType.BIG_DECIMAL;
  }

  @Override
  void number(RowBatch values, int[] numbers, int from) {
    int count = values.presentCount();
    for (int i = 0; i < count; i++) {
      numbers[from + i] = number(values.present(i));
    }
  }

  private int number(RowView row) {
    if (lastNumber >= 0 && isValue(lastNumber, row)) {
      meet(lastNumber);
      return lastNumber;
    }
    long hash = row.hashValue(column);
    int slot = slotOf(hash);
    while (slots[slot] != 0
        && (hashes[slots[slot] - 1] != hash || !isValue(slots[slot] - 1, row))) {
      slot = (slot + 1) & (slots.length - 1);
    }
    if (slots[slot] == 0) {
      if (size == ends.length) {
        grow();
        return number(row);
      }
      remember(row);
      hashes[size++] = hash;
      slots[slot] = size;
    }
    lastNumber = slots[slot] - 1;
    meet(lastNumber);
    return lastNumber;
  }

  private int slotOf(long hash) {
    return (int) hash & (slots.length - 1);
  }

  private int start(int number) {
    return number == 0 ? 0 : ends[number - 1];
  }

  private boolean isValue(int number, RowView row) {
    return row.hasBytes(column, dictionary, start(number), ends[number]);
  }

  private void remember(RowView row) {
    int start = start(size);
    int length = row.valueLength(column);
    if (start + length > dictionary.length) {
      dictionary = Arrays.copyOf(dictionary, Math.max(dictionary.length * 2, start + length));
    }
    System.arraycopy(row.block(), row.valueOffset(column), dictionary, start, length);
    ends[size] = start + length;
    met[size] = 0;
  }

  private void grow() {
    ends = Arrays.copyOf(ends, size * 2);
    hashes = Arrays.copyOf(hashes, size * 2);
    met = Arrays.copyOf(met, size * 2);
    slots = new int[slots.length * 2];
    for (int n = 0; n < size; n++) {
      int slot = slotOf(hashes[n]);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = n + 1;
    }
  }

  /** Widens the bounds of the page by a value of the dictionary, once. */
  private void meet(int number) {
    if (met[number] != pageNumber) {
      met[number] = pageNumber;
      bound(dictionary, start(number), ends[number]);
    }
  }

  private void bound(byte[] bytes, int from, int to) {
    Span least = min;
    Span greatest = max;
    if (least == null || compare(bytes, from, to, least) < 0) {
      min = new Span(bytes, from, to);
    }
    if (greatest == null || compare(bytes, from, to, greatest) > 0) {
      max = new Span(bytes, from, to);
    }
  }

  private int compare(byte[] bytes, int from, int to, Span other) {
    if (isDecimal) {
      boolean isNegative = bytes[from] < 0;
      if (isNegative != other.bytes[other.from] < 0) {
        return isNegative ? -1 : 1;
      }
      int longer = (to - from) - (other.to - other.from);
      if (longer != 0) {
        return isNegative ? -longer : longer; // as short as can be, both of them
      }
    }
    return Arrays.compareUnsigned(bytes, from, to, other.bytes, other.from, other.to);
  }

  @Override
  void append(RowBatch values) {
    int count = values.presentCount();
    for (int i = 0; i < count; i++) {
      append(values.present(i));
    }
  }

  private void append(RowView row) {
    int from = row.valueOffset(column);
    int to = from + row.valueLength(column);
    put(row.block(), from, to);
    bound(page, used - (to - from), used);
  }

  @Override
  void append(int number) {
    put(dictionary, start(number), ends[number]);
  }

  private void put(byte[] bytes, int from, int to) {
    int length = isDecimal ? ParquetSchema.WIDE_DECIMAL_BYTES : Integer.BYTES + to - from;
    if (used + length > page.length) {
      page = Arrays.copyOf(page, Math.max(page.length * 2, used + length));
    }
    put(bytes, from, to, page, used);
    used += length;
  }

  private void put(byte[] bytes, int from, int to, byte[] into, int at) {
    int length = to - from;
    if (isDecimal) {
      int value = at + ParquetSchema.WIDE_DECIMAL_BYTES - length;
      Arrays.fill(into, at, value, (byte) (bytes[from] >> (Byte.SIZE - 1)));
      System.arraycopy(bytes, from, into, value, length);
    } else {
      LittleEndian.put(into, at, length, Integer.BYTES);
      System.arraycopy(bytes, from, into, at + Integer.BYTES, length);
    }
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
    return isDecimal ? size * ParquetSchema.WIDE_DECIMAL_BYTES : start(size) + size * Integer.BYTES;
  }

  @Override
  long plainBytes(int[] numbers, int count) {
    if (isDecimal) {
      return (long) count * ParquetSchema.WIDE_DECIMAL_BYTES;
    }
    long bytes = (long) count * Integer.BYTES;
    for (int i = 0; i < count; i++) {
      bytes += ends[numbers[i]] - start(numbers[i]);
    }
    return bytes;
  }

  @Override
  BytesInput takeDictionary() {
    byte[] values = new byte[dictionaryBytes()];
    int at = 0;
    for (int n = 0; n < size; n++) {
      int from = start(n);
      put(dictionary, from, ends[n], values, at);
      at += isDecimal ? ParquetSchema.WIDE_DECIMAL_BYTES : Integer.BYTES + ends[n] - from;
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
    Span least = min;
    Span greatest = max;
    if (least != null && greatest != null) {
      statistics.updateStats(binary(least));
      statistics.updateStats(binary(greatest));
    }
    min = null;
    max = null;
    pageNumber++;
  }

  private Binary binary(Span value) {
    int length = isDecimal ? ParquetSchema.WIDE_DECIMAL_BYTES : value.to - value.from;
    byte[] bytes = new byte[length];
    if (isDecimal) {
      put(value.bytes, value.from, value.to, bytes, 0);
    } else {
      System.arraycopy(value.bytes, value.from, bytes, 0, length);
    }
    return Binary.fromConstantByteArray(bytes);
  }
}
