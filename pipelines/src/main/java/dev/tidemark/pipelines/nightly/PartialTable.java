// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.conform.TransactionTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of partial sums, for who looks at what a merge gives of it.
 *
 * @param layout of its rows, that begin with umr, section_no and coverholder_id
 * @param makesMarts whether marts are made of it
 */
record PartialTable(String path, RowLayout layout, boolean makesMarts) implements Serializable {

  /** All of them. */
  static List<PartialTable> of(LakeTables tables) {
    List<PartialTable> all = new ArrayList<>();
    tables
        .facts()
        .forEach((table, derived) -> all.add(of(derived.months(), table != TransactionTable.RISK)));
    all.add(of(tables.at(FactTables.PAID_DAYS), true));
    return all;
  }

  private static PartialTable of(TableSpec spec, boolean makesMarts) {
    return new PartialTable(spec.path(), spec.layout(), makesMarts);
  }
}
