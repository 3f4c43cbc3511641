// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/**
 * Where each column of a schema lies in a packed row.
 *
 * <p>A row is, little-endian: {@code int length | null bits | slots | variable bytes}. A fixed
 * column's slot holds its value; a variable column's slot holds the end of its bytes, counted from
 * the start of the row, and it begins where the previous variable column ends. A null has its bit
 * set, a zero slot and no variable bytes. So one row has exactly one encoding: equal rows are equal
 * bytes, and every column is reached without decoding the others.
 */
public final class RowLayout implements Serializable {

  private static final long serialVersionUID = 1L;

  private final Schema schema;
  private final String[] names;
  private final ColumnType[] types;
  private final int[] precisions;
  private final int[] scales;
  private final int[] slots;
  private final int[] previousVariable;
  private final int variableStart;
  private final Map<String, Integer> columns;

  private RowLayout(Schema schema) {
    this.schema = schema;
    int n = schema.getFieldCount();
    names = new String[n];
    types = new ColumnType[n];
    precisions = new int[n];
    scales = new int[n];
    slots = new int[n];
    previousVariable = new int[n];
    columns = new HashMap<>();
    int at = Integer.BYTES + (n + 7) / 8;
    int lastVariable = -1;
    for (int c = 0; c < n; c++) {
      Schema.Field field = schema.getField(c);
      names[c] = field.getName();
      types[c] = ColumnType.of(field.getName(), field.getType());
      if (types[c] == ColumnType.DECIMAL || types[c] == ColumnType.BIG_DECIMAL) {
        precisions[c] = ColumnType.decimalArgument(field.getType(), "precision");
        scales[c] = ColumnType.decimalArgument(field.getType(), "scale");
      }
      slots[c] = at;
      at += types[c].slotWidth();
      previousVariable[c] = lastVariable;
      if (types[c].isVariable()) {
        lastVariable = c;
      }
      columns.put(names[c], c);
    }
    variableStart = at;
  }

  /**
   * The layout of a schema; a column type that rows may not have is an {@link
   * IllegalArgumentException}.
   */
  public static RowLayout of(Schema schema) {
    return new RowLayout(schema);
  }

  /** The schema of the rows. */
  public Schema schema() {
    return schema;
  }

  /** The number of columns. */
  public int size() {
    return names.length;
  }

  /**
   * The index of a column; an unknown one is an {@link IllegalArgumentException} that lists the
   * known.
   */
  public int column(String name) {
    Integer c = columns.get(name);
    if (c == null) {
      throw new IllegalArgumentException("no column " + name + " among " + List.of(names));
    }
    return c;
  }

  /** The indexes of columns, in the order given. */
  public int[] columns(List<String> wanted) {
    return wanted.stream().mapToInt(this::column).toArray();
  }

  /** Whether there is a column of this name. */
  public boolean has(String name) {
    return columns.containsKey(name);
  }

  /** The name of a column. */
  public String name(int column) {
    return names[column];
  }

  /** The type of a column. */
  public ColumnType type(int column) {
    return types[column];
  }

  /** The digits of a decimal column, 0 for others. */
  public int precision(int column) {
    return precisions[column];
  }

  /** The digits after the point of a decimal column, 0 for others. */
  public int scale(int column) {
    return scales[column];
  }

  /** Whether a column may be null. */
  public boolean nullable(int column) {
    FieldType type = schema.getField(column).getType();
    return type.getNullable();
  }

  int slot(int column) {
    return slots[column];
  }

  /** The variable column before this one, or −1. */
  int previousVariable(int column) {
    return previousVariable[column];
  }

  /** The length of a row whose variable columns are all empty. */
  int variableStart() {
    return variableStart;
  }

  /** Travels as its schema alone. */
  private Object writeReplace() {
    return new Travelling(CompactSchema.of(schema));
  }

  private record Travelling(CompactSchema schema) implements Serializable {

    private Object readResolve() {
      return RowLayout.of(schema.schema());
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowLayout && schema.equals(((RowLayout) other).schema);
  }

  @Override
  public int hashCode() {
    return schema.hashCode();
  }
}
