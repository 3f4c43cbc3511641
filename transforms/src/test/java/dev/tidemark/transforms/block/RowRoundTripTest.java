// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class RowRoundTripTest {

  @Provide
  Arbitrary<List<Row>> anyRows() {
    return EveryType.lists();
  }

  @Provide
  Arbitrary<Row> anyRow() {
    return EveryType.rows();
  }

  @Property(tries = 300)
  void everyRowComesBackAsItWas(
      @ForAll("anyRows") List<Row> rows, @ForAll @IntRange(min = 1, max = 9) int rowsPerBlock) {
    RowBlocks blocks = RowBlocks.of(EveryType.blocks(rows, rowsPerBlock));

    assertThat(blocks.rowCount(), is(rows.size()));
    assertThat(blocks.toRows(EveryType.LAYOUT), equalTo(rows));
  }

  @Property(tries = 300)
  void equalRowsAreEqualBytesWhateverTheWriterHeldBefore(
      @ForAll("anyRow") Row row, @ForAll("anyRow") Row before) {
    RowWriter used = new RowWriter(EveryType.LAYOUT);
    BlockBuilder builder = new BlockBuilder();
    used.clear().set(before).appendTo(builder);
    builder.take();
    used.clear().set(row).appendTo(builder);

    assertThat(builder.take(), equalTo(EveryType.blocks(List.of(row), 2).get(0)));
  }

  @Property(tries = 300)
  void copyingColumnByColumnGivesTheSameBytes(@ForAll("anyRow") Row row) {
    byte[] packed = EveryType.blocks(List.of(row), 2).get(0);
    byte[] elsewhere = new byte[packed.length + 7];
    System.arraycopy(packed, 0, elsewhere, 7, packed.length);
    RowView view = new RowView(EveryType.LAYOUT).at(elsewhere, 7);
    RowWriter writer = new RowWriter(EveryType.LAYOUT).clear();
    for (int c = 0; c < EveryType.LAYOUT.size(); c++) {
      writer.copy(c, view, c);
    }
    BlockBuilder copy = new BlockBuilder();
    writer.appendTo(copy);

    assertThat(copy.take(), equalTo(packed));
  }

  @Property(tries = 300)
  void valuesAreTheSameExactlyWhenTheyAreEqual(
      @ForAll("anyRow") Row one, @ForAll("anyRow") Row other) {
    RowView a = new RowView(EveryType.LAYOUT).at(EveryType.blocks(List.of(one), 2).get(0), 0);
    RowView b = new RowView(EveryType.LAYOUT).at(EveryType.blocks(List.of(other), 2).get(0), 0);
    for (int c = 0; c < EveryType.LAYOUT.size(); c++) {
      boolean equal = Arrays.deepEquals(cell(one, c), cell(other, c));
      assertThat(EveryType.LAYOUT.name(c), a.sameValue(c, b, c), is(equal));
      if (equal) {
        assertThat(a.hashValue(c), is(b.hashValue(c)));
      }
    }
  }

  @Test
  void theExtremesComeBack() {
    List<Row> rows =
        List.of(
            EveryType.row(),
            EveryType.row("text", "", "more_text", "", "raw", new byte[0]),
            EveryType.row("text", "\ud83d\ude00 \u0000 Zürich 保険", "more_text", "\uffff"),
            EveryType.row("money", EveryType.nines(18, 2), "sum", EveryType.nines(38, 2)),
            EveryType.row(
                "money", EveryType.nines(18, 2).negate(), "sum", EveryType.nines(38, 2).negate()),
            EveryType.row("whole", EveryType.nines(38, 0)),
            EveryType.row("instant", Instant.parse("1969-12-31T23:59:59.999999Z")),
            EveryType.row("instant", Instant.parse("0001-01-01T00:00:00.000001Z")),
            EveryType.row("small", Integer.MIN_VALUE, "large", Long.MIN_VALUE));

    assertThat(RowBlocks.of(EveryType.SCHEMA, rows).toRows(EveryType.LAYOUT), equalTo(rows));
  }

  @Test
  void noRowsAreNoBlocks() {
    assertThat(RowBlocks.of(EveryType.SCHEMA, List.of()).isEmpty(), is(true));
    assertThat(RowBlocks.of(List.of(new byte[0])).rowCount(), is(0));
  }

  private static Object[] cell(Row row, int column) {
    return new Object[] {row.getValue(column)};
  }
}
