// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.nightly.FactKeys;
import dev.tidemark.pipelines.table.TableRows;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The keys that dimensions have, each column of them read once, whichever facts point to it. */
final class DimensionKeys {

  private final Cut cut;
  private final Map<FactKeys.KeyColumn, Set<Object>> read = new HashMap<>();

  DimensionKeys(Cut cut) {
    this.cut = cut;
  }

  /** The values of a key column. */
  Set<Object> of(FactKeys.KeyColumn column) {
    return read.computeIfAbsent(column, this::read);
  }

  private Set<Object> read(FactKeys.KeyColumn column) {
    TableRows rows = cut.rows(cut.tables().at(column.path()));
    int key = rows.layout().column(column.column());
    Set<Object> keys = new HashSet<>();
    rows.only(column.column()).forEach(row -> keys.add(row.getValue(key)));
    return keys;
  }
}
