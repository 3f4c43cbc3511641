// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Builds packed rows, one after another: {@link #clear()}, set columns in any order, {@link
 * #appendTo}.
 *
 * <p>A column that is not set is null. A value that its column cannot hold exactly is refused with
 * an {@link ArithmeticException} that names the column and the value.
 */
public final class RowWriter {

  private static final byte[] NOTHING = {};
  private static final long CANONICAL_NAN = Double.doubleToLongBits(Double.NaN);

  private static final long UNLIMITED = 0;

  private final RowLayout layout;
  private final int[] slots;

  /** Bytes of a fixed column's slot, 0 of a variable column. */
  private final int[] widths;

  private final int[] variableColumns;

  /** The head of a row that is all null: its null bits and its slots. */
  private final byte[] allNull;

  /** What the unscaled value of a DECIMAL column must be below; {@link #UNLIMITED} of others. */
  private final long[] limits;

  /** The bytes of variable columns that are not null. */
  private final byte[][] variable;

  private final int[] from;
  private final int[] lengths;

  /** Null bits and fixed columns are always as they are packed, the rest is put behind them. */
  private byte[] row;

  /** A writer whose first row is all null. */
  public RowWriter(RowLayout layout) {
    this.layout = layout;
    int n = layout.size();
    slots = new int[n];
    widths = new int[n];
    limits = new long[n];
    for (int c = 0; c < n; c++) {
      ColumnType type = layout.type(c);
      slots[c] = layout.slot(c);
      widths[c] = type.isVariable() ? 0 : type.slotWidth();
      limits[c] = type == ColumnType.DECIMAL ? POWERS[layout.precision(c)] : UNLIMITED;
    }
    variableColumns = IntStream.range(0, n).filter(c -> widths[c] == 0).toArray();
    variable = new byte[n][];
    Arrays.fill(variable, NOTHING);
    from = new int[n];
    lengths = new int[n];
    allNull = new byte[layout.variableStart()];
    for (int c = 0; c < n; c++) {
      allNull[nullByte(c)] |= nullBit(c);
    }
    row = Arrays.copyOf(allNull, allNull.length + 256);
  }

  private static int nullByte(int column) {
    return Integer.BYTES + (column >>> 3);
  }

  private static byte nullBit(int column) {
    return (byte) (1 << (column & 7));
  }

  /** Starts a new row, all null. */
  public RowWriter clear() {
    System.arraycopy(allNull, 0, row, 0, allNull.length);
    return this;
  }

  /** The layout of the rows. */
  public RowLayout layout() {
    return layout;
  }

  /** Sets a column to null. */
  public void setNull(int column) {
    row[nullByte(column)] |= nullBit(column);
    putFixed(slots[column], widths[column], 0);
  }

  /** Whether a column of the row being built is null. */
  public boolean isNull(int column) {
    return (row[nullByte(column)] & nullBit(column)) != 0;
  }

  /** Sets a BOOLEAN column. */
  public void setBoolean(int column, boolean value) {
    setFixed(column, value ? 1 : 0);
  }

  /** Sets an INT32 column, or a DATE column to an epoch day. */
  public void setInt(int column, int value) {
    setFixed(column, value);
  }

  /**
   * Sets an INT64 column, a TIMESTAMP in micros, or a DECIMAL by its unscaled value, whose digits
   * must fit.
   */
  public void setLong(int column, long value) {
    long limit = limits[column];
    if (limit != UNLIMITED && (value <= -limit || value >= limit)) {
      throw doesNotFit(column, BigDecimal.valueOf(value, layout.scale(column)));
    }
    setFixed(column, value);
  }

  /** Sets a DOUBLE column. */
  public void setDouble(int column, double value) {
    setFixed(
        column,
        Double.isNaN(value) ? CANONICAL_NAN : Double.doubleToRawLongBits(value == 0 ? 0.0 : value));
  }

  /** Sets a STRING column. */
  public void setString(int column, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    setBytes(column, bytes, 0, bytes.length);
  }

  /** Sets a STRING column, or makes it null. */
  public void setStringOrNull(int column, @Nullable String value) {
    if (value == null) {
      setNull(column);
    } else {
      setString(column, value);
    }
  }

  /**
   * Sets a STRING, BYTES or BIG_DECIMAL column to bytes, which must not change until {@link
   * #appendTo}.
   */
  public void setBytes(int column, byte[] bytes, int offset, int length) {
    variable[column] = bytes;
    from[column] = offset;
    lengths[column] = length;
    setPresent(column);
  }

  /**
   * Sets a DECIMAL or BIG_DECIMAL column; digits that do not fit are an {@link
   * ArithmeticException}.
   */
  public void setDecimal(int column, BigDecimal value) {
    BigInteger unscaled;
    try {
      unscaled = value.setScale(layout.scale(column)).unscaledValue();
    } catch (ArithmeticException tooFine) {
      throw doesNotFit(column, value);
    }
    if (layout.type(column) == ColumnType.DECIMAL && unscaled.bitLength() < Long.SIZE) {
      long digits = unscaled.longValue();
      if (fits(digits, layout.precision(column))) {
        setFixed(column, digits);
        return;
      }
    } else if (layout.type(column) == ColumnType.BIG_DECIMAL
        && new BigDecimal(unscaled).precision() <= layout.precision(column)) {
      byte[] bytes = unscaled.toByteArray();
      setBytes(column, bytes, 0, bytes.length);
      return;
    }
    throw doesNotFit(column, value);
  }

  /** Sets a column to the Java object that Beam's {@link Row} uses for it, or to null. */
  public void setValue(int column, @Nullable Object value) {
    if (value == null) {
      setNull(column);
      return;
    }
    switch (layout.type(column)) {
      case BOOLEAN:
        setBoolean(column, (Boolean) value);
        break;
      case INT32:
        setInt(column, (Integer) value);
        break;
      case INT64:
        setLong(column, (Long) value);
        break;
      case DOUBLE:
        setDouble(column, (Double) value);
        break;
      case STRING:
        setString(column, (String) value);
        break;
      case BYTES:
        byte[] bytes = (byte[]) value;
        setBytes(column, bytes, 0, bytes.length);
        break;
      case DECIMAL:
      case BIG_DECIMAL:
        setDecimal(column, (BigDecimal) value);
        break;
      case DATE:
        setInt(column, Math.toIntExact(((LocalDate) value).toEpochDay()));
        break;
      case TIMESTAMP:
        setLong(column, RowView.micros((Instant) value));
        break;
    }
  }

  /** Sets a column to the value of a column of the same type in another row. */
  public void copy(int column, RowView source, int sourceColumn) {
    if (source.isNull(sourceColumn)) {
      setNull(column);
      return;
    }
    switch (layout.type(column)) {
      case BOOLEAN:
        setBoolean(column, source.getBoolean(sourceColumn));
        break;
      case INT32:
      case DATE:
        setInt(column, source.getInt(sourceColumn));
        break;
      case INT64:
      case DOUBLE:
      case DECIMAL:
      case TIMESTAMP:
        setFixed(column, source.getLong(sourceColumn));
        break;
      default:
        setBytes(
            column,
            source.block(),
            source.valueOffset(sourceColumn),
            source.valueLength(sourceColumn));
        break;
    }
  }

  /** Sets every column from a Beam row of the layout's schema. */
  public RowWriter set(Row values) {
    for (int c = 0; c < layout.size(); c++) {
      setValue(c, values.getValue(c));
    }
    return this;
  }

  /** Appends the row. The columns stay as they are: {@link #clear()} starts the next. */
  public void appendTo(BlockBuilder block) {
    int length = encode(); // first, for it may move the row to a larger array
    block.append(row, 0, length);
  }

  /** Moves a view to the row as it is packed, which holds until a column is set. */
  public RowView show(RowView view) {
    encode();
    return view.at(row, 0);
  }

  /** Puts the variable columns behind the others, and returns the length of the row. */
  private int encode() {
    int at = allNull.length;
    int length = at;
    for (int c : variableColumns) {
      if (!isNull(c)) {
        length = Math.addExact(length, lengths[c]);
      }
    }
    if (length > row.length) {
      row = Arrays.copyOf(row, Math.max(length, row.length * 2));
    }
    for (int c : variableColumns) {
      if (!isNull(c)) {
        System.arraycopy(variable[c], from[c], row, at, lengths[c]);
        at += lengths[c];
      }
      Bytes.putInt(row, slots[c], at);
    }
    Bytes.putInt(row, 0, length);
    return length;
  }

  private void putFixed(int slot, int width, long value) {
    if (width == 1) {
      row[slot] = (byte) value;
    } else if (width == Integer.BYTES) {
      Bytes.putInt(row, slot, (int) value);
    } else if (width == Long.BYTES) {
      Bytes.putLong(row, slot, value);
    }
  }

  private void setFixed(int column, long value) {
    putFixed(slots[column], widths[column], value);
    setPresent(column);
  }

  private void setPresent(int column) {
    row[nullByte(column)] &= (byte) ~nullBit(column);
  }

  /** Whether an unscaled value has at most so many digits. */
  static boolean fits(long unscaled, int precision) {
    long limit = POWERS[precision];
    return unscaled > -limit && unscaled < limit;
  }

  private static final long[] POWERS = new long[ColumnType.LONG_DIGITS + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
  }

  private ArithmeticException doesNotFit(int column, BigDecimal value) {
    return new ArithmeticException(
        String.format(
            "column %s is DECIMAL(%d,%d) and cannot hold %s",
            layout.name(column), layout.precision(column), layout.scale(column), value));
  }
}
