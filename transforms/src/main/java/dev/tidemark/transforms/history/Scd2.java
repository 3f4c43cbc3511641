// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/**
 * The history of each key, SCD type 2: a version for every stretch of time in which its tracked
 * columns kept their values.
 *
 * <p>A version has the key, all attributes, {@code valid_from}, {@code valid_to} (exclusive, null
 * when open), {@code is_current} (it is open) and {@code is_deleted} (<em>a delete ended it</em>,
 * and the key is gone until its next version). So the last version of a key says by itself whether
 * the key is deleted now, and a gap is allowed after a version that {@code is_deleted} and after no
 * other.
 *
 * <ul>
 *   <li>A tracked column that changes, null included, ends the version and opens the next at the
 *       same instant. An update that changes none opens nothing.
 *   <li>Untracked columns are type 1: every version of a key has their value of its latest update.
 *       Where no column is tracked, a key has one version from its first update to its delete.
 *   <li>A delete ends the version that is open; the next update opens a new one, whatever it says.
 *       It wins over an update of the same instant, and may come before any update. Its own
 *       attributes are not read: it says that the key is gone, not how it looked. A key with
 *       deletes only has no version.
 *   <li>Of two updates of one key and instant one survives, see {@link ApplyChanges}. So no version
 *       is empty.
 * </ul>
 *
 * <p>The result depends on the set of changes alone: not on their order, on repeats or on how they
 * are cut into blocks. Versions of one key are given in order of time. The changes of one key are
 * sorted in memory, 8 bytes each beside the blocks.
 */
public final class Scd2 implements ChangeKernel {

  /** The first instant of a version. */
  public static final String VALID_FROM = "valid_from";

  /** The first instant after a version, null when it is open. */
  public static final String VALID_TO = "valid_to";

  /** Whether a version is open. */
  public static final String IS_CURRENT = "is_current";

  /** Whether a delete ended a version. */
  public static final String IS_DELETED = "is_deleted";

  private final RowLayout changes;
  private final ChangeColumns columns;
  private final Schema schema;
  private final int[] tracked;

  private Scd2(RowLayout changes, ChangeColumns columns, Schema schema) {
    this.changes = changes;
    this.columns = columns;
    this.schema = schema;
    tracked = changes.columns(columns.tracked());
  }

  /** The kernel for changes of a schema; columns that do not fit it are refused by name. */
  public static Scd2 of(Schema changes, ChangeColumns columns) {
    RowLayout layout = RowLayout.of(changes);
    columns.check(layout);
    if (!columns.namesTracked()) {
      throw new IllegalArgumentException(
          "a type 2 history of "
              + columns.key()
              + " does not say which columns it tracks: name them in tracking(...)");
    }
    Schema.Builder schema = keyAndAttributes(layout, columns);
    for (String name : List.of(VALID_FROM, VALID_TO, IS_CURRENT, IS_DELETED)) {
      refuseClash(layout, columns, name);
    }
    schema
        .addField(VALID_FROM, Columns.TIMESTAMP)
        .addNullableField(VALID_TO, Columns.TIMESTAMP)
        .addField(IS_CURRENT, FieldType.BOOLEAN)
        .addField(IS_DELETED, FieldType.BOOLEAN);
    return new Scd2(layout, columns, schema.build());
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public ChangeCounts apply(
      RowBlocks rows, Consumer<RowWriter> versions, Consumer<RowView> rejected) {
    KeyChanges keys = new KeyChanges(changes, columns);
    Timeline timeline = new Timeline(rows, keys, versions);
    keys.forEachKey(rows, timeline::cut, rejected);
    return new ChangeCounts(
        rows.rowCount(),
        timeline.versions,
        timeline.noops,
        timeline.newNoops,
        keys.conflicts(),
        keys.newConflicts(),
        keys.rejectedCount());
  }

  /** Key columns, then attributes in their order. */
  private static Schema.Builder keyAndAttributes(RowLayout layout, ChangeColumns columns) {
    Schema.Builder schema = Schema.builder();
    columns.key().forEach(name -> schema.addField(layout.schema().getField(name)));
    columns.attributes(layout).forEach(name -> schema.addField(layout.schema().getField(name)));
    return schema;
  }

  /** Refuses a key or attribute that has the name of a column which the kernel adds. */
  private static void refuseClash(RowLayout layout, ChangeColumns columns, String added) {
    if (columns.key().contains(added) || columns.attributes(layout).contains(added)) {
      throw new IllegalArgumentException(
          "column " + added + " of the changes has the name of a result column: rename it");
    }
  }

  /** Cuts the changes of one key after another into versions. */
  private final class Timeline {

    private final RowBlocks rows;
    private final KeyChanges keys;
    private final Consumer<RowWriter> out;
    private final RowWriter writer = new RowWriter(RowLayout.of(schema));
    private final RowView change = new RowView(changes);
    private final RowView version = new RowView(changes);
    private final RowView latest = new RowView(changes);
    private final int[] source;
    private final boolean[] fromLatest;
    private long versions;
    private long noops;
    private long newNoops;

    Timeline(RowBlocks rows, KeyChanges keys, Consumer<RowWriter> out) {
      this.rows = rows;
      this.keys = keys;
      this.out = out;
      Set<String> perVersion = new HashSet<>(columns.key());
      perVersion.addAll(columns.tracked());
      int validFrom = schema.indexOf(VALID_FROM);
      source = changes.columns(schema.getFieldNames().subList(0, validFrom));
      fromLatest = new boolean[validFrom];
      for (int c = 0; c < validFrom; c++) {
        fromLatest[c] = !perVersion.contains(schema.getField(c).getName());
      }
    }

    void cut(long[] refs, int count) {
      if (!findLatestUpdate(refs, count)) {
        return;
      }
      boolean open = false;
      for (int i = 0; i < count; i++) {
        change.at(rows, refs[i]);
        boolean delete = keys.isDelete(change);
        if (open && !delete && KeyChanges.same(tracked, version, change)) {
          noops++;
          newNoops += keys.isNew(change) ? 1 : 0;
          continue;
        }
        if (open) {
          writer.clear();
          writer.setLong(source.length + 1, keys.sequence(change));
          emit(false, delete);
        }
        open = !delete;
        if (open) {
          version.at(rows, refs[i]);
        }
      }
      if (open) {
        writer.clear();
        emit(true, false);
      }
    }

    private boolean findLatestUpdate(long[] refs, int count) {
      for (int i = count - 1; i >= 0; i--) {
        if (!keys.isDelete(latest.at(rows, refs[i]))) {
          return true;
        }
      }
      return false;
    }

    /** Gives the version; the writer already holds {@code valid_to}. */
    private void emit(boolean current, boolean deleted) {
      for (int c = 0; c < source.length; c++) {
        writer.copy(c, fromLatest[c] ? latest : version, source[c]);
      }
      writer.setLong(source.length, keys.sequence(version));
      writer.setBoolean(source.length + 2, current);
      writer.setBoolean(source.length + 3, deleted);
      versions++;
      out.accept(writer);
    }
  }
}
