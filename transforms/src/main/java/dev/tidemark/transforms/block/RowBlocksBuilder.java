// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects rows into blocks of about {@link BlockBuilder#TARGET_BYTES}, for a kernel that keeps its
 * output.
 */
public final class RowBlocksBuilder {

  private final BlockBuilder block = new BlockBuilder();
  private final List<byte[]> blocks = new ArrayList<>();

  /** Appends the row that a writer holds. */
  public void append(RowWriter row) {
    row.appendTo(block);
    takeFull();
  }

  /** Appends the row that a view is on. */
  public void append(RowView row) {
    block.append(row);
    takeFull();
  }

  /** The rows so far, in their order; the builder starts anew. */
  public RowBlocks build() {
    if (!block.isEmpty()) {
      blocks.add(block.take());
    }
    RowBlocks rows = RowBlocks.of(blocks);
    blocks.clear();
    return rows;
  }

  private void takeFull() {
    if (block.isFull()) {
      blocks.add(block.take());
    }
  }
}
