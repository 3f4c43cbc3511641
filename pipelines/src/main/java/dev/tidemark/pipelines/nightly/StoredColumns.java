// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.source.SqlType;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.table.StoredTable;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.transforms.block.RowLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the stored silver tables have beside their contracts. The tables themselves are the only
 * place where a column that was found at a source is remembered.
 */
final class StoredColumns {

  private final TableStore store;
  private final LakeTables contracts;

  StoredColumns(TableStore store, LakeTables contracts) {
    this.store = store;
    this.contracts = contracts;
  }

  /** The columns of a silver table that its contract does not name. */
  List<ContractColumn> beside(TableContract contract) {
    StoredTable silver = store.stored("silver/" + contract.name()).orElse(null);
    if (silver == null) {
      return List.of();
    }
    Set<String> personal = contracts.personalColumns(contract.table());
    List<String> known = contracts.silver(contract.table()).schema().getFieldNames();
    RowLayout layout = RowLayout.of(silver.schema());
    List<ContractColumn> beside = new ArrayList<>();
    for (int c = 0; c < layout.size(); c++) {
      String name = layout.name(c);
      if (personal.contains(name)) {
        throw new ConfigException(
            "tables."
                + contract.table()
                + ".contract: column "
                + contract.column(name).sourceName()
                + " is personal, but silver/"
                + contract.name()
                + " has it as it was sent; move the stored tables of "
                + contract.table()
                + " away and remove its row of etl.watermark, so that it is loaded anew");
      }
      // what is NOT NULL was named by a contract: to leave it out is a change for the store to
      // refuse
      if (!known.contains(name) && !name.startsWith("_") && layout.nullable(c)) {
        beside.add(new ContractColumn(name, type(layout, c), true, false));
      }
    }
    return beside;
  }

  /**
   * The key that a stored table of changes has, whatever its contract names by now; empty when it
   * has a column that is known no more.
   */
  Optional<List<String>> changeKey(TableContract contract) {
    Set<String> known = new HashSet<>(contracts.silver(contract.table()).schema().getFieldNames());
    contract.added().forEach(column -> known.add(column.name()));
    return ReferenceTable.named(contract.table())
        .flatMap(table -> store.stored("silver/" + contract.name() + "_changes"))
        .map(StoredTable::key)
        .filter(known::containsAll);
  }

  private static SqlType type(RowLayout layout, int column) {
    return SqlType.parse(
        switch (layout.type(column)) {
          case BOOLEAN -> "BIT";
          case INT32 -> "INT";
          case INT64 -> "BIGINT";
          case DOUBLE -> "FLOAT";
          case STRING -> "VARCHAR";
          case BYTES -> "VARBINARY";
          case DECIMAL, BIG_DECIMAL ->
              "DECIMAL(" + layout.precision(column) + "," + layout.scale(column) + ")";
          case DATE -> "DATE";
          case TIMESTAMP -> "DATETIME2";
        });
  }
}
