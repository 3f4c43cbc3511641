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
 * Which stored rows leave their files: one bit for each row that was looked at. A row is known by
 * its part and its number in it, in the order in which the files are read.
 */
final class LeavingRows {

  /** Takes a row with its part and its number. */
  @FunctionalInterface
  interface Numbered {
    void accept(RowView row, int part, int number);
  }

  /** The numbers of a file's rows in every part. */
  private record Span(int[] from, int[] to) {}

  private final RowKey key;
  private final BitSet[] leaving;
  private final int[] counts;
  private final Map<StoredFile, Span> spans = new IdentityHashMap<>();

  /** For rows that are cut into parts by a key, as {@link SpillingRows} cuts them. */
  LeavingRows(RowKey key, int parts) {
    this.key = key;
    leaving = new BitSet[parts];
    Arrays.setAll(leaving, part -> new BitSet());
    counts = new int[parts];
  }

  /** Looks at a file, once: numbers its rows and hands them on. */
  void look(StoredFile file, Numbered rows) {
    int[] from = counts.clone();
    forEachRow(file, counts, rows);
    spans.put(file, new Span(from, counts.clone()));
  }

  void leave(int part, int number) {
    leaving[part].set(number);
  }

  /** Whether a row leaves a file. */
  boolean anyOf(StoredFile file) {
    Span span = spans.get(file);
    for (int part = 0; span != null && part < leaving.length; part++) {
      int first = leaving[part].nextSetBit(span.from[part]);
      if (first >= 0 && first < span.to[part]) {
        return true;
      }
    }
    return false;
  }

  /** Hands on the rows that stay in a file. */
  void forEachStaying(StoredFile file, Consumer<RowView> rows) {
    Span span = spans.get(file);
    int[] from = span == null ? new int[leaving.length] : span.from.clone();
    forEachRow(
        file,
        from,
        (row, part, number) -> {
          if (span == null || !leaving[part].get(number)) {
            rows.accept(row);
          }
        });
  }

  private void forEachRow(StoredFile file, int[] next, Numbered rows) {
    RowView row = new RowView(key.layout());
    file.forEachBlock(
        block -> {
          for (int at = 0; at < block.length; at += row.length()) {
            row.at(block, at);
            int part = leaving.length == 1 ? 0 : SpillingRows.partOf(key, row);
            rows.accept(row, part, next[part]++);
          }
        });
  }
}
