// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;

/** A lake's tables at the versions of a published cut. */
final class Cut {

  private final String lakeRoot;
  private final LakeTables tables;
  private final TableStore store;
  private final PublishedCut published;

  private Cut(String lakeRoot, LakeTables tables, TableStore store, PublishedCut published) {
    this.lakeRoot = lakeRoot;
    this.tables = tables;
    this.store = store;
    this.published = published;
  }

  /** The latest cut; a lake without one is an {@link IllegalStateException} that says so. */
  static Cut latest(String lakeRoot, LakeTables tables, TableStore store) {
    return of(
        PublishedCut.latest(lakeRoot)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "the lake "
                            + lakeRoot
                            + " has no published cut; run the nightly pipeline first")),
        lakeRoot,
        tables,
        store);
  }

  /** Some cut of a lake. */
  static Cut of(PublishedCut published, String lakeRoot, LakeTables tables, TableStore store) {
    return new Cut(lakeRoot, tables, store, published);
  }

  LakeTables tables() {
    return tables;
  }

  /** Whether the cut has a table. */
  boolean has(TableSpec spec) {
    return published.versions().containsKey(spec.path());
  }

  /** A table at the cut's version, absent if the cut does not have it. */
  TableSnapshot snapshot(TableSpec spec) {
    Long version = published.versions().get(spec.path());
    return version == null ? TableSnapshot.absent(spec) : store.pin(spec, version);
  }

  /** The rows of a table. */
  TableRows rows(TableSpec spec) {
    return TableRows.of(spec, snapshot(spec), lakeRoot);
  }

  /** Everything that was landed of a source table and published. */
  LandedImages landed(String table) {
    return LandedImages.of(
        lakeRoot, table, tables.contract(table).tombstoneSchema(), PublishedCut.ever(lakeRoot));
  }
}
