// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over packed rows: reads columns in place, and is moved from row to row instead of being
 * made anew.
 */
public final class RowView {

  private static final byte[] NOTHING = {};
  private static final long MICROS = 1_000_000L;

  private final RowLayout layout;
  private byte[] block = NOTHING;
  private int start;

  /** A view that is not yet on a row. */
  public RowView(RowLayout layout) {
    this.layout = layout;
  }

  /** Moves to the row that starts at {@code offset}. */
  public RowView at(byte[] rows, int offset) {
    block = rows;
    start = offset;
    return this;
  }

  /** Moves to a row of blocks, by its reference. */
  public RowView at(RowBlocks rows, long ref) {
    return at(rows.block(ref), RowBlocks.offset(ref));
  }

  /** The layout of the rows. */
  public RowLayout layout() {
    return layout;
  }

  /** The array that the row lies in. */
  public byte[] block() {
    return block;
  }

  /** Where the row starts in its array. */
  public int offset() {
    return start;
  }

  /** The bytes of the row, its length field included. */
  public int length() {
    return Bytes.getInt(block, start);
  }

  /** Whether a column is null. */
  public boolean isNull(int column) {
    return (block[start + Integer.BYTES + (column >>> 3)] >>> (column & 7) & 1) != 0;
  }

  /** Notes the columns that are null, a bit for each, the first in the lowest bit of a byte. */
  public void noteNulls(byte[] columns) {
    for (int i = 0; i < columns.length; i++) {
      columns[i] |= block[start + Integer.BYTES + i];
    }
  }

  /** A BOOLEAN column; false when null. */
  public boolean getBoolean(int column) {
    return block[start + layout.slot(column)] != 0;
  }

  /** An INT32 column, or the epoch day of a DATE column; 0 when null. */
  public int getInt(int column) {
    return Bytes.getInt(block, start + layout.slot(column));
  }

  /**
   * An INT64 column, the micros of a TIMESTAMP, or the unscaled value of a DECIMAL; 0 when null.
   */
  public long getLong(int column) {
    return Bytes.getLong(block, start + layout.slot(column));
  }

  /** A DOUBLE column; 0 when null. */
  public double getDouble(int column) {
    return Double.longBitsToDouble(getLong(column));
  }

  /** Where the bytes of a STRING, BYTES or BIG_DECIMAL column start in {@link #block()}. */
  public int valueOffset(int column) {
    int previous = layout.previousVariable(column);
    return start
        + (previous < 0
            ? layout.variableStart()
            : Bytes.getInt(block, start + layout.slot(previous)));
  }

  /** How many bytes a STRING, BYTES or BIG_DECIMAL column has. */
  public int valueLength(int column) {
    return start + Bytes.getInt(block, start + layout.slot(column)) - valueOffset(column);
  }

  /** A STRING column that is not null. */
  public String getString(int column) {
    return new String(block, valueOffset(column), valueLength(column), StandardCharsets.UTF_8);
  }

  /** A STRING column, null when it is. */
  public @Nullable String getStringOrNull(int column) {
    return isNull(column) ? null : getString(column);
  }

  /** A copy of the bytes of a STRING, BYTES or BIG_DECIMAL column that is not null. */
  public byte[] getBytes(int column) {
    int from = valueOffset(column);
    return Arrays.copyOfRange(block, from, from + valueLength(column));
  }

  /** A whole number or a decimal, as a decimal. */
  public BigDecimal getNumber(int column) {
    return layout.type(column) == ColumnType.INT64
        ? BigDecimal.valueOf(getLong(column))
        : getDecimal(column);
  }

  /** A DECIMAL or BIG_DECIMAL column that is not null, at the column's scale. */
  public BigDecimal getDecimal(int column) {
    int scale = layout.scale(column);
    return layout.type(column) == ColumnType.DECIMAL
        ? BigDecimal.valueOf(getLong(column), scale)
        : new BigDecimal(new BigInteger(block, valueOffset(column), valueLength(column)), scale);
  }

  /** A column as the Java object that Beam's {@link Row} gives for it. */
  public @Nullable Object getValue(int column) {
    if (isNull(column)) {
      return null;
    }
    switch (layout.type(column)) {
      case BOOLEAN:
        return getBoolean(column);
      case INT32:
        return getInt(column);
      case INT64:
        return getLong(column);
      case DOUBLE:
        return getDouble(column);
      case STRING:
        return getString(column);
      case BYTES:
        return getBytes(column);
      case DECIMAL:
      case BIG_DECIMAL:
        return getDecimal(column);
      case DATE:
        return LocalDate.ofEpochDay(getInt(column));
      case TIMESTAMP:
        return instant(getLong(column));
    }
    throw new AssertionError(layout.type(column));
  }

  /**
   * The row as a Beam row. A packed row has values of its schema only, so that Beam need not check
   * each of them again, which takes longer than all else that is done to a row.
   */
  public Row toRow() {
    List<@Nullable Object> values = new ArrayList<>(layout.size());
    for (int c = 0; c < layout.size(); c++) {
      values.add(getValue(c));
    }
    return Row.withSchema(layout.schema()).attachValues(values);
  }

  /**
   * Whether a column here and a column of the same type there hold the same value; null is the same
   * as null.
   */
  public boolean sameValue(int column, RowView other, int otherColumn) {
    boolean isNull = isNull(column);
    if (isNull != other.isNull(otherColumn)) {
      return false;
    }
    if (isNull) {
      return true;
    }
    switch (layout.type(column)) {
      case BOOLEAN:
        return getBoolean(column) == other.getBoolean(otherColumn);
      case INT32:
      case DATE:
        return getInt(column) == other.getInt(otherColumn);
      case INT64:
      case DOUBLE:
      case DECIMAL:
      case TIMESTAMP:
        return getLong(column) == other.getLong(otherColumn);
      default:
        int from = other.valueOffset(otherColumn);
        return hasBytes(column, other.block, from, from + other.valueLength(otherColumn));
    }
  }

  /** Whether a STRING, BYTES or BIG_DECIMAL column that is not null has these bytes. */
  public boolean hasBytes(int column, byte[] bytes, int from, int to) {
    int own = valueOffset(column);
    int length = to - from;
    return start + Bytes.getInt(block, start + layout.slot(column)) - own == length
        && Bytes.same(block, own, bytes, from, length);
  }

  /**
   * Compares two values of one column that are not null, in the order of its type (text by its
   * UTF-8 bytes).
   */
  int compareValue(int column, RowView other) {
    switch (layout.type(column)) {
      case BOOLEAN:
        return Boolean.compare(getBoolean(column), other.getBoolean(column));
      case INT32:
      case DATE:
        return Integer.compare(getInt(column), other.getInt(column));
      case INT64:
      case DECIMAL:
      case TIMESTAMP:
        return Long.compare(getLong(column), other.getLong(column));
      case DOUBLE:
        return Double.compare(getDouble(column), other.getDouble(column));
      case BIG_DECIMAL:
        return getDecimal(column).compareTo(other.getDecimal(column));
      default:
        int from = valueOffset(column);
        int otherFrom = other.valueOffset(column);
        return Arrays.compareUnsigned(
            block,
            from,
            from + valueLength(column),
            other.block,
            otherFrom,
            otherFrom + other.valueLength(column));
    }
  }

  /** A hash of one column, equal for equal values and stable across versions and machines. */
  public long hashValue(int column) {
    if (isNull(column)) {
      return 0x6a09e667f3bcc909L;
    }
    switch (layout.type(column)) {
      case BOOLEAN:
        return Bytes.mix(getBoolean(column) ? 1 : 2);
      case INT32:
      case DATE:
        return Bytes.mix(getInt(column));
      case INT64:
      case DOUBLE:
      case DECIMAL:
      case TIMESTAMP:
        return Bytes.mix(getLong(column));
      default:
        return Bytes.hash(block, valueOffset(column), valueLength(column));
    }
  }

  /** The instant of a number of microseconds since 1970. */
  public static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1000L);
  }

  /** The microseconds since 1970 of an instant; a finer instant is refused, not cut. */
  public static long micros(Instant instant) {
    if (instant.getNano() % 1000 != 0) {
      throw new ArithmeticException(instant + " is finer than a microsecond");
    }
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), MICROS), instant.getNano() / 1000);
  }
}
