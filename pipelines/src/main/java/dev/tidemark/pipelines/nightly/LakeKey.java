// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.Conformer;
import java.util.ArrayList;
import java.util.List;

/** The key of a row of silver or of the quarantine, and whether the row is live. */
final class LakeKey {

  private static final List<String> QUARANTINE_SCOPE =
      List.of("_umr", "_section_no", "_bordereau_month");

  private final ComparedTable table;
  private final boolean isQuarantine;
  private final int[] key;
  private final int deleted;
  private final int[] scope;
  private final List<String> columns = new ArrayList<>();

  LakeKey(ComparedTable table, int file) {
    this.table = table;
    isQuarantine = table.isQuarantine(file);
    RowLayout layout = table.layout(file);
    columns.addAll(isQuarantine ? List.of("source_key") : table.key());
    key = layout.columns(columns);
    String flag = isQuarantine ? "_is_deleted" : Conformer.DELETED;
    columns.add(flag);
    deleted = layout.column(flag);
    List<String> ofScope = isQuarantine ? QUARANTINE_SCOPE : BordereauScope.COLUMNS;
    scope = BordereauScope.columns(table.scope(), layout, ofScope);
    if (table.scope() != null) {
      columns.addAll(ofScope);
    }
  }

  /** The columns that are looked at. */
  List<String> columns() {
    return columns;
  }

  /** Whether the row is not deleted, and in the scope. */
  boolean isLive(RowView row) {
    return !row.getBoolean(deleted) && BordereauScope.holds(table.scope(), row, scope);
  }

  /** Writes the key of a row as a compared row without a file. */
  void write(RowView row, RowWriter compared) {
    compared.clear();
    if (isQuarantine) {
      compared.setLong(0, Long.parseLong(row.getString(key[0])));
      return;
    }
    for (int k = 0; k < key.length; k++) {
      compared.copy(k, row, key[k]);
    }
  }
}
