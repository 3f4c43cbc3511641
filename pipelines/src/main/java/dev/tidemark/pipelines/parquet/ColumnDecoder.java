// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** One column of a file on its way into packed rows: a batch is decoded, then copied row by row. */
abstract class ColumnDecoder {

  /** Rows decoded at a time: the batch of a wide table stays in the processor's cache. */
  static final int BATCH = 1024;

  private final int column;
  private final int present;
  final boolean[] nulls = new boolean[BATCH];

  private ColumnDecoder(int column, PrimitiveType type) {
    this.column = column;
    present = type.isRepetition(Type.Repetition.OPTIONAL) ? 1 : 0;
  }

  /** The column of the layout. */
  int column() {
    return column;
  }

  /** Reads the value that the reader is on. */
  abstract void read(ColumnReader reader, int row);

  /** Prepares for a batch. */
  void start() {}

  /** Copies a value that is not null. */
  abstract void set(int row, RowWriter writer);

  /** Decodes the next rows; whether one of them is null. */
  boolean decode(ColumnReader reader, int rows) {
    start();
    boolean anyNull = false;
    for (int row = 0; row < rows; row++) {
      boolean isNull = reader.getCurrentDefinitionLevel() != present;
      nulls[row] = isNull;
      if (isNull) {
        anyNull = true;
      } else {
        read(reader, row);
      }
      reader.consume();
    }
    return anyNull;
  }

  /** Passes over the next rows, without decoding their values. */
  final void skip(ColumnReader reader, long rows) {
    for (long row = 0; row < rows; row++) {
      if (reader.getCurrentDefinitionLevel() == present) {
        reader.skip();
      }
      reader.consume();
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
            return new OfBytes(column, primitive);
          }
          break;
        case BYTES:
          if (isBytes(primitive) && !Decimals.isDecimal(primitive)) {
            return new OfBytes(column, primitive);
          }
          break;
        case BIG_DECIMAL:
          if (Decimals.isBytesOf(primitive, layout, column)) {
            return new OfDecimalBytes(column, primitive);
          }
          BigDecimalSource digits = Decimals.bigSource(primitive);
          if (digits != null) {
            return new OfBigDecimal(column, primitive, digits);
          }
          break;
        default:
          LongSource source = LongSource.of(primitive, layout, column);
          if (source != null) {
            return new OfLong(column, primitive, wanted == ColumnType.DOUBLE, source);
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

    OfLong(int column, PrimitiveType primitive, boolean isDouble, LongSource source) {
      super(column, primitive);
      this.isDouble = isDouble;
      this.source = source;
    }

    @Override
    void read(ColumnReader reader, int row) {
      values[row] = source.read(reader);
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

    private byte[] bytes = new byte[BATCH * 16];
    private final int[] starts = new int[BATCH];
    private final int[] ends = new int[BATCH];
    private int used;

    OfBytes(int column, PrimitiveType primitive) {
      super(column, primitive);
    }

    @Override
    void start() {
      used = 0;
    }

    @Override
    void read(ColumnReader reader, int row) {
      ByteBuffer value = reader.getBinary().toByteBuffer();
      int length = value.remaining();
      if (used + length > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, used + length));
      }
      value.get(value.position(), bytes, used, length);
      starts[row] = used + leftOut(bytes, used, length);
      used += length;
      ends[row] = used;
    }

    /** So many bytes of a value are not part of it. */
    int leftOut(byte[] value, int from, int length) {
      return 0;
    }

    @Override
    void set(int row, RowWriter writer) {
      writer.setBytes(column(), bytes, starts[row], ends[row] - starts[row]);
    }
  }

  /** A decimal whose bytes are those of the row, but for the ones that only repeat its sign. */
  private static final class OfDecimalBytes extends OfBytes {

    OfDecimalBytes(int column, PrimitiveType primitive) {
      super(column, primitive);
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

    OfBigDecimal(int column, PrimitiveType primitive, BigDecimalSource source) {
      super(column, primitive);
      this.source = source;
      Arrays.fill(values, java.math.BigDecimal.ZERO);
    }

    @Override
    void read(ColumnReader reader, int row) {
      values[row] = source.read(reader);
    }

    @Override
    void set(int row, RowWriter writer) {
      writer.setDecimal(column(), values[row]);
    }
  }

  /** Reads a decimal at the file's scale. */
  @FunctionalInterface
  interface BigDecimalSource {
    java.math.BigDecimal read(ColumnReader reader);
  }
}
