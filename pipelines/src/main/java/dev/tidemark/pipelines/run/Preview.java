// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.HeldLease;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.source.SourceDatabase;
import dev.tidemark.pipelines.table.Intent;
import dev.tidemark.pipelines.table.Intents;
import dev.tidemark.pipelines.table.TableStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds what a nightly run would read now, and does no more: nothing is read, written, taken or
 * created. Only a table of mode full is read, for the digest that tells whether it changed.
 */
public final class Preview {

  private final TidemarkConfig config;
  private final Set<String> only;
  private final SourceDatabase source;
  private final TableStore store;
  private final Clock clock;

  /**
   * A preview.
   *
   * @param only the tables to look at, empty for all that are enabled
   * @param clock tells which leases have expired
   */
  public Preview(
      TidemarkConfig config,
      Set<String> only,
      SourceDatabase source,
      TableStore store,
      Clock clock) {
    this.config = config;
    this.only = Set.copyOf(only);
    this.source = source;
    this.store = store;
    this.clock = clock;
  }

  /** Looks. */
  public PlanSummary plan() {
    LakeTables tables =
        LakeTables.stored(config.lake(), Contracts.of(config), store)
            .tracking(config.trackedColumns())
            .ranking(config.largestRisks());
    Optional<Long> unfinished = Intents.in(config.lake().root()).pending().map(Intent::batchId);
    Optional<JdbcControlStore> found = JdbcControlStore.look(config.control());
    try (JdbcControlStore control = found.orElseGet(JdbcControlStore::inMemory)) {
      DueTables due =
          new DueTables(source, control.watermarks(), tables.contracts(), new Silence());
      List<TableConfig> wanted =
          config.tables().values().stream()
              .filter(TableConfig::enabled)
              .filter(table -> only.isEmpty() || only.contains(table.name()))
              .toList();
      due.capture(wanted, config.source().maxConnections());
      List<PlannedTable> planned =
          due.summaries().stream()
              .map(table -> PlannedTable.of(table, due.due().get(table.table())))
              .toList();
      return new PlanSummary(
          PlanSummary.SCHEMA_VERSION,
          unfinished.orElse(null),
          control.leases(clock.instant()).stream().map(HeldLease::owner).findFirst().orElse(null),
          tables.madeOtherwise(store).reasons(),
          planned);
    }
  }
}
