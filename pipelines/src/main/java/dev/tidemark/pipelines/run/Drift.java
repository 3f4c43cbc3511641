// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.source.SourceTable;
import dev.tidemark.pipelines.source.TableContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a source table that can be read differs from what is known of it: columns that nobody named,
 * and a mark without an index. None of it stops a run.
 *
 * @param newColumns columns that are read for the first time
 * @param warnings a sentence for each thing that somebody should look at
 */
record Drift(List<ContractColumn> newColumns, List<String> warnings) {

  static final Drift NONE = new Drift(List.of(), List.of());

  Drift {
    newColumns = List.copyOf(newColumns);
    warnings = List.copyOf(warnings);
  }

  /**
   * The drift of a table.
   *
   * @param known its contract, with the columns beside it that are stored already
   * @param found the table at the source
   * @param missingIndex the statement that would index its mark
   */
  static Drift of(TableContract known, SourceTable found, Optional<String> missingIndex) {
    List<ContractColumn> newColumns = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    for (ContractColumn column : found.contract().added()) {
      if (known.added().stream().noneMatch(stored -> stored.name().equals(column.name()))) {
        newColumns.add(column);
        warnings.add(
            known.table()
                + ": column "
                + column.sourceName()
                + " "
                + column.type()
                + " is new: it is landed and kept in silver/"
                + known.name()
                + " as it is sent; if it holds names of people, add it to the contract with"
                + " personal: true to mask it");
      }
    }
    warnings.addAll(found.leftOut());
    missingIndex.ifPresent(
        statement ->
            warnings.add(
                known.table()
                    + ": no index begins with its watermark, every run reads the whole table; ask"
                    + " the DBA for "
                    + statement));
    return new Drift(newColumns, warnings);
  }

  /** The new columns as a contract would name them. */
  List<String> newColumnTexts() {
    return newColumns.stream().map(column -> column.sourceName() + " " + column.type()).toList();
  }
}
