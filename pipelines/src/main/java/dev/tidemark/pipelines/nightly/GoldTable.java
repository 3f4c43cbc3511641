// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A table as a plan would leave it, read back from its files. */
record GoldTable(TableSpec spec, TableSnapshot pinned, String lakeRoot) implements Serializable {

  static GoldTable of(TableSpec spec, LakeSnapshot snapshot, String lakeRoot) {
    return new GoldTable(spec, snapshot.table(spec), lakeRoot);
  }

  /** The rows after those of the changes that are this table's. */
  TableRows after(List<TableChange> changes) {
    return TableRows.of(spec, pinned.with(own(changes)), lakeRoot);
  }

  /** The rows that those of the changes write that are this table's, none that they copy. */
  TableRows writtenBy(List<TableChange> changes) {
    return TableRows.written(spec, pinned, own(changes), lakeRoot);
  }

  /** All of these rows. */
  RowBlocks blocksAfter(List<TableChange> changes) {
    RowBlocksBuilder rows = new RowBlocksBuilder();
    after(changes).forEach(rows::append);
    return rows.build();
  }

  /** Whether the changes take a value of a column out of the table. */
  boolean loses(String column, List<TableChange> changes) {
    return own(changes).stream().anyMatch(change -> !change.isEmpty())
        && !values(after(changes), column).containsAll(values(after(List.of()), column));
  }

  private Set<String> values(TableRows rows, String column) {
    int c = spec.layout().column(column);
    Set<String> values = new HashSet<>();
    rows.only(column).forEach(row -> values.add(row.getString(c)));
    return values;
  }

  private List<TableChange> own(List<TableChange> changes) {
    return changes.stream().filter(change -> change.table().equals(spec.path())).toList();
  }
}
