// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowView;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Which stored rows leave their row groups: one bit for each row that was looked at. A row is known
 * by its part and its number in it, in the order in which row groups are read.
 */
final class LeavingRows {

  /** Takes a row with its part and its number. */
  @FunctionalInterface
  interface Numbered {
    void accept(RowView row, int part, int number);
  }

  /** The numbers of a row group's rows in every part. */
  private record Span(int[] from, int[] to) {}

  private final RowKey key;
  private final BitSet[] leaving;
  private final int[] counts;
  private final Map<StoredGroup, Span> spans = new IdentityHashMap<>();

  /** For rows that are cut into parts by a key, as {@link SpillingRows} cuts them. */
  LeavingRows(RowKey key, int parts) {
    this.key = key;
    leaving = new BitSet[parts];
    Arrays.setAll(leaving, part -> new BitSet());
    counts = new int[parts];
  }

  /** Looks at a row group, once: numbers its rows and hands them on. */
  void look(StoredGroup group, Numbered rows) {
    int[] from = counts.clone();
    forEachRow(group, counts, rows);
    spans.put(group, new Span(from, counts.clone()));
  }

  void leave(int part, int number) {
    leaving[part].set(number);
  }

  /** Whether a row leaves a row group. */
  boolean anyOf(StoredGroup group) {
    Span span = spans.get(group);
    for (int part = 0; span != null && part < leaving.length; part++) {
      int first = leaving[part].nextSetBit(span.from[part]);
      if (first >= 0 && first < span.to[part]) {
        return true;
      }
    }
    return false;
  }

  /** Whether a row leaves a file. */
  boolean anyOf(StoredFile file) {
    return file.isOpen() && file.groups().stream().anyMatch(this::anyOf);
  }

  /** Hands on the rows that stay in a row group. */
  void forEachStaying(StoredGroup group, Consumer<RowView> rows) {
    forEach(group, rows, row -> {});
  }

  /** Hands on the rows of a row group in their order, those that stay and those that leave. */
  void forEach(StoredGroup group, Consumer<RowView> staying, Consumer<RowView> left) {
    Span span = spans.get(group);
    int[] from = span == null ? new int[leaving.length] : span.from.clone();
    forEachRow(
        group,
        from,
        (row, part, number) -> {
          if (span == null || !leaving[part].get(number)) {
            staying.accept(row);
          } else {
            left.accept(row);
          }
        });
  }

  private void forEachRow(StoredGroup group, int[] next, Numbered rows) {
    RowView row = new RowView(key.layout());
    group.forEachBlock(
        block -> {
          for (int at = 0; at < block.length; at += row.length()) {
            row.at(block, at);
            int part = leaving.length == 1 ? 0 : SpillingRows.partOf(key, row);
            rows.accept(row, part, next[part]++);
          }
        });
  }
}
