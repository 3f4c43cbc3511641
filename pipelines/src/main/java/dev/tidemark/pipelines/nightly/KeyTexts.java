// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.KeySet;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/** The values of a key column as packed blocks, to travel as a side input. */
final class KeyTexts {

  private static final Schema SCHEMA = Schema.builder().addStringField("key").build();

  private KeyTexts() {}

  /** The values of a column that is text and never null. */
  static List<byte[]> blocks(TableRows rows, String column) {
    int c = rows.layout().column(column);
    RowWriter key = new RowWriter(RowLayout.of(SCHEMA));
    RowBlocksBuilder keys = new RowBlocksBuilder();
    rows.only(column)
        .forEach(
            row -> {
              key.clear().copy(0, row, c);
              keys.append(key);
            });
    return keys.build().blocks();
  }

  /** Values as keys that rows of another table may have in a column of theirs. */
  static KeySet keys(List<byte[]> blocks, RowLayout table, int column) {
    RowBlocks rows = RowBlocks.of(blocks);
    RowView key = new RowView(RowLayout.of(SCHEMA));
    RowWriter row = new RowWriter(table);
    KeySet.Builder keys = KeySet.by(RowKey.of(table, table.name(column)));
    for (long ref : rows.refs()) {
      row.clear().copy(column, key.at(rows, ref), 0);
      keys.add(row);
    }
    return keys.build();
  }
}
