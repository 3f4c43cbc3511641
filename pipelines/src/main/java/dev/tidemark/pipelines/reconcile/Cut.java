// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import java.util.List;

/** A lake's tables at the versions of its latest published cut. */
final class Cut {

  private final String lakeRoot;
  private final LakeTables tables;
  private final TableStore store;
  private final List<PublishedCut> published;

  private Cut(String lakeRoot, LakeTables tables, TableStore store, List<PublishedCut> published) {
    this.lakeRoot = lakeRoot;
    this.tables = tables;
    this.store = store;
    this.published = published;
  }

  /** The latest cut; a lake without one is an {@link IllegalStateException} that says so. */
  static Cut latest(String lakeRoot, LakeTables tables, TableStore store) {
    List<PublishedCut> published = PublishedCut.all(lakeRoot);
    if (published.isEmpty()) {
      throw new IllegalStateException(
          "the lake " + lakeRoot + " has no published cut; run the nightly pipeline first");
    }
    return new Cut(lakeRoot, tables, store, published);
  }

  LakeTables tables() {
    return tables;
  }

  /** Whether the cut has a table. */
  boolean has(TableSpec spec) {
    return latest().versions().containsKey(spec.path());
  }

  /** A table at the cut's version, absent if the cut does not have it. */
  TableSnapshot snapshot(TableSpec spec) {
    Long version = latest().versions().get(spec.path());
    return version == null ? TableSnapshot.absent(spec) : store.pin(spec, version);
  }

  /** The rows of a table. */
  TableRows rows(TableSpec spec) {
    return TableRows.of(spec, snapshot(spec), lakeRoot);
  }

  /** Everything that was landed of a source table and published. */
  LandedImages landed(String table) {
    return LandedImages.of(lakeRoot, table, tables.contract(table).tombstoneSchema(), published);
  }

  private PublishedCut latest() {
    return published.get(published.size() - 1);
  }
}
