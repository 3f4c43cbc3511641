// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.KeyIndex;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/** The sections whose partial sums changed, and the coverholders that these name. */
final class TouchedSections {

  /** A section, and whom its rows name; of a section that is known only the section counts. */
  static final Schema SCHEMA =
      Schema.builder()
          .addStringField("umr")
          .addStringField("section_no")
          .addNullableStringField("coverholder_id")
          .build();

  private static final RowLayout LAYOUT = RowLayout.of(SCHEMA);
  private static final List<String> KEY = SCHEMA.getFieldNames();

  private final RowLayout layout;
  private final int[] columns;
  private final RowWriter writer = new RowWriter(LAYOUT);
  private final RowBlocksBuilder touched = new RowBlocksBuilder();

  private TouchedSections(RowLayout layout) {
    this.layout = layout;
    columns = layout.columns(KEY);
  }

  /**
   * The sections that rows of partial sums tell different things of.
   *
   * @param layout of both; it has the columns of {@link #SCHEMA}
   * @param key of both
   */
  static RowBlocks between(RowLayout layout, RowKey key, RowBlocks before, RowBlocks after) {
    TouchedSections sections = new TouchedSections(layout);
    sections.addMissing(before, after, key);
    sections.addMissing(after, before, key);
    return distinct(sections.touched.build());
  }

  /** Adds the sections of the rows that others do not have, or have otherwise. */
  private void addMissing(RowBlocks rows, RowBlocks others, RowKey key) {
    KeyIndex index = KeyIndex.of(others, key);
    RowView row = new RowView(layout);
    RowView other = new RowView(layout);
    for (long ref : rows.refs()) {
      int match = index.find(row.at(rows, ref));
      if (match < 0 || !same(row, other.at(others, others.ref(match)))) {
        writer.clear();
        for (int c = 0; c < columns.length; c++) {
          writer.copy(c, row, columns[c]);
        }
        touched.append(writer);
      }
    }
  }

  private boolean same(RowView row, RowView other) {
    for (int c = 0; c < layout.size(); c++) {
      if (!row.sameValue(c, other, c)) {
        return false;
      }
    }
    return true;
  }

  private static RowBlocks distinct(RowBlocks rows) {
    KeyIndex index = KeyIndex.of(rows, RowKey.of(LAYOUT, KEY));
    RowView row = new RowView(LAYOUT);
    RowBlocksBuilder distinct = new RowBlocksBuilder();
    for (int r = 0; r < rows.rowCount(); r++) {
      if (index.find(row.at(rows, rows.ref(r))) == r) {
        distinct.append(row);
      }
    }
    return distinct.build();
  }
}
