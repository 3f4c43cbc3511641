// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import java.util.List;
import java.util.Optional;
import java.util.Set;

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

  /**
   * A given version of a table, to be read: it may have had another number of buckets than the spec
   * says.
   */
  TableSnapshot pin(TableSpec spec, long version);

  /**
   * Commits changes in one step, all or nothing, and creates the table first if it is absent.
   *
   * <p>Columns of the spec that the stored table may still get ({@link TableSpec#growing()}) are
   * added in the same step, and its settings ({@link TableSpec#derivedBy()}) are kept. This very
   * batch, if it is in the table already, changes nothing. So do changes without files, except that
   * the table is created and gets its columns and settings. Commits of others to other buckets are
   * tolerated.
   *
   * @param baseVersion the version that the changes were planned on, −1 if the table was absent
   * @param appId names the pipeline and the table; batch ids of one app id must ascend
   * @return the version that the batch made; if it had nothing to do, the one it was planned on
   * @throws ConcurrentTableChangeException if a bucket is no longer as planned: it never will be
   * @throws OvertakenBatchException if the table has a later batch
   * @throws TableBusyException if others keep committing: worth another attempt
   */
  long commit(
      TableSpec spec, long baseVersion, List<TableChange> changes, String appId, long batchId);

  /**
   * Refuses changes that {@link #commit} would refuse as things are now, and a batch that is there;
   * nothing is written.
   */
  void requireAsPlanned(
      TableSpec spec, long baseVersion, List<TableChange> changes, String appId, long batchId);

  /** The highest batch of an application in a table, −1 if there is none. */
  long lastBatch(TableSpec spec, String appId);

  /**
   * The buckets in which commits after a version, up to another, changed rows; commits that only
   * rearranged them do not count. When the log does not tell any more, all buckets.
   */
  Set<Integer> changedBuckets(TableSpec spec, long since, long until);

  /**
   * Commits in one step that the rows of a table lie in other files, in as many buckets as the spec
   * says: all files that were live at the base version are removed, those of the changes are added,
   * and the table's properties tell the new number. The rows are the same, so that a reader who
   * follows the table's changes is told of none. A batch that is already in the table changes
   * nothing.
   *
   * @param changes the new files of every bucket that has rows, see {@link Rebucket}
   * @return the version that now holds the batch
   * @throws ConcurrentTableChangeException if other files are live than at the base version
   */
  long rewrite(
      TableSpec spec, long baseVersion, List<TableChange> changes, String appId, long batchId);
}
