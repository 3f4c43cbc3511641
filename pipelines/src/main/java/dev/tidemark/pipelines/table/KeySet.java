// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.transforms.block.KeyIndex;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.List;

/**
 * Keys of a table's rows: each stands for all rows that agree with it in some columns, null to
 * null.
 */
public final class KeySet {

  private final RowBlocks rows;
  private final RowKey key;
  private final KeyIndex index;
  private final KeyRange range;

  private KeySet(RowBlocks rows, RowKey key) {
    this.rows = rows;
    this.key = key;
    index = KeyIndex.of(rows, key);
    range = new KeyRange(key);
    rows.blocks().forEach(range::add);
  }

  /** The keys of rows, by these columns; the rows are kept, not copied. */
  public static KeySet of(RowBlocks rows, RowKey key) {
    return new KeySet(rows, key);
  }

  /** No keys yet, of these columns. */
  public static Builder by(RowKey key) {
    return new Builder(key);
  }

  /** Whether the key of a row is one of them. */
  public boolean contains(RowView row) {
    return index.find(row) >= 0;
  }

  /** The columns that keys are of. */
  List<String> columns() {
    return key.names();
  }

  /** What rules files and row groups out. */
  KeyRange range() {
    return range;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Collects keys; one that comes again does no harm. */
  public static final class Builder {

    private final RowKey key;
    private final RowBlocksBuilder rows = new RowBlocksBuilder();

    private Builder(RowKey key) {
      this.key = key;
    }

    /** Adds the key of a row. */
    public void add(RowView row) {
      rows.append(row);
    }

    /** Adds the key of a row that is being written. */
    public void add(RowWriter row) {
      rows.append(row);
    }

    /** The keys. */
    public KeySet build() {
      return new KeySet(rows.build(), key);
    }
  }
}
