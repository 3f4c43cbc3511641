// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/**
 * Who stands behind the partial sums of a bucket, each section and coverholder once per table: what
 * dimensions infer rows from, and what marts are of. There are about as many as sections, whatever
 * these reported.
 */
final class FactParties {

  /** The parties, whether they have facts, and whether marts are made of the table. */
  static final Schema SCHEMA =
      Schema.builder()
          .addStringField("umr")
          .addStringField("section_no")
          .addNullableStringField("coverholder_id")
          .addBooleanField("has_facts")
          .addBooleanField("makes_marts")
          .build();

  static final RowLayout LAYOUT = RowLayout.of(SCHEMA);
  static final int UMR = 0;
  static final int SECTION_NO = 1;
  static final int COVERHOLDER = 2;
  static final int HAS_FACTS = 3;
  static final int MAKES_MARTS = 4;

  private static final List<String> PARTIES = List.of("umr", "section_no", "coverholder_id");
  private static final String FACTS = "fact_rows";

  private FactParties() {}

  /** The parties of what a merge gave. */
  static RowBlocks of(BucketOutcome outcome, List<PartialTable> tables) {
    RowBlocksBuilder parties = new RowBlocksBuilder();
    for (PartialTable table : tables) {
      add(RowBlocks.of(outcome.partials(table.path())), table, parties);
    }
    return parties.build();
  }

  private static void add(RowBlocks partials, PartialTable table, RowBlocksBuilder parties) {
    RowLayout layout = table.layout();
    int[] columns = layout.columns(PARTIES);
    RowView row = new RowView(layout);
    RowWriter party = new RowWriter(LAYOUT);
    KeyGroups groups = KeyGroups.of(partials, RowKey.of(layout, PARTIES));
    for (int g = 0; g < groups.groupCount(); g++) {
      boolean hasFacts = hasFacts(partials, groups, g, row);
      party.clear();
      for (int c = 0; c < columns.length; c++) {
        party.copy(c, row, columns[c]);
      }
      party.setBoolean(HAS_FACTS, hasFacts);
      party.setBoolean(MAKES_MARTS, table.makesMarts());
      parties.append(party);
    }
  }

  /** Whether rows of a group count facts; leaves the view on one of them. */
  private static boolean hasFacts(RowBlocks partials, KeyGroups groups, int group, RowView row) {
    boolean counts = row.layout().has(FACTS);
    for (int i = 0; i < groups.groupSize(group); i++) {
      row.at(partials, groups.ref(group, i));
      if (counts && row.getLong(row.layout().column(FACTS)) > 0) {
        return true;
      }
    }
    return false;
  }
}
