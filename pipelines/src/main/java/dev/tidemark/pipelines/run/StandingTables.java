// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlStoreException;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.Watermark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tables that no configuration names: an operator writes a row of {@code etl.watermark} and puts
 * the table's contract at {@code contracts/<table_name>.yaml} beside the configuration. A row
 * without a watermark column is read whole.
 */
public final class StandingTables {

  private final TidemarkConfig config;
  private final Path contracts;

  private StandingTables(TidemarkConfig config, Path contracts) {
    this.config = config;
    this.contracts = contracts;
  }

  /**
   * The configuration with these tables too. Without the folder {@code contracts} nothing is asked;
   * a control store that cannot be read is left for the run to complain of.
   *
   * @param folder the folder of the configuration file
   * @throws ConfigException when a row that was never loaded has no contract file
   */
  public static TidemarkConfig addTo(TidemarkConfig config, Path folder) {
    Path contracts = folder.resolve("contracts");
    if (!Files.isDirectory(contracts)) {
      return config;
    }
    return new StandingTables(config, contracts).with(rows(config));
  }

  /** Whether a table that the configuration does not name may be one of these: nothing is asked. */
  public static boolean mayBe(String table, Path folder) {
    return Files.exists(contract(table, folder.resolve("contracts")));
  }

  private static Path contract(String table, Path contracts) {
    return contracts.resolve(table + ".yaml");
  }

  private static Collection<Watermark> rows(TidemarkConfig config) {
    try {
      Optional<JdbcControlStore> control = JdbcControlStore.look(config.control());
      if (control.isEmpty()) {
        return List.of();
      }
      try (JdbcControlStore store = control.get()) {
        return store.watermarks().values();
      }
    } catch (ControlStoreException e) {
      return List.of();
    }
  }

  private TidemarkConfig with(Collection<Watermark> rows) {
    Map<String, TableConfig> tables = new LinkedHashMap<>(config.tables());
    for (Watermark row : rows) {
      if (tables.containsKey(row.table())) {
        continue;
      }
      Path contract = contract(row.table(), contracts);
      if (Files.exists(contract)) {
        tables.put(row.table(), table(row, contract));
      } else if (row.mark() == null) {
        throw new ConfigException(
            "etl.watermark: table "
                + row.table()
                + " has neither an entry in the configuration nor a contract at "
                + contract
                + "; add one of them, or remove the row");
      }
      // a table that was loaded and is configured no more is left in peace
    }
    return config.withTables(tables);
  }

  private static TableConfig table(Watermark row, Path contract) {
    String column = row.watermarkColumn();
    TableConfig table =
        column == null
            ? TableConfig.full(row.table())
            : TableConfig.incremental(row.table(), column);
    return table.described(contract.toString(), row.sourceSchema());
  }
}
