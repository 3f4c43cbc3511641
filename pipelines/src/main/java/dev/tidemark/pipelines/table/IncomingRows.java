// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.table.BucketMerge.Effect;
import dev.tidemark.transforms.block.KeyIndex;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowView;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The rows that come into a bucket, or a part of them, and what becomes of stored rows by them. */
final class IncomingRows {

  private final TableSpec spec;
  private final RowBlocks rows;
  private final KeyIndex index;
  private final @Nullable KeyIndex deletes;
  private final Predicate<RowView> inside;
  private final BucketMerge.Precedence precedence;
  private final TableChange.Counts counts;
  private final int[] compared;
  private final RowView fresh;
  private final BitSet matched = new BitSet();
  private final BitSet replacing = new BitSet();
  private final BitSet placed = new BitSet();

  /**
   * Rows with distinct keys.
   *
   * @param deletedKeys rows that stand for the keys that leave; null: all that do not come in
   * @param inside the rows that this is about: a stored row outside stays, and none comes in
   */
  IncomingRows(
      TableSpec spec,
      RowBlocks rows,
      @Nullable RowBlocks deletedKeys,
      Predicate<RowView> inside,
      BucketMerge.Precedence precedence,
      TableChange.Counts counts) {
    this.spec = spec;
    this.rows = rows;
    this.inside = inside;
    this.precedence = precedence;
    this.counts = counts;
    fresh = new RowView(spec.layout());
    compared = spec.layout().columns(comparedColumns(spec));
    index = KeyIndex.of(rows, spec.rowKey());
    deletes = deletedKeys == null ? null : KeyIndex.of(deletedKeys, spec.rowKey());
    if (index.firstRepeated() >= 0) {
      throw new IllegalStateException(
          "table " + spec + " is given two rows with the key " + keyOf(at(index.firstRepeated())));
    }
    for (int r = 0; r < rows.rowCount(); r++) {
      if (!inside.test(at(r))) {
        throw new IllegalStateException(
            "table " + spec + " is given a row of another group, with the key " + keyOf(fresh));
      }
    }
  }

  private static List<String> comparedColumns(TableSpec spec) {
    List<String> columns = new ArrayList<>(spec.schema().getFieldNames());
    columns.removeAll(spec.auditColumns());
    columns.removeAll(spec.key());
    return columns;
  }

  /** Whether a stored row may be taken away: its key comes in, or it is one of those that leave. */
  boolean meets(RowView stored) {
    return index.find(stored) >= 0
        || (deletes == null ? inside.test(stored) : deletes.find(stored) >= 0);
  }

  /**
   * Decides whether a stored row leaves its file: it is deleted, or a row that comes in takes its
   * place. A second stored row of one key leaves a table that is replaced, and is refused else: who
   * is given some rows cannot tell which of the two is right.
   */
  boolean takeAway(RowView stored) {
    int match = index.find(stored);
    if (match < 0) {
      if (deletes == null ? !inside.test(stored) : deletes.find(stored) < 0) {
        return false;
      }
      counts.deleted++;
      return true;
    }
    if (matched.get(match)) {
      if (deletes != null) {
        throw new TableMismatchException(
            "table "
                + spec
                + " stores two rows with the key "
                + keyOf(stored)
                + ", which something else wrote; remove one of them there");
      }
      counts.deleted++;
      return true;
    }
    matched.set(match);
    at(match);
    if (same(stored, fresh) || !precedence.replaces(stored, fresh)) {
      counts.unchanged++;
      return false;
    }
    counts.updated++;
    replacing.set(match);
    return true;
  }

  private boolean same(RowView stored, RowView other) {
    for (int c : compared) {
      if (!stored.sameValue(c, other, c)) {
        return false;
      }
    }
    return true;
  }

  /** Once all stored rows were looked at: counts the rows whose key is new, and tells of each. */
  void settle(BucketMerge.Effects effects) {
    counts.inserted += rows.rowCount() - matched.cardinality();
    for (int r = 0; r < rows.rowCount(); r++) {
      effects.accept(
          at(r),
          !matched.get(r) ? Effect.INSERTED : replacing.get(r) ? Effect.UPDATED : Effect.UNCHANGED);
    }
  }

  /** Whether all rows are to be written. */
  boolean isAllToWrite() {
    return matched.cardinality() == replacing.cardinality();
  }

  /** Hands on the rows to be written: of new keys, and in place of stored rows. */
  void forEachToWrite(Consumer<RowView> written) {
    for (int r = 0; r < rows.rowCount(); r++) {
      if (!matched.get(r) || replacing.get(r)) {
        written.accept(at(r));
      }
    }
  }

  /** Hands on the row that is to be written in the place of a stored one that leaves, if any is. */
  void replace(RowView stored, Consumer<RowView> written) {
    int match = index.find(stored);
    if (match >= 0 && replacing.get(match) && !placed.get(match)) {
      placed.set(match);
      written.accept(at(match));
    }
  }

  /** Hands on the rows to be written that were not handed on in the place of another. */
  void forEachWithoutPlace(Consumer<RowView> written) {
    for (int r = 0; r < rows.rowCount(); r++) {
      if (!placed.get(r) && (!matched.get(r) || replacing.get(r))) {
        written.accept(at(r));
      }
    }
  }

  /** All rows. */
  RowBlocks rows() {
    return rows;
  }

  private RowView at(int row) {
    return fresh.at(rows, rows.ref(row));
  }

  private String keyOf(RowView row) {
    List<String> parts = new ArrayList<>();
    for (String column : spec.key()) {
      parts.add(column + "=" + row.getValue(spec.layout().column(column)));
    }
    return String.join(", ", parts);
  }
}
