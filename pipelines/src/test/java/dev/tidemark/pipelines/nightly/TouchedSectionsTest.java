// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.facts.SectionMonths;
import java.util.List;
import org.junit.jupiter.api.Test;

class TouchedSectionsTest {

  private static final RowLayout LAYOUT = RowLayout.of(SectionMonths.SCHEMA);

  @Test
  void aRowThatCameLeftOrChangedTouchesItsSectionOnce() {
    RowBlocks before = months("S1 CH1 1 100", "S1 CH1 2 100", "S2 CH1 1 5", "S3 CH1 1 7");
    RowBlocks after = months("S1 CH1 1 101", "S1 CH1 2 102", "S2 CH1 1 5", "S4 - 1 7");

    assertThat(touched(before, after), contains("S1 CH1", "S3 CH1", "S4 null"));
  }

  @Test
  void anotherCoverholderOfASectionIsToldAsWell() {
    assertThat(touched(months("S1 CH1 1 5"), months("S1 CH2 1 5")), contains("S1 CH1", "S1 CH2"));
  }

  @Test
  void theSameRowsInAnotherOrderTouchNothing() {
    assertThat(
        touched(months("S1 CH1 1 5", "S1 - 1 5"), months("S1 - 1 5", "S1 CH1 1 5")), empty());
    assertThat(touched(months(), months()), empty());
  }

  private static List<String> touched(RowBlocks before, RowBlocks after) {
    return TouchedSections.between(LAYOUT, RowKey.of(LAYOUT, SectionMonths.KEY), before, after)
        .toRows(RowLayout.of(TouchedSections.SCHEMA))
        .stream()
        .map(row -> row.getString("section_no") + " " + row.getString("coverholder_id"))
        .sorted()
        .toList();
  }

  /** Section, coverholder, month and pence. */
  private static RowBlocks months(String... rows) {
    SectionMonths months = new SectionMonths();
    for (String row : rows) {
      String[] cells = row.split(" ");
      months
          .of("B0999", cells[0], cells[1].equals("-") ? null : cells[1], Integer.parseInt(cells[2]))
          .addFact(Long.parseLong(cells[3]), 0, 0);
    }
    return months.toBlocks();
  }
}
