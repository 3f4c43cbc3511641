// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.SourceKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the distinct source keys that were landed for a bucket, of a table whose key decides the
 * bucket.
 */
final class SourceKeys {

  private SourceKeys() {}

  /**
   * Counts the keys, and names the first in text order of those that came twice. What came in is
   * cut by the same key.
   */
  static void count(
      String table, RowLayout layout, List<String> key, BucketRows incoming, BucketOutcome out) {
    if (incoming.rows().parts() != incoming.keys().parts()) {
      incoming.rows().cut();
      incoming.keys().cut();
    }
    SourceKey text = SourceKey.of(layout, key);
    long count = 0;
    String first = null;
    for (int part = 0; part < incoming.rows().parts(); part++) {
      List<byte[]> blocks = new ArrayList<>();
      incoming.rows().forEachBlock(part, blocks::add);
      incoming.keys().forEachBlock(part, blocks::add);
      RowBlocks rows = RowBlocks.of(blocks);
      KeyGroups groups = KeyGroups.of(rows, RowKey.of(layout, key));
      count += groups.groupCount();
      String twice = firstOfSeveral(rows, groups, layout, text);
      first = twice == null || first != null && first.compareTo(twice) < 0 ? first : twice;
    }
    out.count(table + ".landed_keys", count);
    if (first != null) {
      out.note(table + ".key_landed_twice", first);
    }
  }

  /** The first key in text order that several rows have. */
  private static @Nullable String firstOfSeveral(
      RowBlocks rows, KeyGroups groups, RowLayout layout, SourceKey text) {
    RowView row = new RowView(layout);
    String first = null;
    for (int g = 0; g < groups.groupCount(); g++) {
      if (groups.groupSize(g) > 1) {
        String twice = text.of(row.at(rows, groups.ref(g, 0)));
        if (first == null || twice.compareTo(first) < 0) {
          first = twice;
        }
      }
    }
    return first;
  }
}
