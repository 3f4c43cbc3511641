// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
    assertThat(blocks.size(), is(greaterThan(1)));
    List<Row> totals = RowBlocks.of(blocks).toRows(RowLayout.of(OUTPUT));
    assertThat(totals.size(), is(count));
    for (int n = 1; n <= count; n++) {
      assertThat(totals.get(n - 1).getInt32("n"), is(n));
      assertThat(totals.get(n - 1).getValue("t"), is(new BigDecimal(n + ".00")));
    }
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
