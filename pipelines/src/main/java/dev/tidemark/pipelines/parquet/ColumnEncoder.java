// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.RowLayout;
import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.column.statistics.Statistics;
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

  /** Of each row of the page, 1 if it has a value; kept from the first null of a page on. */
  private int[] levels = new int[0];

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
   * Puts the numbers that values have in the dictionary into an array, from a place of it on; new
   * values are added to the dictionary.
   */
  abstract void number(RowBatch values, int[] numbers, int from);

  /** Appends values to those of the page. */
  abstract void append(RowBatch values);

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

  /** Adds the values that the rows of a batch have, nulls only where the column may be null. */
  final void add(RowBatch batch) {
    int count = batch.presentCount();
    if (count < batch.rowCount() || nulls > 0) {
      addLevels(batch);
    }
    rows += batch.rowCount();
    if (!hasDictionary) {
      append(batch);
      return;
    }
    if (numbered + count > numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(numbers.length * 2, numbered + count));
    }
    number(batch, numbers, numbered);
    numbered += count;
    boolean isSample = valuesInGroup < SAMPLE && valuesInGroup + count >= SAMPLE;
    valuesInGroup += count;
    if ((isSample && dictionarySize() > valuesInGroup / 2)
        || dictionaryBytes() > DICTIONARY_BYTES) {
      dropDictionary();
    }
  }

  private void addLevels(RowBatch batch) {
    int end = rows + batch.rowCount();
    if (end > levels.length) {
      levels = Arrays.copyOf(levels, Math.max(levels.length * 2, end));
    }
    if (nulls == 0) {
      Arrays.fill(levels, 0, rows, 1);
    }
    Arrays.fill(levels, rows, end, 0);
    for (int i = 0; i < batch.presentCount(); i++) {
      levels[rows + batch.presentRow(i)] = 1;
    }
    nulls += batch.rowCount() - batch.presentCount();
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

  private BytesInput takeNumbers() {
    isDictionaryUsed = true;
    int width = bitWidth();
    return BytesInput.concat(
        BytesInput.from(new byte[] {(byte) width}), RunEncoder.encode(numbers, numbered, width));
  }

  /** Which rows have a value: behind their length, as pages of the first version have it. */
  private BytesInput takeLevels() {
    BytesInput bytes = nulls == 0 ? RunEncoder.encode(1, rows) : RunEncoder.encode(levels, rows, 1);
    return BytesInput.concat(BytesInput.fromInt((int) bytes.size()), bytes);
  }

  /** About how many bytes wait for the end of the page. */
  final long bufferedBytes() {
    return valueBytes() + dictionaryBytes() + (long) numbered * bitWidth() / Byte.SIZE;
  }
}
