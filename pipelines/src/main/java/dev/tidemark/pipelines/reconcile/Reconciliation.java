// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.source.SourceDatabase;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.transforms.conform.TransactionTable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Proves the latest published cut of a lake, whole tables of it: gives every identity as a {@link
 * Check}, whether it holds or not.
 *
 * <ul>
 *   <li>Source: its rows up to the mark are the distinct keys landed, but those found gone.
 *   <li>Landing: keys ever landed are silver live, deleted and quarantined; raw amounts are the
 *       same in landing and silver.
 *   <li>Silver: every version is a fact, or one that was superseded; who won is a fact.
 *   <li>Facts: every fact foots, points to rows that exist and is in the partial sums once, and
 *       what it says is in the marts.
 *   <li>Dimensions: every live key has one open version.
 * </ul>
 *
 * <p>A check that does not hold names the first row or group, so that the same lake always gives
 * the same text. Everything is counted anew from files; nothing is written. Memory: up to 70 bytes
 * per key landed of one table of transactions, 150 of another, and a map entry per section and
 * month, per day of a coverholder's payments, and per risk or claim of one bucket.
 *
 * <pre>{@code
 * List<Check> checks = Reconciliation.of(root, tables, store).against(source, control, configs).checks();
 * }</pre>
 */
public final class Reconciliation {

  private final String lakeRoot;
  private final LakeTables tables;
  private final TableStore store;
  private final @Nullable SourceProof source;

  private Reconciliation(
      String lakeRoot, LakeTables tables, TableStore store, @Nullable SourceProof source) {
    this.lakeRoot = lakeRoot;
    this.tables = tables;
    this.store = store;
    this.source = source;
  }

  /** Of a lake alone: the source is not asked. */
  public static Reconciliation of(String lakeRoot, LakeTables tables, TableStore store) {
    return new Reconciliation(lakeRoot, tables, store, null);
  }

  /**
   * Compares with the source too, at the marks that the control store has now. No run may be under
   * way, and none unfinished.
   *
   * @param configs the configured tables by name; one that is disabled or read whole is not
   *     compared with its source
   */
  public Reconciliation against(
      SourceDatabase database, ControlStore control, Map<String, TableConfig> configs) {
    return new Reconciliation(lakeRoot, tables, store, new SourceProof(database, control, configs));
  }

  /**
   * Every check, in a fixed order.
   *
   * @throws IllegalStateException when nothing is published
   */
  public List<Check> checks() {
    Cut cut = Cut.latest(lakeRoot, tables, store);
    List<Check> checks = new ArrayList<>();
    Map<TransactionTable, TransactionProof> silver = new EnumMap<>(TransactionTable.class);
    for (TransactionTable table : TransactionTable.values()) {
      TransactionProof proof = TransactionProof.of(cut, table);
      if (source != null) {
        source
            .check(
                tables.contract(table.tableName()),
                proof.landedKeys(),
                proof.goneKeys(),
                proof.flaggedKeys())
            .ifPresent(checks::add);
      }
      checks.addAll(proof.checks());
      silver.put(table, proof);
    }
    for (String table : tables.sourceTables()) {
      if (TransactionTable.named(table).isEmpty()) {
        checks.add(TableProof.of(cut, table));
      }
    }
    checks.addAll(facts(cut, silver));
    for (String dimension : List.of("contract_section", "coverholder", "broker")) {
      checks.addAll(DimensionProof.of(cut, dimension).checks());
    }
    return checks;
  }

  private static List<Check> facts(Cut cut, Map<TransactionTable, TransactionProof> silver) {
    DimensionKeys dimensions = new DimensionKeys(cut);
    List<Check> checks = new ArrayList<>();
    silver.forEach(
        (table, proof) -> {
          switch (table) {
            case PREMIUM -> {
              checks.addAll(PremiumProof.of(cut, proof, dimensions));
              checks.addAll(MonthlyProof.of(cut));
              checks.addAll(TimelinessProof.of(cut));
              checks.addAll(LargestRisksProof.of(cut));
            }
            case RISK -> checks.addAll(RiskProof.of(cut, proof, dimensions));
            case CLAIM -> {
              checks.addAll(ClaimProof.of(cut, proof, dimensions));
              checks.addAll(ClaimMartProof.of(cut));
            }
          }
        });
    return checks;
  }
}
