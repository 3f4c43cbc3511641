// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.Mode;
import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.source.TableRef;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The contracts of the configured tables. */
public final class Contracts {

  private Contracts() {}

  /**
   * Reads every table's contract, bundled or from its file, with the watermark as configured.
   *
   * @throws ConfigException naming the table whose contract cannot be read, or is another table's
   */
  public static Map<String, TableContract> of(TidemarkConfig config) {
    Map<String, TableContract> contracts = new LinkedHashMap<>();
    Map<String, String> folders = new HashMap<>();
    for (TableConfig table : config.tables().values()) {
      TableContract contract = of(table);
      contracts.put(table.name(), contract);
      String twin = folders.put(contract.name(), table.name());
      if (twin != null) {
        throw new ConfigException(
            "tables."
                + table.name()
                + ": would lie in silver/"
                + contract.name()
                + " as "
                + twin
                + " does; give it another name");
      }
    }
    return contracts;
  }

  /**
   * What is wrong with the contracts that the configuration names itself, of every table: nothing
   * but files is read.
   */
  public static List<String> problems(TidemarkConfig config) {
    List<String> problems = new ArrayList<>();
    Map<String, TableConfig> bundled = TableConfig.bundled();
    for (TableConfig table : config.tables().values()) {
      TableConfig known = bundled.get(table.name());
      if (known == null || !known.contract().equals(table.contract())) {
        try {
          of(table);
        } catch (ConfigException e) {
          problems.addAll(e.problems());
        }
      }
    }
    return problems;
  }

  /** The contract of one table. */
  static TableContract of(TableConfig table) {
    TableContract contract;
    try {
      contract =
          table.hasBundledContract()
              ? TableContract.bundled(table.contract())
              : TableContract.load(Path.of(table.contract()));
    } catch (IllegalArgumentException e) {
      throw new ConfigException("tables." + table.name() + ".contract: " + e.getMessage());
    }
    // landing, silver and the rules find a table by the one name
    if (!contract.table().equals(table.name())) {
      throw new ConfigException(
          "tables."
              + table.name()
              + ".contract: "
              + table.contract()
              + " is the contract of "
              + contract.table()
              + "; name the entry so, or write table: "
              + table.name()
              + " in a contract file and the source's name as sourceTable here");
    }
    return contract.readBy(table.mode() == Mode.FULL ? null : table.watermark());
  }

  /** Where a table with this contract stands at the source, as configured. */
  public static TableRef ref(TableContract contract, TableConfig config) {
    String schema = config.schema() == null ? contract.schema() : config.schema();
    String table = config.sourceTable() == null ? contract.table() : config.sourceTable();
    TableRef ref = TableRef.of(contract).named(schema, table).withZone(config.zone());
    if (config.query() != null) {
      ref = ref.withQuery(config.query());
    }
    return config.watermark() == null ? ref : ref.withWatermark(config.watermark());
  }
}
