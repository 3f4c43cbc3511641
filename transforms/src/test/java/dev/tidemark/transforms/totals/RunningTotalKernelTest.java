// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import static dev.tidemark.testing.RowMatchers.hasRows;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.both;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class RunningTotalKernelTest {
  private static final Schema INPUT =
      Schema.builder()
          .addField("k", FieldType.STRING)
          .addField("n", FieldType.INT32)
          .addField("v", Columns.MONEY_SUM)
          .build();
  private static final Schema OUTPUT =
      Schema.builder().addFields(INPUT.getFields()).addField("t", Columns.MONEY_SUM).build();

  @Test
  void aLargeKeyRunsOnAcrossTheBlocksThatItFills() {
    int count = 20_000;
    List<Row> rows = new ArrayList<>();
    for (int n = count; n > 0; n--) {
      rows.add(row(n, "1.00"));
    }
    List<byte[]> blocks = run(rows);
    assertThat(blocks.size(), is(both(greaterThan(1)).and(lessThan(20))));
    List<Row> totals = RowBlocks.of(blocks).toRows(RowLayout.of(OUTPUT));
    assertThat(totals.size(), is(count));
    for (int n = 1; n <= count; n++) {
      assertThat(totals.get(n - 1).getInt32("n"), is(n));
      assertThat(totals.get(n - 1).getValue("t"), is(new BigDecimal(n + ".00")));
    }
  }

  @Test
  void eachKeyStartsAtZeroAndANullAddsNothing() {
    Schema input =
        Schema.builder()
            .addField("k", FieldType.STRING)
            .addField("n", FieldType.INT32)
            .addNullableField("v", Columns.MONEY)
            .build();
    Schema output =
        Schema.builder().addFields(input.getFields()).addField("t", Columns.MONEY_SUM).build();
    List<byte[]> blocks = new ArrayList<>();
    new RunningTotalKernel(
            RowLayout.of(input), RowLayout.of(output), List.of("k"), List.of("n"), "v")
        .run(
            RowBlocks.of(
                input,
                Rows.table(
                    input, "k | n | v\na | 2 | 2.50\na | 1 | 1.25\nb | 1 | null\nb | 2 | -0.75")),
            blocks::add);

    assertThat(
        RowBlocks.of(blocks).toRows(RowLayout.of(output)),
        hasRows(
            output,
            """
            k | n | v     | t
            a | 1 | 1.25  | 1.25
            a | 2 | 2.50  | 3.75
            b | 1 | null  | 0.00
            b | 2 | -0.75 | -0.75
            """));
  }

  @Test
  void noRowsGiveNoBlock() {
    assertThat(run(List.of()).size(), is(0));
  }

  @Test
  void aTotalBeyondThirtyEightDigitsFailsByName() {
    List<Row> rows = List.of(row(1, "999999999999999999999999999999999999.99"), row(2, "0.01"));
    assertThat(
        assertThrows(ArithmeticException.class, () -> run(rows)).getMessage(),
        is("t: 1000000000000000000000000000000000000.00 does not fit DECIMAL(38,2)"));
  }

  private static List<byte[]> run(List<Row> rows) {
    List<byte[]> blocks = new ArrayList<>();
    new RunningTotalKernel(
            RowLayout.of(INPUT), RowLayout.of(OUTPUT), List.of("k"), List.of("n"), "v")
        .run(RowBlocks.of(INPUT, rows), blocks::add);
    return blocks;
  }

  private static Row row(int n, String amount) {
    return Row.withSchema(INPUT).addValues("a", n, new BigDecimal(amount)).build();
  }
}
