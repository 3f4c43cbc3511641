// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.conform.TransactionTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a fact that point to a dimension. A null points nowhere.
 *
 * @param facts the fact table
 * @param naming the columns that a row is named by
 * @param references the columns, and where their keys are
 */
public record FactKeys(TableSpec facts, List<String> naming, List<Reference> references)
    implements Serializable {

  /** A column of the fact, and the keys that it may hold. */
  public record Reference(String column, KeyColumn keys) implements Serializable {}

  /** The key column of a dimension's current rows or history. */
  public record KeyColumn(String path, String column) implements Serializable {

    /** The table's name. */
    public String table() {
      return nameOf(path);
    }

    /** As a name of its own. */
    @Override
    public String toString() {
      return path + "." + column;
    }
  }

  private static final KeyColumn DAY = new KeyColumn(Type1Dimensions.DATE, "date_key");

  /** Every fact of a lake. */
  public static List<FactKeys> of(LakeTables tables) {
    return tables.facts().keySet().stream().map(table -> of(tables, table)).toList();
  }

  private static FactKeys of(LakeTables tables, TransactionTable table) {
    ReferenceTable section = ReferenceTable.CONTRACT_SECTION;
    String version = section.versionKeyColumn();
    TableSpec facts = tables.facts(table).facts();
    List<Reference> references =
        new ArrayList<>(
            List.of(
                current(tables, section),
                new Reference(version, new KeyColumn(tables.history(section).path(), version)),
                current(tables, ReferenceTable.COVERHOLDER),
                current(tables, ReferenceTable.BROKER),
                new Reference(
                    "contract_key", new KeyColumn(Type1Dimensions.CONTRACT, "contract_key")),
                new Reference(
                    "class_of_business_key",
                    new KeyColumn(Type1Dimensions.CLASS_OF_BUSINESS, "class_of_business_key"))));
    for (String day : List.of("bordereau_month_date_key", "effective_date_key")) {
      if (facts.layout().has(day)) {
        references.add(new Reference(day, DAY));
      }
    }
    return new FactKeys(facts, List.of(table.idColumn(), "umr", "section_no"), references);
  }

  private static Reference current(LakeTables tables, ReferenceTable dimension) {
    String column = dimension.keyColumn();
    return new Reference(column, new KeyColumn(tables.current(dimension).path(), column));
  }

  /** The fact table's name. */
  String name() {
    return nameOf(facts.path());
  }

  /** The columns to read. */
  String[] columns() {
    List<String> columns = new ArrayList<>(naming);
    references.forEach(reference -> columns.add(reference.column()));
    return columns.toArray(new String[0]);
  }

  /** Whether one of these key columns, each as its text, is pointed to. */
  boolean pointsToOneOf(List<String> keyColumns) {
    return references.stream()
        .anyMatch(reference -> keyColumns.contains(reference.keys().toString()));
  }

  private static String nameOf(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
