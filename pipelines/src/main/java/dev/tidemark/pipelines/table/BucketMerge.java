// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Plans the merge of rows into one bucket of a table, on a worker: reads the bucket's files at the
 * pinned version, writes new ones, and tells in a {@link TableChange} what to commit.
 *
 * <p>A stored row and a row that comes in are the same row when their keys are equal, null to null,
 * and are unchanged when all columns but the audit columns are equal: then the stored row stays as
 * it is. Only a file that holds a changed or deleted row is rewritten, and of that file only the
 * row groups that do: the others are copied as they are. A row that replaces another takes its
 * place, rows with new keys come last. When something is written anyway and {@value #FOLD_FILES} or
 * more of the other files are smaller than 8 MiB, these are folded into the new file too. Nothing
 * changed: nothing is written. Of two stored rows with one key {@link #replaceWith} removes the
 * second; {@link #upsert} refuses them with a {@link TableMismatchException}. Rows without a place
 * are put in order first, if the table is {@linkplain TableSpec#clusteredBy() clustered}.
 *
 * <p>What cannot hold a key that comes in is not opened, by the bounds of files and row groups; of
 * any other row group no more than the key columns are read, unless a key is met.
 *
 * <p>One merge per instance. It holds the rows that come in, and the stored rows for which there is
 * room beside them; more than that is read as often as it is needed. When the rows that come in
 * were cut into parts, stored rows are cut likewise, and it holds a part at a time, and a bit for
 * each stored row.
 */
public final class BucketMerge {

  /** So many small files that are not touched are one too many. */
  static final int FOLD_FILES = 4;

  /** Below this a file is small, and folds in. */
  static final long SMALL_FILE_BYTES = 8L << 20;

  /** Says whether a row that comes in takes the place of the stored row with its key. */
  @FunctionalInterface
  public interface Precedence {

    /**
     * Compares two rows with one key that differ.
     *
     * @return whether {@code fresh} replaces {@code stored}; else the stored row stays, and the
     *     other counts as unchanged
     */
    boolean replaces(RowView stored, RowView fresh);
  }

  /** What a row that came in did to the bucket. */
  public enum Effect {
    /** Its key was new. */
    INSERTED,
    /** It replaced a stored row. */
    UPDATED,
    /** The stored row stays as it was. */
    UNCHANGED
  }

  /** Takes what changes in the bucket, in any order: a replaced row leaves, and another comes. */
  public interface Changes {

    /** Takes a stored row that leaves; {@code row} is on it until the method returns. */
    void left(RowView row);

    /** Takes a row that comes; {@code row} is on it until the method returns. */
    void came(RowView row);
  }

  private static final Changes UNWATCHED =
      new Changes() {
        @Override
        public void left(RowView row) {}

        @Override
        public void came(RowView row) {}
      };

  /** Takes the rows that came in. */
  @FunctionalInterface
  public interface Effects {

    /** Takes a row; {@code row} is on it until the method returns. */
    void accept(RowView row, Effect effect);
  }

  private final TableSpec spec;
  private final TableSnapshot snapshot;
  private final int bucket;
  private final Path table;
  private final String nonce;
  private final long memory;
  private final long rowGroupRows;
  private final StoredBucket stored;
  private final TableChange.Counts counts = new TableChange.Counts();
  private UnaryOperator<RowBlocks> choice = rows -> rows;
  private Precedence precedence = (known, fresh) -> true;
  private Effects effects = (row, effect) -> {};
  private Changes changes = UNWATCHED;

  /** The groups that are replaced, when it is not the whole bucket. */
  private @Nullable KeySet groups;

  /** What came in, when it is held in one part. */
  private @Nullable IncomingRows incoming;

  private MergedRows now;
  private boolean isMerged;

  private BucketMerge(
      TableSpec spec,
      TableSnapshot snapshot,
      int bucket,
      String lakeRoot,
      String nonce,
      long memory,
      long rowGroupRows) {
    this.spec = spec;
    this.snapshot = snapshot;
    this.bucket = bucket;
    this.nonce = nonce;
    this.memory = memory;
    this.rowGroupRows = rowGroupRows;
    table = new Path(lakeRoot, spec.path());
    stored = new StoredBucket(spec, table, snapshot.files(bucket), memory);
    now = new MergedRows(stored);
  }

  /**
   * A merge into a bucket.
   *
   * @param nonce makes the names of the new files unique: a fresh UUID for every attempt
   */
  public static BucketMerge of(
      TableSpec spec, TableSnapshot snapshot, int bucket, String lakeRoot, String nonce) {
    return of(
        spec,
        snapshot,
        bucket,
        lakeRoot,
        nonce,
        BucketMemory.bytes(),
        DataFileWriter.ROW_GROUP_ROWS);
  }

  /** A merge that holds so many bytes of stored rows, and writes row groups of so many rows. */
  static BucketMerge of(
      TableSpec spec,
      TableSnapshot snapshot,
      int bucket,
      String lakeRoot,
      String nonce,
      long memory,
      long rowGroupRows) {
    if (!snapshot.path().equals(spec.path())) {
      throw new IllegalArgumentException(
          "the snapshot is of " + snapshot.path() + ", not of " + spec.path());
    }
    if (bucket < 0 || bucket >= spec.buckets()) {
      throw new IllegalArgumentException(
          "table " + spec + " has buckets 0 to " + (spec.buckets() - 1) + ", not " + bucket);
    }
    return new BucketMerge(spec, snapshot, bucket, lakeRoot, nonce, memory, rowGroupRows);
  }

  /**
   * Chooses among the rows that come in before they are merged, so that keys become distinct. It is
   * given all rows of a key at once.
   */
  public BucketMerge choosing(UnaryOperator<RowBlocks> rows) {
    choice = rows;
    return this;
  }

  /** A row that comes in may have to give way to the stored one; else it never does. */
  public BucketMerge preferring(Precedence rule) {
    precedence = rule;
    return this;
  }

  /** Tells what every row that came in did, in any order. */
  public BucketMerge telling(Effects listener) {
    effects = listener;
    return this;
  }

  /** Hands on every row that leaves the bucket, and every one that comes. */
  public BucketMerge watching(Changes listener) {
    changes = listener;
    return this;
  }

  /** All rows of the bucket as they are stored at the pinned version, for those that are few. */
  public RowBlocks read() {
    List<byte[]> blocks = new ArrayList<>();
    new MergedRows(stored).forEachBlock(blocks::add);
    return RowBlocks.of(blocks);
  }

  /** As {@link #upsert(SpillingRows, SpillingRows)}, of rows that are held already. */
  public TableChange upsert(RowBlocks rows, RowBlocks deletedKeys) {
    try (SpillingRows given = SpillingRows.by(spec.rowKey());
        SpillingRows deleted = SpillingRows.by(spec.rowKey())) {
      given.addAll(rows);
      deleted.addAll(deletedKeys);
      return upsert(given, deleted);
    }
  }

  /** Merges rows in; keys are distinct, or {@link #choosing} makes them so. */
  public TableChange upsert(SpillingRows rows) {
    try (SpillingRows nothing = SpillingRows.by(rows.key())) {
      return upsert(rows, nothing);
    }
  }

  /**
   * Merges rows in and deletes others.
   *
   * @param rows rows of the table; keys are distinct, or {@link #choosing} makes them so
   * @param deletedKeys rows of the table's layout of which only the key columns are looked at, and
   *     those that the table is located by; a key that is also among {@code rows} is not deleted,
   *     one that is not stored is ignored
   */
  public TableChange upsert(SpillingRows rows, SpillingRows deletedKeys) {
    return merge(rows, deletedKeys, stored.groupsOf(range(rows, deletedKeys)));
  }

  /** As {@link #replaceWith(SpillingRows)}, of rows that are held already. */
  public TableChange replaceWith(RowBlocks complete) {
    try (SpillingRows given = SpillingRows.by(spec.rowKey())) {
      given.addAll(complete);
      return replaceWith(given);
    }
  }

  /** Makes the bucket's content these rows, all of it: stored rows of other keys are deleted. */
  public TableChange replaceWith(SpillingRows complete) {
    List<StoredGroup> all = new ArrayList<>();
    stored.forEachGroup(all::add);
    return merge(complete, null, all);
  }

  /**
   * Makes these rows the content of some groups, all of it: their stored rows of other keys are
   * deleted, and rows of all other groups stay.
   *
   * @param groups by columns that every row of a group agrees in; every row that is given is of one
   */
  public TableChange replaceGroups(SpillingRows complete, KeySet groups) {
    this.groups = groups;
    return merge(complete, null, stored.groupsOf(range(complete), groups.range()));
  }

  private KeyRange range(SpillingRows... rows) {
    KeyRange range = new KeyRange(spec.searchedKey());
    if (!stored.isEmpty()) {
      for (SpillingRows some : rows) {
        some.forEachBlock(range::add);
      }
    }
    return range;
  }

  private TableChange merge(
      SpillingRows rows, @Nullable SpillingRows deletedKeys, List<StoredGroup> candidates) {
    if (isMerged) {
      throw new IllegalStateException("bucket " + bucket + " of " + spec + " is merged already");
    }
    boolean isHeld = rows.parts() == 1 && (deletedKeys == null || deletedKeys.parts() == 1);
    try (DataFileWriter writer = new DataFileWriter(spec, table, bucket, nonce, rowGroupRows)) {
      ClusteredRows unplaced = new ClusteredRows(spec, writer, memory);
      LeavingRows leave =
          isHeld
              ? mergeHeld(rows, deletedKeys, candidates)
              : mergeParts(rows, deletedKeys, candidates, unplaced);
      TableChange planned = finish(leave, writer, unplaced);
      isMerged = true;
      if (!planned.isEmpty()) {
        now =
            isHeld
                ? new MergedRows(stored, leave, incoming)
                : new MergedRows(stored.after(planned));
      }
      return planned;
    } catch (IOException failure) {
      throw DurableFile.failed("cannot write bucket " + bucket + " of table " + spec, failure);
    }
  }

  private LeavingRows mergeHeld(
      SpillingRows rows, @Nullable SpillingRows deletedKeys, List<StoredGroup> candidates) {
    IncomingRows given = incoming(rows, deletedKeys, 0);
    LeavingRows leave = new LeavingRows(spec.rowKey(), 1);
    List<String> searched = searchedColumns();
    boolean isWhole = deletedKeys == null && groups == null;
    for (StoredGroup group : candidates) {
      if (isWhole || group.anyRow(searched, given::meets)) {
        leave.look(
            group,
            (row, part, number) -> {
              if (given.takeAway(row)) {
                changes.left(row);
                leave.leave(part, number);
              }
            });
      }
    }
    given.settle(effects);
    given.forEachToWrite(changes::came);
    incoming = given;
    return leave;
  }

  /** What tells whether a stored row is met. */
  private List<String> searchedColumns() {
    Set<String> columns = new LinkedHashSet<>(spec.key());
    if (groups != null) {
      columns.addAll(groups.columns());
    }
    return List.copyOf(columns);
  }

  private LeavingRows mergeParts(
      SpillingRows rows,
      @Nullable SpillingRows deletedKeys,
      List<StoredGroup> candidates,
      ClusteredRows unplaced) {
    rows.cut();
    if (deletedKeys != null) {
      deletedKeys.cut();
    }
    LeavingRows leave = new LeavingRows(rows.key(), SpillingRows.PARTS);
    try (SpillingRows known = SpillingRows.by(rows.key())) {
      known.cut();
      for (StoredGroup group : candidates) {
        leave.look(group, (row, part, number) -> known.add(row));
      }
      RowView row = new RowView(spec.layout());
      for (int p = 0; p < SpillingRows.PARTS; p++) {
        int part = p;
        int[] number = {0};
        IncomingRows given = incoming(rows, deletedKeys, part);
        known.forEachBlock(
            part,
            block -> {
              for (int at = 0; at < block.length; at += row.length()) {
                if (given.takeAway(row.at(block, at))) {
                  changes.left(row);
                  leave.leave(part, number[0]);
                }
                number[0]++;
              }
            });
        given.settle(effects);
        given.forEachToWrite(
            fresh -> {
              changes.came(fresh);
              unplaced.add(fresh);
            });
      }
    }
    unplaced.write();
    return leave;
  }

  private IncomingRows incoming(SpillingRows rows, @Nullable SpillingRows deletedKeys, int part) {
    KeySet only = groups;
    return new IncomingRows(
        spec,
        choice.apply(rows.part(part)),
        deletedKeys == null ? null : deletedKeys.part(part),
        only == null ? row -> true : only::contains,
        precedence,
        counts);
  }

  private TableChange finish(LeavingRows leave, DataFileWriter writer, ClusteredRows unplaced)
      throws IOException {
    List<String> removed = new ArrayList<>();
    IncomingRows given = incoming;
    if (counts.inserted + counts.updated + counts.deleted > 0) {
      for (StoredFile file : stored.toRewrite(leave)) {
        removed.add(file.file().path());
        for (StoredGroup group : file.groups()) {
          rewrite(group, leave, given, writer);
        }
      }
      if (given != null) {
        given.forEachWithoutPlace(unplaced::add);
        unplaced.write();
      }
    }
    return new TableChange(
        spec.path(), bucket, snapshot.version(), stored.paths(), writer.finish(), removed, counts);
  }

  /** Copies a row group that nothing touched, if there is no reason to join it with others. */
  private static void rewrite(
      StoredGroup group, LeavingRows leave, @Nullable IncomingRows given, DataFileWriter writer) {
    if (!leave.anyOf(group) && group.isWrittenAsToday() && writer.isLarge(group)) {
      writer.copy(group);
    } else if (given == null) {
      leave.forEachStaying(group, writer::write);
    } else {
      leave.forEach(group, writer::write, left -> given.replace(left, writer::write));
    }
  }

  /** The rows of the bucket after the merge, for those that are few. */
  public RowBlocks result() {
    List<byte[]> blocks = new ArrayList<>();
    forEachBlock(blocks::add);
    return RowBlocks.of(blocks);
  }

  /**
   * Hands on the rows of the bucket after the merge, stored audit columns kept; before a merge, the
   * stored rows. Files that the merge did not hold are read now.
   */
  public void forEachBlock(Consumer<byte[]> blocks) {
    now.forEachBlock(blocks);
  }

  /**
   * Hands on the rows of some groups after the merge. Row groups that cannot hold one are not read,
   * and of the others no more than the columns of the groups, unless one is met.
   */
  public void forEachRowOf(KeySet wanted, Consumer<RowView> rows) {
    forEachRowOf(wanted, spec.schema().getFieldNames(), rows);
  }

  /** The same for those who look at some columns alone; the others may be null. */
  public void forEachRowOf(KeySet wanted, List<String> columns, Consumer<RowView> rows) {
    now.forEachRowOf(wanted, columns, rows);
  }
}
