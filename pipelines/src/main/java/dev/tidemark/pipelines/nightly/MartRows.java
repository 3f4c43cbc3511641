// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.transforms.block.RowWriter;
import java.io.Closeable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of some marts as they are made. It belongs to one thread, and is closed. */
final class MartRows implements Closeable {

  private record Made(SpillingRows rows, RowWriter row) {}

  private final Map<String, Made> marts = new LinkedHashMap<>();

  /** No rows of these marts yet. */
  MartRows(List<String> names) {
    for (String name : names) {
      Mart mart = Marts.named(name);
      marts.put(
          name,
          new Made(SpillingRows.by(mart.table().rowKey()), new RowWriter(mart.table().layout())));
    }
  }

  /** Adds a row by the values of its columns, in their order. */
  void add(String mart, @Nullable Object... values) {
    Made made = of(mart);
    RowWriter row = made.row().clear();
    if (values.length != row.layout().size()) {
      throw new IllegalArgumentException(
          "mart " + mart + " has " + row.layout().size() + " columns, not " + values.length);
    }
    for (int c = 0; c < values.length; c++) {
      row.setValue(c, values[c]);
    }
    made.rows().add(row);
  }

  /** Adds the rows of a block. */
  void addBlock(String mart, byte[] block) {
    of(mart).rows().add(block);
  }

  /** The rows of a mart. */
  SpillingRows rows(String mart) {
    return of(mart).rows();
  }

  private Made of(String mart) {
    Made made = marts.get(mart);
    if (made == null) {
      throw new IllegalArgumentException("mart " + mart + " is not one of " + marts.keySet());
    }
    return made;
  }

  @Override
  public void close() {
    marts.values().forEach(made -> made.rows().close());
  }
}
