// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import java.io.IOException;
import org.apache.parquet.CorruptDeltaByteArrays;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.values.RequiresPreviousReader;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.apache.parquet.io.ParquetDecodingException;
import org.jspecify.annotations.Nullable;

/**
 * A column of a row group, page by page: which rows have a value, and the values of those, as
 * numbers of a dictionary or one by one.
 */
final class ColumnPages {

  /** Tells of the rows one after another whether they have a value. */
  @FunctionalInterface
  private interface Levels {
    int next() throws IOException;
  }

  private final PageReader pages;
  private final ColumnDescriptor column;
  private final @Nullable ParsedVersion writer;
  private final @Nullable Dictionary dictionary;

  /** Null where every row has a value. */
  private @Nullable Levels levels;

  private @Nullable ValuesReader numbers;
  private ValueAccess.@Nullable InPage values;
  private int left;

  /**
   * The pages of a column without repetitions, which is not inside of another.
   *
   * @param writer what wrote the file, if that is known
   */
  ColumnPages(PageReader pages, ColumnDescriptor column, @Nullable ParsedVersion writer)
      throws IOException {
    this.pages = pages;
    this.column = column;
    this.writer = writer;
    DictionaryPage page = pages.readDictionaryPage();
    dictionary = page == null ? null : page.getEncoding().initDictionary(column, page);
  }

  /** The values that have a number. */
  @Nullable Dictionary dictionary() {
    return dictionary;
  }

  /** How many of the next rows, at most so many, are in one page. */
  int rowsInPage(int most) {
    if (left == 0) {
      DataPage page = pages.readPage();
      if (page == null) {
        throw new ParquetDecodingException("column " + column + " has fewer values than rows");
      }
      try {
        open(page);
      } catch (IOException failure) {
        throw new ParquetDecodingException("cannot read a page of column " + column, failure);
      }
    }
    return Math.min(left, most);
  }

  private void open(DataPage page) throws IOException {
    left = page.getValueCount();
    if (page instanceof DataPageV1 first) {
      ByteBufferInputStream in = first.getBytes().toInputStream();
      first
          .getRlEncoding()
          .getValuesReader(column, ValuesType.REPETITION_LEVEL)
          .initFromPage(left, in);
      ValuesReader defined =
          first.getDlEncoding().getValuesReader(column, ValuesType.DEFINITION_LEVEL);
      defined.initFromPage(left, in);
      levels = defined::readInteger;
      openValues(first.getValueEncoding(), in);
    } else {
      DataPageV2 second = (DataPageV2) page;
      levels =
          new RunLengthBitPackingHybridDecoder(
                  column.getMaxDefinitionLevel(), second.getDefinitionLevels().toInputStream())
              ::readInt;
      openValues(second.getDataEncoding(), second.getData().toInputStream());
    }
    if (column.getMaxDefinitionLevel() == 0) {
      levels = null;
    }
  }

  private void openValues(Encoding encoding, ByteBufferInputStream in) throws IOException {
    numbers = null;
    if (encoding.usesDictionary()) {
      if (dictionary == null) {
        throw new ParquetDecodingException("column " + column + " lacks its dictionary");
      }
      numbers = encoding.getDictionaryBasedValuesReader(column, ValuesType.VALUES, dictionary);
      numbers.initFromPage(left, in);
    } else if (encoding == Encoding.PLAIN && PlainValues.are(column)) {
      values = PlainValues.of(column, in);
    } else {
      ValuesReader any = encoding.getValuesReader(column, ValuesType.VALUES);
      any.initFromPage(left, in);
      if (CorruptDeltaByteArrays.requiresSequentialReads(writer, encoding)
          && values instanceof ValueAccess.OfPage before
          && any instanceof RequiresPreviousReader sequential) {
        sequential.setPreviousReader(before.values());
      }
      values = new ValueAccess.OfPage(any);
    }
  }

  /** Takes the next rows of the page and notes which have no value; whether one has none. */
  boolean takeRows(boolean[] nulls, int from, int count) {
    left -= count;
    Levels defined = levels;
    boolean anyNull = false;
    try {
      for (int row = from; row < from + count; row++) {
        nulls[row] = defined != null && defined.next() == 0;
        anyNull |= nulls[row];
      }
    } catch (IOException failure) {
      throw new ParquetDecodingException("cannot read a page of column " + column, failure);
    }
    return anyNull;
  }

  /**
   * Passes over the next rows of the page.
   *
   * @param scratch for so many rows at least
   */
  void skip(boolean[] scratch, int count) {
    int present = count;
    if (takeRows(scratch, 0, count)) {
      for (int row = 0; row < count; row++) {
        present -= scratch[row] ? 1 : 0;
      }
    }
    if (numbers == null) {
      values().skip(present);
    } else if (present > 0) {
      numbers.skip(present);
    }
  }

  /** The numbers that the values of the page have in the dictionary; null if they have none. */
  @Nullable ValuesReader numbers() {
    return numbers;
  }

  /** The values of the page, if they have no numbers. */
  ValueAccess.InPage values() {
    if (values == null) {
      throw new IllegalStateException("no page is open");
    }
    return values;
  }
}
