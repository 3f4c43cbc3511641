// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** The values of a page one behind the other: numbers as they are, bytes behind their length. */
final class PlainValues implements ValueAccess.InPage {

  private static final int INT96_BYTES = 12;
  private static final int BEHIND_THEIR_LENGTH = -1;

  private final byte[] page;
  private final int end;

  /** Bytes of each value; {@link #BEHIND_THEIR_LENGTH} if that differs. */
  private final int width;

  private int at;

  private PlainValues(byte[] page, int from, int end, int width) {
    this.page = page;
    at = from;
    this.end = end;
    this.width = width;
  }

  /** Whether the plain values of a column are whole bytes. */
  static boolean are(ColumnDescriptor column) {
    return column.getPrimitiveType().getPrimitiveTypeName() != PrimitiveTypeName.BOOLEAN;
  }

  /** The values in the rest of a page. */
  static PlainValues of(ColumnDescriptor column, ByteBufferInputStream in) throws IOException {
    ByteBuffer rest = in.slice(in.available());
    byte[] page;
    int from = 0;
    int length = rest.remaining();
    if (rest.hasArray()) {
      page = rest.array();
      from = rest.arrayOffset() + rest.position();
    } else {
      page = new byte[length];
      rest.get(page);
    }
    return new PlainValues(page, from, from + length, width(column.getPrimitiveType()));
  }

  private static int width(PrimitiveType type) {
    return switch (type.getPrimitiveTypeName()) {
      case FIXED_LEN_BYTE_ARRAY -> type.getTypeLength();
      case INT96 -> INT96_BYTES;
      case INT32, FLOAT -> Integer.BYTES;
      case INT64, DOUBLE -> Long.BYTES;
      default -> BEHIND_THEIR_LENGTH;
    };
  }

  /** Goes on behind so many bytes, and gives where they start. */
  private int take(int count) {
    int start = at;
    if (count < 0 || count > end - start) {
      throw new ParquetDecodingException("a page is shorter than its values");
    }
    at = start + count;
    return start;
  }

  @Override
  public void skip(int count) {
    if (width != BEHIND_THEIR_LENGTH) {
      take(Math.multiplyExact(count, width));
      return;
    }
    for (int i = 0; i < count; i++) {
      take(getInteger());
    }
  }

  @Override
  public boolean getBoolean() {
    throw new UnsupportedOperationException("booleans are bits");
  }

  @Override
  public int getInteger() {
    return LittleEndian.getInt(page, take(Integer.BYTES));
  }

  @Override
  public long getLong() {
    return LittleEndian.getLong(page, take(Long.BYTES));
  }

  @Override
  public float getFloat() {
    return Float.intBitsToFloat(getInteger());
  }

  @Override
  public double getDouble() {
    return Double.longBitsToDouble(getLong());
  }

  @Override
  public Binary getBinary() {
    int length = width == BEHIND_THEIR_LENGTH ? getInteger() : width;
    return Binary.fromConstantByteArray(page, take(length), length);
  }
}
