// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects rows into blocks of about {@link BlockBuilder#TARGET_BYTES}, for a kernel that keeps its
 * output.
 */
public final class RowBlocksBuilder {

  private final BlockBuilder block = new BlockBuilder();
  private final List<byte[]> blocks = new ArrayList<>();
  private long[] refs = new long[64];
  private int rows;

  /** Appends the row that a writer holds. */
  public void append(RowWriter row) {
    addRef();
    row.appendTo(block);
    takeFull();
  }

  /** Appends the row that a view is on. */
  public void append(RowView row) {
    addRef();
    block.append(row);
    takeFull();
  }

  private void addRef() {
    if (rows == refs.length) {
      refs = Arrays.copyOf(refs, rows * 2);
    }
    refs[rows++] = RowBlocks.ref(blocks.size(), block.size());
  }

  /** The rows so far, in their order; the builder starts anew. */
  public RowBlocks build() {
    if (!block.isEmpty()) {
      blocks.add(block.take());
    }
    RowBlocks built = RowBlocks.of(blocks, Arrays.copyOf(refs, rows));
    blocks.clear();
    rows = 0;
    return built;
  }

  private void takeFull() {
    if (block.isFull()) {
      blocks.add(block.take());
    }
  }
}
