// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.KeyIndex;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Plans the merge of rows into one bucket of a table, on a worker: reads the bucket's files at the
 * pinned version, writes new ones, and tells in a {@link TableChange} what to commit.
 *
 * <p>A stored row and a row that comes in are the same row when their keys are equal, null to null,
 * and are unchanged when all columns but the audit columns are equal: then the stored row stays as
 * it is. Only a file that holds a changed or deleted row is rewritten; rows with new keys go to the
 * new file. When something is written anyway and {@value #FOLD_FILES} or more of the other files
 * are smaller than 8 MiB, these are folded into the new file too. Nothing changed: nothing is
 * written.
 *
 * <p>One merge per instance. It holds the bucket's blocks once, of those files that it had to read.
 */
public final class BucketMerge {

  /** So many small files that are not touched are one too many. */
  static final int FOLD_FILES = 4;

  /** Below this a file is small: it is read whole rather than searched first, and folds in. */
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

  /** Takes the rows that came in. */
  @FunctionalInterface
  public interface Effects {

    /** Takes a row; {@code row} is on it until the method returns. */
    void accept(RowView row, Effect effect);
  }

  private static final int KEEP = -1;
  private static final int DELETE = -2;

  private final TableSpec spec;
  private final RowLayout layout;
  private final RowKey key;
  private final int[] compared;
  private final TableSnapshot snapshot;
  private final int bucket;
  private final Path table;
  private final String nonce;
  private final List<Stored> stored = new ArrayList<>();
  private final TableChange.Counts counts = new TableChange.Counts();
  private RowBlocks incoming = RowBlocks.empty();
  private boolean[] matched = {};
  private boolean[] replacing = {};
  private boolean merged;
  private @Nullable RowBlocks result;

  private BucketMerge(
      TableSpec spec, TableSnapshot snapshot, int bucket, String lakeRoot, String nonce) {
    this.spec = spec;
    this.snapshot = snapshot;
    this.bucket = bucket;
    this.nonce = nonce;
    layout = spec.layout();
    key = spec.rowKey();
    table = new Path(lakeRoot, spec.path());
    compared = layout.columns(comparedColumns(spec));
    for (DataFile file : snapshot.files(bucket)) {
      stored.add(new Stored(file));
    }
  }

  /**
   * A merge into a bucket.
   *
   * @param nonce makes the names of the new files unique: a fresh UUID for every attempt
   */
  public static BucketMerge of(
      TableSpec spec, TableSnapshot snapshot, int bucket, String lakeRoot, String nonce) {
    if (!snapshot.path().equals(spec.path())) {
      throw new IllegalArgumentException(
          "the snapshot is of " + snapshot.path() + ", not of " + spec.path());
    }
    if (bucket < 0 || bucket >= spec.buckets()) {
      throw new IllegalArgumentException(
          "table " + spec + " has buckets 0 to " + (spec.buckets() - 1) + ", not " + bucket);
    }
    return new BucketMerge(spec, snapshot, bucket, lakeRoot, nonce);
  }

  /** All rows of the bucket as they are stored at the pinned version. */
  public RowBlocks read() {
    List<byte[]> blocks = new ArrayList<>();
    for (Stored file : stored) {
      blocks.addAll(file.rows().blocks());
    }
    return RowBlocks.of(blocks);
  }

  /**
   * Merges rows in and deletes others.
   *
   * @param rows rows of the table with distinct keys
   * @param deletedKeys rows of the table's layout of which only the key columns are looked at; a
   *     key that is also among {@code rows} is not deleted, one that is not stored is ignored
   */
  public TableChange upsert(RowBlocks rows, RowBlocks deletedKeys) {
    return upsert(rows, deletedKeys, (known, fresh) -> true);
  }

  /** As {@link #upsert(RowBlocks, RowBlocks)}, but a row may have to give way to the stored one. */
  public TableChange upsert(RowBlocks rows, RowBlocks deletedKeys, Precedence precedence) {
    start(rows);
    KeyIndex index = distinctIndex(rows);
    KeyIndex deletes = KeyIndex.of(deletedKeys, key);
    if (!rows.isEmpty() || !deletedKeys.isEmpty()) {
      KeyRange range = KeyRange.of(spec, rows, deletedKeys);
      for (Stored file : stored) {
        if (range.mayMeet(file.file) && file.meets(index, deletes)) {
          decide(file, index, deletes, precedence);
        }
      }
    }
    return finish();
  }

  /** Makes the bucket's content these rows, all of it: stored rows of other keys are deleted. */
  public TableChange replaceWith(RowBlocks complete) {
    start(complete);
    KeyIndex index = distinctIndex(complete);
    for (Stored file : stored) {
      decide(file, index, null, (known, fresh) -> true);
    }
    return finish();
  }

  /**
   * The rows of the bucket after the merge, stored audit columns kept; before a merge, the stored
   * rows. Files that the merge did not need are read now.
   */
  public RowBlocks result() {
    RowBlocks rows = result;
    if (rows == null) {
      List<byte[]> blocks = new ArrayList<>();
      for (Stored file : stored) {
        if (file.fates == null) {
          blocks.addAll(file.rows().blocks());
        } else {
          copyMerged(file, blocks);
        }
      }
      copyInserts(blocks);
      rows = RowBlocks.of(blocks);
      result = rows;
    }
    return rows;
  }

  /** After the merge, hands on the rows that came in, in their order. */
  public void forEachIncoming(Effects effects) {
    RowView row = new RowView(layout);
    for (int r = 0; r < matched.length; r++) {
      effects.accept(
          row.at(incoming, incoming.ref(r)),
          !matched[r] ? Effect.INSERTED : replacing[r] ? Effect.UPDATED : Effect.UNCHANGED);
    }
  }

  private void start(RowBlocks rows) {
    if (merged) {
      throw new IllegalStateException("bucket " + bucket + " of " + spec + " is merged already");
    }
    merged = true;
    incoming = rows;
    matched = new boolean[rows.rowCount()];
    replacing = new boolean[rows.rowCount()];
  }

  private KeyIndex distinctIndex(RowBlocks rows) {
    KeyIndex index = KeyIndex.of(rows, key);
    RowView row = new RowView(layout);
    for (int r = 0; r < rows.rowCount(); r++) {
      if (index.find(row.at(rows, rows.ref(r))) != r) {
        throw new IllegalStateException(
            "table " + spec + " is given two rows with the key " + keyOf(row));
      }
    }
    return index;
  }

  /**
   * Decides what becomes of each row of a file; no {@code deletes} means that what is not given
   * goes.
   */
  private void decide(
      Stored file, KeyIndex index, @Nullable KeyIndex deletes, Precedence precedence) {
    RowBlocks rows = file.rows();
    RowView old = new RowView(layout);
    RowView fresh = new RowView(layout);
    int[] fates = new int[rows.rowCount()];
    boolean changed = false;
    for (int r = 0; r < fates.length; r++) {
      old.at(rows, rows.ref(r));
      int match = index.find(old);
      fates[r] = KEEP;
      if (match >= 0) {
        if (matched[match]) {
          throw new IllegalStateException(
              "table " + snapshot + " stores two rows with the key " + keyOf(old));
        }
        matched[match] = true;
        fresh.at(incoming, incoming.ref(match));
        if (same(old, fresh) || !precedence.replaces(old, fresh)) {
          counts.unchanged++;
        } else {
          counts.updated++;
          replacing[match] = true;
          fates[r] = match;
        }
      } else if (deletes == null || deletes.find(old) >= 0) {
        counts.deleted++;
        fates[r] = DELETE;
      }
      changed |= fates[r] != KEEP;
    }
    if (changed) {
      file.fates = fates;
    }
  }

  private boolean same(RowView old, RowView fresh) {
    for (int c : compared) {
      if (!old.sameValue(c, fresh, c)) {
        return false;
      }
    }
    return true;
  }

  private TableChange finish() {
    for (boolean match : matched) {
      counts.inserted += match ? 0 : 1;
    }
    List<String> removed = new ArrayList<>();
    List<DataFile> added = List.of();
    if (counts.inserted + counts.updated + counts.deleted > 0) {
      List<Stored> rewritten = toRewrite();
      rewritten.forEach(file -> removed.add(file.file.path()));
      added = write(rewritten);
    }
    List<String> planned = new ArrayList<>();
    stored.forEach(file -> planned.add(file.file.path()));
    return new TableChange(
        spec.path(), bucket, snapshot.version(), planned, added, removed, counts);
  }

  private List<Stored> toRewrite() {
    List<Stored> rewritten = new ArrayList<>();
    List<Stored> small = new ArrayList<>();
    for (Stored file : stored) {
      if (file.fates != null) {
        rewritten.add(file);
      } else if (file.file.size() < SMALL_FILE_BYTES) {
        small.add(file);
      }
    }
    if (small.size() >= FOLD_FILES) {
      rewritten.addAll(small);
    }
    return rewritten;
  }

  private List<DataFile> write(List<Stored> rewritten) {
    try (DataFileWriter writer = new DataFileWriter(spec, table, bucket, nonce)) {
      RowView row = new RowView(layout);
      for (Stored file : rewritten) {
        RowBlocks rows = file.rows();
        for (int r = 0; r < rows.rowCount(); r++) {
          int fate = file.fates == null ? KEEP : file.fates[r];
          if (fate == KEEP) {
            writer.write(row.at(rows, rows.ref(r)));
          } else if (fate != DELETE) {
            writer.write(row.at(incoming, incoming.ref(fate)));
          }
        }
      }
      for (int r = 0; r < matched.length; r++) {
        if (!matched[r]) {
          writer.write(row.at(incoming, incoming.ref(r)));
        }
      }
      return writer.finish();
    } catch (IOException failure) {
      throw DurableFile.failed("cannot write bucket " + bucket + " of table " + spec, failure);
    }
  }

  /** Copies a changed file's rows block by block, and lets go of the stored ones. */
  private void copyMerged(Stored file, List<byte[]> blocks) {
    RowBlocks rows = file.rows();
    int[] fates = file.fates;
    RowView row = new RowView(layout);
    BlockBuilder builder = new BlockBuilder();
    for (int r = 0; r < rows.rowCount(); r++) {
      int fate = fates == null ? KEEP : fates[r];
      if (fate != DELETE) {
        builder.append(
            fate == KEEP ? row.at(rows, rows.ref(r)) : row.at(incoming, incoming.ref(fate)));
        take(builder, blocks, BlockBuilder.TARGET_BYTES);
      }
    }
    take(builder, blocks, 1);
    file.forget();
  }

  private void copyInserts(List<byte[]> blocks) {
    if (counts.inserted == matched.length) {
      blocks.addAll(incoming.blocks());
      return;
    }
    RowView row = new RowView(layout);
    BlockBuilder builder = new BlockBuilder();
    for (int r = 0; r < matched.length; r++) {
      if (!matched[r]) {
        builder.append(row.at(incoming, incoming.ref(r)));
        take(builder, blocks, BlockBuilder.TARGET_BYTES);
      }
    }
    take(builder, blocks, 1);
  }

  private static void take(BlockBuilder builder, List<byte[]> blocks, int atLeast) {
    if (builder.size() >= atLeast) {
      blocks.add(builder.take());
    }
  }

  private static List<String> comparedColumns(TableSpec spec) {
    List<String> columns = new ArrayList<>(spec.schema().getFieldNames());
    columns.removeAll(spec.auditColumns());
    columns.removeAll(spec.key());
    return columns;
  }

  private String keyOf(RowView row) {
    List<String> parts = new ArrayList<>();
    for (String column : spec.key()) {
      parts.add(column + "=" + row.getValue(layout.column(column)));
    }
    return String.join(", ", parts);
  }

  /** A live file of the bucket, read when it is needed. */
  private final class Stored {

    private final DataFile file;
    private @Nullable RowBlocks rows;

    /**
     * What becomes of each row: KEEP, DELETE or the row that comes in its place; null: all stay.
     */
    private int @Nullable [] fates;

    Stored(DataFile file) {
      this.file = file;
    }

    RowBlocks rows() {
      RowBlocks read = rows;
      if (read == null) {
        List<byte[]> blocks = new ArrayList<>();
        Path path = file.in(table);
        try (ParquetBlockReader reader =
            ParquetBlockReader.open(LakeFiles.inputFile(path), layout)) {
          reader.read(blocks::add);
        } catch (IOException failure) {
          throw DurableFile.failed("cannot read " + path + " of table " + snapshot, failure);
        }
        read = RowBlocks.of(blocks);
        rows = read;
      }
      return read;
    }

    void forget() {
      rows = null;
    }

    /** Whether a key is, or may be, in the file; reads no more than the key columns. */
    boolean meets(KeyIndex index, KeyIndex deletes) {
      if (rows != null || file.size() < SMALL_FILE_BYTES) {
        return true;
      }
      Path path = file.in(table);
      RowView row = new RowView(layout);
      boolean[] met = {false};
      try (ParquetBlockReader reader =
          ParquetBlockReader.openColumns(LakeFiles.inputFile(path), layout, spec.key())) {
        for (int group = 0; group < reader.rowGroupCount() && !met[0]; group++) {
          reader.readRowGroup(
              group,
              block -> {
                for (int at = 0; at < block.length && !met[0]; at += row.length()) {
                  row.at(block, at);
                  met[0] = index.find(row) >= 0 || deletes.find(row) >= 0;
                }
              });
        }
      } catch (IOException failure) {
        throw DurableFile.failed("cannot read " + path + " of table " + snapshot, failure);
      }
      return met[0];
    }
  }
}
