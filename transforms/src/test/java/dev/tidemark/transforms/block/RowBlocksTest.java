// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.junit.jupiter.api.Test;

class RowBlocksTest {

  private static final RowLayout LAYOUT = RowLayout.of(Schema.builder().addInt32Field("n").build());

  @Test
  void whereKeepsTheRowsThatPassInOrder() {
    RowBlocks odd =
        RowBlocks.of(List.of(block(1, 2, 3), block(4, 5)))
            .where(LAYOUT, row -> row.getInt(0) % 2 == 1);

    assertThat(numbers(odd), is(List.of(1, 3, 5)));
    assertThat(odd.rowCount(), is(3));
  }

  @Test
  void theBlocksOfWhatWasKeptHoldNothingElse() {
    RowBlocks odd =
        RowBlocks.of(List.of(block(1, 2, 3), block(4, 5)))
            .where(LAYOUT, row -> row.getInt(0) % 2 == 1);

    assertThat(numbers(RowBlocks.of(odd.blocks())), is(List.of(1, 3, 5)));
  }

  @Test
  void whereNothingOrEverythingPassesNothingIsCopied() {
    RowBlocks rows = RowBlocks.of(List.of(block(1, 2, 3)));

    assertThat(rows.where(LAYOUT, row -> true), is(sameInstance(rows)));
    assertThat(rows.where(LAYOUT, row -> false).isEmpty(), is(true));
    assertThat(rows.where(LAYOUT, row -> false).blocks(), is(List.of()));
  }

  @Test
  void aSelectionInAnotherOrderIsACopyInThatOrder() {
    RowBlocks rows = RowBlocks.of(List.of(block(1, 2), block(3)));
    RowSelection chosen = new RowSelection(rows, LAYOUT);
    RowView view = new RowView(LAYOUT);
    for (int row : new int[] {0, 2, 1, 1}) {
      chosen.add(view.at(rows, rows.ref(row)));
    }

    assertThat(numbers(chosen.build()), is(List.of(1, 3, 2, 2)));
  }

  @Test
  void aSelectionThatEndsEarlyHasTheFirstRowsAlone() {
    RowBlocks rows = RowBlocks.of(List.of(block(1, 2, 3)));
    RowSelection chosen = new RowSelection(rows, LAYOUT);
    RowView view = new RowView(LAYOUT);
    chosen.add(view.at(rows, rows.ref(0)));
    chosen.add(view.at(rows, rows.ref(1)));

    RowBlocks built = chosen.build();

    assertThat(numbers(RowBlocks.of(built.blocks())), is(List.of(1, 2)));
  }

  private static byte[] block(int... numbers) {
    RowWriter writer = new RowWriter(LAYOUT);
    BlockBuilder block = new BlockBuilder();
    for (int n : numbers) {
      writer.clear().setInt(0, n);
      writer.appendTo(block);
    }
    return block.take();
  }

  private static List<Integer> numbers(RowBlocks rows) {
    RowView view = new RowView(LAYOUT);
    List<Integer> numbers = new ArrayList<>();
    for (long ref : rows.refs()) {
      numbers.add(view.at(rows, ref).getInt(0));
    }
    return numbers;
  }
}
