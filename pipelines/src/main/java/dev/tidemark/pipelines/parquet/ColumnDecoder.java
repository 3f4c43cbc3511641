// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** One column of a file on its way into packed rows: a batch is decoded, then copied row by row. */
abstract class ColumnDecoder {

  /** Rows decoded at a time: the batch of a wide table stays in the processor's cache. */
  static final int BATCH = 1024;

  private final int column;
  final boolean[] nulls = new boolean[BATCH];

  private ColumnDecoder(int column) {
    this.column = column;
  }

  /** The column of the layout. */
  int column() {
    return column;
  }

  /** Reads a value of the batch. */
  abstract void read(ValueAccess value, int row);

  /** Makes room for the values of a dictionary. */
  abstract void reserve(int count);

  /** Remembers a value of the dictionary. */
  abstract void remember(ValueAccess value, int number);

  /** Takes a value of the batch from the dictionary. */
  abstract void recall(int number, int row);

  /** Prepares for a batch. */
  void start() {}

  /** Copies a value that is not null. */
  abstract void set(int row, RowWriter writer);

  /** Prepares for a row group: each value of its dictionary is converted once. */
  final void start(Dictionary dictionary) {
    int count = dictionary.getMaxId() + 1;
    reserve(count);
    ValueAccess.OfDictionary value = new ValueAccess.OfDictionary(dictionary);
    for (int number = 0; number < count; number++) {
      value.at(number);
      remember(value, number);
    }
  }

  /** Decodes the next rows; whether one of them is null. */
  final boolean decode(ColumnPages pages, int rows) {
    start();
    boolean anyNull = false;
    for (int row = 0; row < rows; ) {
      int end = row + pages.rowsInPage(rows - row);
      anyNull |= pages.takeRows(nulls, row, end - row);
      ValuesReader numbers = pages.numbers();
      if (numbers != null) {
        recall(numbers, row, end);
      } else {
        read(pages.values(), row, end);
      }
      row = end;
    }
    return anyNull;
  }

  /** Passes over the next rows, without decoding their values. */
  final void skip(ColumnPages pages, long rows) {
    for (long left = rows; left > 0; ) {
      int count = pages.rowsInPage((int) Math.min(left, BATCH));
      pages.skip(nulls, count);
      left -= count;
    }
  }

  private void recall(ValuesReader numbers, int from, int to) {
    for (int row = from; row < to; row++) {
      if (!nulls[row]) {
        recall(numbers.readValueDictionaryId(), row);
      }
    }
  }

  private void read(ValueAccess values, int from, int to) {
    for (int row = from; row < to; row++) {
      if (!nulls[row]) {
        read(values, row);
      }
    }
  }

  /** Copies a value of the batch into the row being written, which is all null before. */
  final void copy(int row, RowWriter writer) {
    if (!nulls[row]) {
      set(row, writer);
    }
  }

  /** The decoder from a file's column to a layout's, or an {@link IllegalArgumentException}. */
  static ColumnDecoder of(InputFile file, Type type, RowLayout layout, int column) {
    if (type.isPrimitive() && !type.isRepetition(Type.Repetition.REPEATED)) {
      PrimitiveType primitive = type.asPrimitiveType();
      ColumnType wanted = layout.type(column);
      switch (wanted) {
        case STRING:
          if (primitive.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
              && !Decimals.isDecimal(primitive)) {
            return new OfBytes(column);
          }
          break;
        case BYTES:
          if (isBytes(primitive) && !Decimals.isDecimal(primitive)) {
            return new OfBytes(column);
          }
          break;
        case BIG_DECIMAL:
          if (Decimals.isBytesOf(primitive, layout, column)) {
            return new OfDecimalBytes(column);
          }
          BigDecimalSource digits = Decimals.bigSource(primitive);
          if (digits != null) {
            return new OfBigDecimal(column, digits);
          }
          break;
        default:
          LongSource source = LongSource.of(primitive, layout, column);
          if (source != null) {
            return new OfLong(column, wanted == ColumnType.DOUBLE, source);
          }
      }
    }
    throw new IllegalArgumentException(
        String.format(
            "file %s has column %s as %s, which cannot be read as %s",
            file, layout.name(column), type, layout.schema().getField(column).getType()));
  }

  private static boolean isBytes(PrimitiveType type) {
    return type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
        || type.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
  }

  private static final class OfLong extends ColumnDecoder {

    private final long[] values = new long[BATCH];
    private final boolean isDouble;
    private final LongSource source;
    private long[] dictionary = new long[0];

    OfLong(int column, boolean isDouble, LongSource source) {
      super(column);
      this.isDouble = isDouble;
      this.source = source;
    }

    @Override
    void read(ValueAccess value, int row) {
      values[row] = source.read(value);
    }

    @Override
    void reserve(int count) {
      dictionary = new long[count];
    }

    @Override
    void remember(ValueAccess value, int number) {
      dictionary[number] = source.read(value);
    }

    @Override
    void recall(int number, int row) {
      values[row] = dictionary[number];
    }

    @Override
    void set(int row, RowWriter writer) {
      if (isDouble) {
        writer.setDouble(column(), Double.longBitsToDouble(values[row]));
      } else {
        writer.setLong(column(), values[row]);
      }
    }
  }

  private static class OfBytes extends ColumnDecoder {

    /** Where the values of the batch lie: in {@link #bytes}, or in the dictionary. */
    private final byte[][] blocks = new byte[BATCH][];

    private final int[] starts = new int[BATCH];
    private final int[] lengths = new int[BATCH];
    private byte[] bytes = new byte[BATCH * 16];
    private int used;

    private byte[][] dictionary = new byte[0][];

    OfBytes(int column) {
      super(column);
    }

    @Override
    void start() {
      used = 0;
    }

    @Override
    void read(ValueAccess value, int row) {
      ByteBuffer from = value.getBinary().toByteBuffer();
      int length = from.remaining();
      if (used + length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, used + length));
      }
      from.get(from.position(), bytes, used, length);
      int out = leftOut(bytes, used, length);
      blocks[row] = bytes;
      starts[row] = used + out;
      lengths[row] = length - out;
      used += length;
    }

    @Override
    void reserve(int count) {
      dictionary = new byte[count][];
    }

    @Override
    void remember(ValueAccess value, int number) {
      byte[] known = value.getBinary().getBytes();
      int out = leftOut(known, 0, known.length);
      dictionary[number] = out == 0 ? known : Arrays.copyOfRange(known, out, known.length);
    }

    @Override
    void recall(int number, int row) {
      byte[] known = dictionary[number];
      blocks[row] = known;
      starts[row] = 0;
      lengths[row] = known.length;
    }

    /** So many bytes of a value are not part of it. */
    int leftOut(byte[] value, int from, int length) {
      return 0;
    }

    @Override
    void set(int row, RowWriter writer) {
      writer.setBytes(column(), blocks[row], starts[row], lengths[row]);
    }
  }

  /** A decimal whose bytes are those of the row, but for the ones that only repeat its sign. */
  private static final class OfDecimalBytes extends OfBytes {

    OfDecimalBytes(int column) {
      super(column);
    }

    @Override
    int leftOut(byte[] value, int from, int length) {
      int sign = value[from] >> (Byte.SIZE - 1);
      int out = 0;
      while (out < length - 1
          && value[from + out] == sign
          && value[from + out + 1] >> (Byte.SIZE - 1) == sign) {
        out++;
      }
      return out;
    }
  }

  private static final class OfBigDecimal extends ColumnDecoder {

    private final java.math.BigDecimal[] values = new java.math.BigDecimal[BATCH];
    private final BigDecimalSource source;
    private java.math.BigDecimal[] dictionary = new java.math.BigDecimal[0];

    OfBigDecimal(int column, BigDecimalSource source) {
      super(column);
      this.source = source;
      Arrays.fill(values, java.math.BigDecimal.ZERO);
    }

    @Override
    void read(ValueAccess value, int row) {
      values[row] = source.read(value);
    }

    @Override
    void reserve(int count) {
      dictionary = new java.math.BigDecimal[count];
    }

    @Override
    void remember(ValueAccess value, int number) {
      dictionary[number] = source.read(value);
    }

    @Override
    void recall(int number, int row) {
      values[row] = dictionary[number];
    }

    @Override
    void set(int row, RowWriter writer) {
      writer.setDecimal(column(), values[row]);
    }
  }

  /** Reads a decimal at the file's scale. */
  @FunctionalInterface
  interface BigDecimalSource {
    java.math.BigDecimal read(ValueAccess value);
  }
}
