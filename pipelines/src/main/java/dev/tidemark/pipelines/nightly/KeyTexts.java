// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.List;
import java.util.Set;
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

  /** Adds the values of a block. */
  static void addTo(Set<String> keys, byte[] block) {
    RowBlocks rows = RowBlocks.of(List.of(block));
    RowView key = new RowView(RowLayout.of(SCHEMA));
    for (long ref : rows.refs()) {
      keys.add(key.at(rows, ref).getString(0));
    }
  }
}
