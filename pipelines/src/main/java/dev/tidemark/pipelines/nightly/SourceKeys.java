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

/**
 * Counts the distinct source keys that were landed for a bucket, of a table whose key decides the
 * bucket.
 */
final class SourceKeys {

  private SourceKeys() {}

  /** Counts the keys, and names the first in text order of those that came twice. */
  static void count(
      String table, RowLayout layout, List<String> key, BucketRows incoming, BucketOutcome out) {
    List<byte[]> blocks = new ArrayList<>(incoming.rows().blocks());
    blocks.addAll(incoming.keys().blocks());
    RowBlocks rows = RowBlocks.of(blocks);
    KeyGroups groups = KeyGroups.of(rows, RowKey.of(layout, key));
    out.count(table + ".landed_keys", groups.groupCount());
    if (groups.groupCount() == rows.rowCount()) {
      return;
    }
    SourceKey text = SourceKey.of(layout, key);
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
    if (first != null) {
      out.note(table + ".key_landed_twice", first);
    }
  }
}
