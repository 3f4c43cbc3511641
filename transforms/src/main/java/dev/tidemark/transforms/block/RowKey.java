// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.util.Arrays;
import java.util.List;

/**
 * The key of a row: some of its columns, compared part by part; null equals null and never equals a
 * value.
 */
public final class RowKey {

  private final RowLayout layout;
  private final int[] columns;

  private RowKey(RowLayout layout, int[] columns) {
    this.layout = layout;
    this.columns = columns;
  }

  /** A key of at least one column. */
  public static RowKey of(RowLayout layout, List<String> columns) {
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("a key needs at least one column");
    }
    return new RowKey(layout, layout.columns(columns));
  }

  /** A key of at least one column. */
  public static RowKey of(RowLayout layout, String... columns) {
    return of(layout, List.of(columns));
  }

  /** The layout of the rows. */
  public RowLayout layout() {
    return layout;
  }

  /** The names of the columns. */
  public List<String> names() {
    return Arrays.stream(columns).mapToObj(layout::name).toList();
  }

  /**
   * A hash that is equal for equal keys and never changes between versions: rows are stored by it.
   */
  public long hash(RowView row) {
    long h = 0;
    for (int c : columns) {
      h = (h ^ row.hashValue(c)) * 0x9fb21c651e98df25L;
      h ^= h >>> 32;
    }
    return Bytes.mix(h);
  }

  /** Whether two rows have the same key. */
  public boolean same(RowView a, RowView b) {
    for (int c : columns) {
      if (!a.sameValue(c, b, c)) {
        return false;
      }
    }
    return true;
  }

  /** Copies the key of a row into a row of the same layout that is being written. */
  void copy(RowView from, RowWriter to) {
    for (int c : columns) {
      to.copy(c, from, c);
    }
  }
}
