// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableSpec;
import java.util.List;

/**
 * A mart: its table, and by what it is made again.
 *
 * @param groupedBy the columns that tell which group a row belongs to, as {@link
 *     MartScope#schema()} names them
 * @param reconciled the columns that are added up over the mart, to compare with what it is made of
 */
record Mart(TableSpec table, MartScope scope, List<String> groupedBy, List<String> reconciled) {

  Mart {
    groupedBy = List.copyOf(groupedBy);
    reconciled = List.copyOf(reconciled);
    for (String column : groupedBy) {
      if (!scope.schema().hasField(column) || !table.schema().hasField(column)) {
        throw new IllegalArgumentException(
            "mart " + table + " cannot be grouped by " + column + ": both need that column");
      }
    }
  }

  /** A mart of sections. */
  static Mart ofSections(TableSpec.Builder table, String... groupedBy) {
    return new Mart(table.build(), MartScope.SECTION, List.of(groupedBy), List.of());
  }

  /** A mart of coverholders. */
  static Mart ofCoverholders(TableSpec.Builder table, String... groupedBy) {
    return new Mart(table.build(), MartScope.COVERHOLDER, List.of(groupedBy), List.of());
  }

  /** A mart of accounts. */
  static Mart ofAccounts(TableSpec.Builder table, String... groupedBy) {
    return new Mart(table.build(), MartScope.ACCOUNT, List.of(groupedBy), List.of());
  }

  /** The same, reconciled by some columns. */
  Mart reconciledBy(String... columns) {
    return new Mart(table, scope, groupedBy, List.of(columns));
  }
}
