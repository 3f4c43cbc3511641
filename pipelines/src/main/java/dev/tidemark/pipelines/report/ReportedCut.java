// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.run.Contracts;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import java.util.Optional;

/** The published tables that a report is made of: all of one run or nothing. */
final class ReportedCut {

  private final String lakeRoot;
  private final LakeTables tables;
  private final TableStore store;
  private final PublishedCut cut;

  private ReportedCut(String lakeRoot, LakeTables tables, TableStore store, PublishedCut cut) {
    this.lakeRoot = lakeRoot;
    this.tables = tables;
    this.store = store;
    this.cut = cut;
  }

  /**
   * What the run published; of a run that published nothing, or whose cut has expired, the latest.
   * Empty when nothing is published yet.
   */
  static Optional<ReportedCut> of(TidemarkConfig config, RunSummary summary) {
    String root = config.lake().root();
    Optional<PublishedCut> own =
        summary.batchId() == 0 ? Optional.empty() : PublishedCut.of(root, summary.batchId());
    return own.or(() -> PublishedCut.latest(root))
        .map(
            cut -> {
              TableStore store = DeltaTableStore.in(root);
              LakeTables tables = LakeTables.stored(config.lake(), Contracts.of(config), store);
              return new ReportedCut(root, tables, store, cut);
            });
  }

  PublishedCut published() {
    return cut;
  }

  /** The cut before this one, if it can still be read. */
  Optional<ReportedCut> before() {
    return PublishedCut.all(lakeRoot).stream()
        .filter(other -> other.batchId() < cut.batchId())
        .reduce((earlier, later) -> later)
        .map(other -> new ReportedCut(lakeRoot, tables, store, other));
  }

  /** The columns of a table, and no others; a table that is not in the cut has no rows. */
  TableRows rows(String path, String... columns) {
    return TableRows.of(tables.at(path), snapshot(path), lakeRoot).only(columns);
  }

  /** All columns of a table. */
  TableRows rows(String path) {
    return TableRows.of(tables.at(path), snapshot(path), lakeRoot);
  }

  TableSnapshot snapshot(String path) {
    TableSpec spec = tables.at(path);
    Long version = cut.versions().get(path);
    return version == null ? TableSnapshot.absent(spec) : store.pin(spec, version);
  }
}
