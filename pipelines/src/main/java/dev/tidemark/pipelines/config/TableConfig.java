// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.io.Serializable;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How one table is extracted. Keys and column types stand in its contract, not here.
 *
 * @param name the table's name in the product, e.g. {@code PremiumTransaction}
 * @param contract name of a bundled contract, or the path of a contract file (it has a slash or a
 *     dot)
 * @param schema schema at the source, or null for the contract's
 * @param sourceTable table or view at the source, or null for the contract's
 * @param query a SELECT that is read in the table's place, or null
 * @param mode by watermark or whole
 * @param watermark watermark column; null exactly when the mode is {@link Mode#FULL}
 * @param overlap how far behind the mark rows are read again
 * @param upperBoundLag how far behind the source's clock the new mark stays
 * @param zone zone of times that the source keeps without one
 * @param nullWatermark what becomes of rows whose watermark is NULL
 * @param enabled whether runs include it
 */
public record TableConfig(
    String name,
    String contract,
    @Nullable String schema,
    @Nullable String sourceTable,
    @Nullable String query,
    Mode mode,
    @Nullable String watermark,
    OverlapSize overlap,
    Duration upperBoundLag,
    ZoneId zone,
    NullWatermark nullWatermark,
    boolean enabled)
    implements Serializable {

  /** A table read by watermark, everything else as by default. */
  public static TableConfig incremental(String name, String watermark) {
    return byDefault(name, Mode.INCREMENTAL, watermark);
  }

  /** A table read whole, everything else as by default. */
  public static TableConfig full(String name) {
    return byDefault(name, Mode.FULL, null);
  }

  /** The tables that the product brings contracts for, reference tables after the transactions. */
  public static Map<String, TableConfig> bundled() {
    Map<String, TableConfig> tables = new LinkedHashMap<>();
    Stream.of(
            "RiskTransaction",
            "PremiumTransaction",
            "ClaimTransaction",
            "ContractSection",
            "Coverholder",
            "Broker")
        .forEach(name -> tables.put(name, incremental(name, "ModifiedDate")));
    Stream.of("BusinessPlan", "ExchangeRate").forEach(name -> tables.put(name, full(name)));
    return Collections.unmodifiableMap(tables);
  }

  /** The same table with another contract file, in another schema of the source. */
  public TableConfig described(String contractFile, @Nullable String sourceSchema) {
    return new TableConfig(
        name,
        contractFile,
        sourceSchema,
        sourceTable,
        query,
        mode,
        watermark,
        overlap,
        upperBoundLag,
        zone,
        nullWatermark,
        enabled);
  }

  /** Whether the contract is one of the product's own. */
  public boolean hasBundledContract() {
    return !isFile(contract);
  }

  static boolean isFile(String contract) {
    return contract.indexOf('/') >= 0 || contract.indexOf('.') >= 0 || contract.indexOf('\\') >= 0;
  }

  private static TableConfig byDefault(String name, Mode mode, @Nullable String watermark) {
    return new TableConfig(
        name,
        name,
        null,
        null,
        null,
        mode,
        watermark,
        OverlapSize.byDefault(),
        Duration.ZERO,
        ZoneOffset.UTC,
        NullWatermark.FAIL,
        true);
  }
}
