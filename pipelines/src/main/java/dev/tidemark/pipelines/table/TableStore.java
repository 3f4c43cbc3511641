// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import java.util.List;
import java.util.Optional;

/**
 * A table format: pins versions before a run and commits planned changes after it. Launcher only.
 */
public interface TableStore {

  /**
   * The latest version of a table, or {@link TableSnapshot#absent}. A stored table that differs
   * from its spec in buckets, key, hash version or columns is refused in one sentence; columns that
   * it may still get are read as null.
   */
  TableSnapshot pin(TableSpec spec);

  /** A table as its latest version is stored; empty if there is none. */
  Optional<StoredTable> stored(String path);

  /** A given version of a table. */
  TableSnapshot pin(TableSpec spec, long version);

  /**
   * Commits changes in one step, all or nothing, and creates the table first if it is absent.
   *
   * <p>Columns of the spec that the stored table may still get ({@link TableSpec#growing()}) are
   * added in the same step, and its settings ({@link TableSpec#derivedBy()}) are kept. A batch that
   * is already in the table changes nothing. So do changes without files, except that the table is
   * created and gets its columns and settings. Commits of others to other buckets are tolerated.
   *
   * @param baseVersion the version that the changes were planned on, −1 if the table was absent
   * @param appId names the pipeline and the table; batch ids of one app id must ascend
   * @return the version that now holds the batch: the new one, or the latest if nothing was to do
   * @throws ConcurrentTableChangeException if a bucket is no longer as planned
   */
  long commit(
      TableSpec spec, long baseVersion, List<TableChange> changes, String appId, long batchId);
}
