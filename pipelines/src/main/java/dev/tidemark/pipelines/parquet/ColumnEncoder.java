// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.schema.PrimitiveType;

/**
 * One column of packed rows on its way into the pages of a file: the mirror of {@link
 * ColumnDecoder}.
 *
 * <p>A row group starts with a dictionary, and goes on without when the values hardly repeat: when
 * the numbers of the first page would take more room than the values themselves, or the dictionary
 * becomes too large. A file remembers that for its other row groups.
 */
abstract class ColumnEncoder {

  private static final int PAGE_BYTES = 1 << 20;
  private static final int PAGE_ROWS = 20 * 1024;
  private static final int DICTIONARY_BYTES = 1 << 20;

  /** After so many values it shows whether they repeat. */
  private static final int SAMPLE = 4096;

  final int column;
  private final PrimitiveType type;
  private final boolean isNullable;
  private final RunLengthBitPackingHybridEncoder levels = runs(1);

  private int rows;
  private int nulls;

  private boolean wantsDictionary;
  private boolean hasDictionary;

  /** Whether a page of the row group needs the dictionary. */
  private boolean isDictionaryUsed;

  private int[] numbers = new int[1024];
  private int numbered;
  private int valuesInGroup;

  ColumnEncoder(RowLayout layout, int column, boolean wantsDictionary) {
    this.column = column;
    type = ParquetSchema.type(layout, column);
    isNullable = layout.nullable(column);
    this.wantsDictionary = wantsDictionary;
    hasDictionary = wantsDictionary;
  }

  /** The encoder of a column of a layout; {@code isDistinct} of one whose values hardly repeat. */
  static ColumnEncoder of(RowLayout layout, int column, boolean isDistinct) {
    switch (layout.type(column)) {
      case BOOLEAN:
        return new BooleanEncoder(layout, column);
      case STRING:
      case BYTES:
      case BIG_DECIMAL:
        return new TextEncoder(layout, column, !isDistinct);
      default:
        return new NumberEncoder(layout, column, !isDistinct);
    }
  }

  /**
   * The number of the value that a view is on in the dictionary, where it is added if it is new.
   */
  abstract int number(RowView row);

  /** Appends a value to those of the page. */
  abstract void append(RowView row);

  /** Appends a value of the dictionary to those of the page. */
  abstract void append(int number);

  /** The bytes of the page's values so far, without the numbered ones. */
  abstract int valueBytes();

  /** The values of the page, of which the next has none. */
  abstract BytesInput takeValues();

  abstract int dictionarySize();

  abstract int dictionaryBytes();

  /** The bytes that the numbered values of the page would have. */
  abstract long plainBytes(int[] numbers, int count);

  /** The values of the dictionary, of which the next row group has none. */
  abstract BytesInput takeDictionary();

  abstract void forgetDictionary();

  /** Puts the least and the greatest of the page into its statistics; the next page has none. */
  abstract void takeBounds(Statistics<?> statistics);

  /** Adds the value of a row, a null only where the column may be null. */
  final void add(RowView row) {
    rows++;
    if (row.isNull(column)) {
      addNull();
      return;
    }
    if (nulls > 0) {
      writeLevels(1, 1);
    }
    if (!hasDictionary) {
      append(row);
      return;
    }
    if (numbered == numbers.length) {
      numbers = Arrays.copyOf(numbers, numbered * 2);
    }
    numbers[numbered++] = number(row);
    valuesInGroup++;
    if ((valuesInGroup == SAMPLE && dictionarySize() > SAMPLE / 2)
        || dictionaryBytes() > DICTIONARY_BYTES) {
      dropDictionary();
    }
  }

  private void addNull() {
    if (nulls == 0) {
      writeLevels(1, rows - 1);
    }
    nulls++;
    writeLevels(0, 1);
  }

  private void writeLevels(int level, int count) {
    try {
      for (int i = 0; i < count; i++) {
        levels.writeInt(level);
      }
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Goes on without a dictionary; earlier pages of the row group may need it still. */
  private void dropDictionary() {
    for (int i = 0; i < numbered; i++) {
      append(numbers[i]);
    }
    numbered = 0;
    hasDictionary = false;
    if (!isDictionaryUsed) {
      forgetDictionary();
    }
    if (valuesInGroup >= SAMPLE) {
      wantsDictionary = false;
    }
  }

  /** Ends the page if it is long enough. */
  final void endFullPage(PageWriter pages) throws IOException {
    if (rows >= PAGE_ROWS || valueBytes() >= PAGE_BYTES) {
      endPage(pages);
    }
  }

  /** Ends the row group: its last page, and its dictionary. */
  final void endRowGroup(PageWriter pages) throws IOException {
    endPage(pages);
    if (isDictionaryUsed) {
      int size = dictionarySize();
      pages.writeDictionaryPage(
          new DictionaryPage(takeDictionary(), size, Encoding.PLAIN_DICTIONARY));
    }
    forgetDictionary();
    isDictionaryUsed = false;
    hasDictionary = wantsDictionary;
    valuesInGroup = 0;
  }

  private void endPage(PageWriter pages) throws IOException {
    if (rows == 0) {
      return;
    }
    if (hasDictionary && !isDictionaryUsed && !doesDictionaryPay()) {
      dropDictionary();
    }
    Statistics<?> statistics = Statistics.createStats(type);
    statistics.incrementNumNulls(nulls);
    takeBounds(statistics);
    BytesInput values = hasDictionary ? takeNumbers() : takeValues();
    pages.writePage(
        isNullable ? BytesInput.concat(takeLevels(), values) : values,
        rows,
        rows,
        statistics,
        Encoding.BIT_PACKED, // of repetitions, of which there are none
        Encoding.RLE,
        hasDictionary ? Encoding.PLAIN_DICTIONARY : Encoding.PLAIN);
    levels.reset();
    numbered = 0;
    rows = 0;
    nulls = 0;
  }

  private boolean doesDictionaryPay() {
    return dictionaryBytes() + (long) numbered * bitWidth() / Byte.SIZE
        < plainBytes(numbers, numbered);
  }

  private int bitWidth() {
    return BytesUtils.getWidthFromMaxInt(Math.max(0, dictionarySize() - 1));
  }

  private BytesInput takeNumbers() throws IOException {
    isDictionaryUsed = true;
    int width = bitWidth();
    RunLengthBitPackingHybridEncoder runs = runs(width);
    for (int i = 0; i < numbered; i++) {
      runs.writeInt(numbers[i]);
    }
    return BytesInput.concat(BytesInput.from(new byte[] {(byte) width}), runs.toBytes());
  }

  /** Which rows have a value: behind their length, as pages of the first version have it. */
  private BytesInput takeLevels() throws IOException {
    if (nulls == 0) {
      writeLevels(1, rows);
    }
    BytesInput bytes = levels.toBytes();
    return BytesInput.concat(BytesInput.fromInt((int) bytes.size()), bytes);
  }

  private static RunLengthBitPackingHybridEncoder runs(int width) {
    return new RunLengthBitPackingHybridEncoder(
        width, 64, PAGE_BYTES, HeapByteBufferAllocator.getInstance());
  }

  /** About how many bytes wait for the end of the page. */
  final long bufferedBytes() {
    return valueBytes() + dictionaryBytes() + (long) numbered * bitWidth() / Byte.SIZE;
  }
}
