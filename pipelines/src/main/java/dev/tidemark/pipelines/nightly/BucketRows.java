// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.RowBlocks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the shuffle brought for one bucket: rows, and the ids of every source row of the run. */
record BucketRows(RowBlocks rows, Set<Long> ids) {

  static BucketRows of(Iterable<byte[]> blocks) {
    List<byte[]> rows = new ArrayList<>();
    Set<Long> ids = new HashSet<>();
    for (byte[] block : blocks) {
      if (SourceIds.isIn(block)) {
        SourceIds.forEach(block, ids::add);
      } else {
        rows.add(block);
      }
    }
    return new BucketRows(RowBlocks.of(rows), ids);
  }
}
