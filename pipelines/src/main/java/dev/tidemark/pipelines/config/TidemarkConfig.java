// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import dev.tidemark.transforms.facts.LargestRisks;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One installation: a source, a control database, a lake and the tables between them. A file needs
 * only {@code source} and {@code lake}; the eight bundled tables, the tracked columns and an
 * embedded control database under the lake are the defaults. Every key is described in {@code
 * docs/reference/configuration.md}.
 *
 * @param source the database that tables are extracted from
 * @param control the database of marks, audits and leases; touched by the launcher only
 * @param lake where everything is written
 * @param tables by name: the bundled tables, then the added ones in the file's order
 * @param trackedColumns per dimension (coverholder, broker, contract_section) the columns whose
 *     change opens a version
 * @param largestRisks what the mart of this name ranks
 * @param personalDataSalt of the keyed hash of people's names; null: silver holds no trace of them
 * @param alerts who is told of findings, in the file's order
 */
public record TidemarkConfig(
    DatabaseConfig source,
    DatabaseConfig control,
    LakeConfig lake,
    Map<String, TableConfig> tables,
    Map<String, List<String>> trackedColumns,
    LargestRisks.Ranking largestRisks,
    @Nullable SecretRef personalDataSalt,
    List<AlertChannel> alerts)
    implements Serializable {
  public TidemarkConfig {
    tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    trackedColumns = Collections.unmodifiableMap(new LinkedHashMap<>(trackedColumns));
    alerts = List.copyOf(alerts);
  }

  /**
   * Reads a file. Relative contract and secret files are meant from its folder; a relative lake
   * root from the working directory.
   *
   * @throws ConfigException with every problem of the file
   */
  public static TidemarkConfig load(Path file) {
    String yaml;
    try {
      yaml = Files.readString(file);
    } catch (IOException e) {
      throw new ConfigException(
          "configuration file " + file + " cannot be read; check the path given as --config");
    }
    Path folder = file.toAbsolutePath().getParent();
    try {
      return ConfigReader.read(yaml, folder == null ? Path.of("") : folder, System::getenv);
    } catch (ConfigException e) {
      throw e.in(file.toString());
    }
  }

  /**
   * Reads YAML text; relative files are meant from the working directory.
   *
   * @throws ConfigException with every problem of the text
   */
  public static TidemarkConfig parse(String yaml) {
    return ConfigReader.read(yaml, Path.of(""), System::getenv);
  }

  /**
   * The table of that name, enabled or not.
   *
   * @throws ConfigException naming the nearest configured table when there is none
   */
  public TableConfig table(String name) {
    TableConfig table = tables.get(name);
    if (table == null) {
      throw new ConfigException(
          "table " + name + " is not configured" + Nearest.suggestion(name, tables.keySet()));
    }
    return table;
  }

  /** The same with these tables. */
  public TidemarkConfig withTables(Map<String, TableConfig> others) {
    return new TidemarkConfig(
        source, control, lake, others, trackedColumns, largestRisks, personalDataSalt, alerts);
  }

  /** The same with another lake; a control database that was the old lake's default moves along. */
  public TidemarkConfig withLakeRoot(String root) {
    LakeConfig moved = new LakeConfig(root, lake.buckets());
    boolean byDefault = DefaultControl.in(lake.root()).map(control::equals).orElse(false);
    DatabaseConfig movedControl =
        byDefault
            ? DefaultControl.in(root)
                .orElseThrow(() -> new ConfigException(DefaultControl.remedy(root)))
            : control;
    return new TidemarkConfig(
        source,
        movedControl,
        moved,
        tables,
        trackedColumns,
        largestRisks,
        personalDataSalt,
        alerts);
  }
}
