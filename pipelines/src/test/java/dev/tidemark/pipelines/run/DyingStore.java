// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.table.StoredTable;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** A store whose process dies before, or right after, it commits a table. */
final class DyingStore implements TableStore {

  /** The process is no more. */
  static final class Died extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Died(String where) {
      super(where);
    }
  }

  private static final long NOT_COMMITTED = -1;

  private final TableStore store;
  private final String table;
  private final boolean isCommitted;

  private DyingStore(TableStore store, String table, boolean isCommitted) {
    this.store = store;
    this.table = table;
    this.isCommitted = isCommitted;
  }

  static DyingStore before(TableStore store, String table) {
    return new DyingStore(store, table, false);
  }

  static DyingStore after(TableStore store, String table) {
    return new DyingStore(store, table, true);
  }

  @Override
  public TableSnapshot pin(TableSpec spec) {
    return store.pin(spec);
  }

  @Override
  public TableSnapshot pin(TableSpec spec, long version) {
    return store.pin(spec, version);
  }

  @Override
  public Optional<StoredTable> stored(String path) {
    return store.stored(path);
  }

  @Override
  public long commit(
      TableSpec spec, long baseVersion, List<TableChange> changes, String appId, long batchId) {
    return commit(spec, () -> store.commit(spec, baseVersion, changes, appId, batchId));
  }

  @Override
  public long rewrite(
      TableSpec spec, long baseVersion, List<TableChange> changes, String appId, long batchId) {
    return commit(spec, () -> store.rewrite(spec, baseVersion, changes, appId, batchId));
  }

  private long commit(TableSpec spec, LongSupplier commit) {
    if (!spec.path().equals(table)) {
      return commit.getAsLong();
    }
    long version = isCommitted ? commit.getAsLong() : NOT_COMMITTED;
    throw new Died(table + " at version " + version);
  }

  @Override
  public void requireAsPlanned(
      TableSpec spec, long baseVersion, List<TableChange> changes, String appId, long batchId) {
    store.requireAsPlanned(spec, baseVersion, changes, appId, batchId);
  }

  @Override
  public long lastBatch(TableSpec spec, String appId) {
    return store.lastBatch(spec, appId);
  }

  @Override
  public Set<Integer> changedBuckets(TableSpec spec, long since, long until) {
    return store.changedBuckets(spec, since, until);
  }
}
