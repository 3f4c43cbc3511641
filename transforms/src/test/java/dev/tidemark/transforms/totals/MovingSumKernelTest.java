// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.testing.RowMatchers.hasRowsInOrder;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.premium.UnfitAmountException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MovingSumKernelTest {
  private static final Schema INPUT = input(Columns.MONEY);
  private static final Schema OUTPUT =
      Schema.builder()
          .addStringField("k")
          .addNullableField("d", Columns.DATE)
          .addField("day", Columns.MONEY_SUM)
          .addField("moving", Columns.MONEY_SUM)
          .build();
  private static final LocalDate EPOCH = LocalDate.of(2024, 1, 1);

  /** Ninety days: the payment day and the 89 before it, whatever the months and years between. */
  @ParameterizedTest
  @CsvSource({
    // the day, 89 days before it, 90 days before it
    "2023-03-31, 2023-01-01, 2022-12-31",
    "2024-03-30, 2024-01-01, 2023-12-31", // 29 February between
    "2024-02-29, 2023-12-02, 2023-12-01",
    "1900-03-31, 1900-01-01, 1899-12-31", // no leap year, and before 1970
    "2000-03-30, 2000-01-01, 1999-12-31",
    "1970-01-01, 1969-10-04, 1969-10-03",
  })
  void theWindowHasTheEightyNinthDayBeforeAndNotTheNinetieth(String day, String in, String out) {
    assertThat(
        rows(sums(90, "k | d | v\na | %s | 1.00\na | %s | 10.00".formatted(day, in))),
        hasRows(
            OUTPUT,
            "k | d | day | moving\na | %s | 10.00 | 10.00\na | %s | 1.00 | 11.00"
                .formatted(in, day)));
    assertThat(
        rows(sums(90, "k | d | v\na | %s | 1.00\na | %s | 10.00".formatted(day, out))),
        hasRows(
            OUTPUT,
            "k | d | day | moving\na | %s | 10.00 | 10.00\na | %s | 1.00 | 1.00"
                .formatted(out, day)));
  }

  @Test
  void aDaysAmountsShareOneRowAndLeaveTheWindowTogether() {
    assertThat(
        rows(
            sums(
                3,
                """
                k | d          | v
                a | 2024-02-28 | 1.00
                a | 2024-02-28 | 2.00
                a | 2024-02-29 | 4.00
                a | 2024-03-01 | 8.00
                a | 2024-03-02 | 16.00
                a | 2024-03-09 | 32.00
                """)),
        hasRowsInOrder(
            OUTPUT,
            """
            k | d          | day   | moving
            a | 2024-02-28 | 3.00  | 3.00
            a | 2024-02-29 | 4.00  | 7.00
            a | 2024-03-01 | 8.00  | 15.00
            a | 2024-03-02 | 16.00 | 28.00
            a | 2024-03-09 | 32.00 | 32.00
            """));
  }

  @Test
  void recoveriesLowerTheSumAndLeaveItAgain() {
    assertThat(
        rows(
            sums(
                2,
                """
                k | d          | v
                a | 2024-01-01 | -5.00
                a | 2024-01-02 | 5.00
                a | 2024-01-03 | 0.00
                a | 2024-01-04 | null
                """)),
        hasRowsInOrder(
            OUTPUT,
            """
            k | d          | day   | moving
            a | 2024-01-01 | -5.00 | -5.00
            a | 2024-01-02 | 5.00  | 0.00
            a | 2024-01-03 | 0.00  | 5.00
            a | 2024-01-04 | 0.00  | 0.00
            """));
  }

  @Test
  void aWindowOfOneDayIsTheDay() {
    assertThat(
        rows(sums(1, "k | d | v\na | 2024-01-01 | 1.00\na | 2024-01-02 | 2.00")),
        hasRows(
            OUTPUT,
            "k | d | day | moving\na | 2024-01-01 | 1.00 | 1.00\na | 2024-01-02 | 2.00 | 2.00"));
  }

  @Test
  void aWindowMayBeLongerThanAllTime() {
    assertThat(
        rows(sums(Integer.MAX_VALUE, "k | d | v\na | 1900-01-01 | 1.00\na | 2024-01-02 | 2.00")),
        hasRows(
            OUTPUT,
            "k | d | day | moving\na | 1900-01-01 | 1.00 | 1.00\na | 2024-01-02 | 2.00 | 3.00"));
  }

  @Test
  void sumsBeyondAnAmountWidenAndComeBack() {
    assertThat(
        rows(
            sums(
                2,
                """
                k | d          | v
                a | 2024-01-01 | 9999999999999999.99
                a | 2024-01-01 | 9999999999999999.99
                a | 2024-01-02 | 9999999999999999.99
                a | 2024-01-03 | 0.01
                """)),
        hasRowsInOrder(
            OUTPUT,
            """
            k | d          | day                  | moving
            a | 2024-01-01 | 19999999999999999.98 | 19999999999999999.98
            a | 2024-01-02 | 9999999999999999.99  | 29999999999999999.97
            a | 2024-01-03 | 0.01                 | 10000000000000000.00
            """));
  }

  @Test
  void aSumBeyondThirtyEightDigitsFailsByName() {
    Schema wide = input(Columns.MONEY_SUM);
    List<Row> rows =
        Rows.table(
            wide,
            """
            k | d          | v
            a | 2024-01-01 | 999999999999999999999999999999999999.99
            a | 2024-01-02 | 0.01
            """);
    assertThat(
        assertThrows(UnfitAmountException.class, () -> sums(wide, 2, rows)).getMessage(),
        startsWith(
            "Paid of k a, d 2024-01-02: moving: 1000000000000000000000000000000000000.00 does not"
                + " fit DECIMAL(38,2); "));
  }

  @Test
  void aLargeKeyRunsOnAcrossTheBlocksThatItFills() {
    int count = 20_000;
    List<Row> rows = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      rows.add(row(n, 100));
    }
    List<byte[]> blocks = sums(INPUT, 90, rows);
    assertThat(blocks.size(), is(greaterThan(1)));
    List<Row> sums = rows(blocks);
    assertThat(sums.size(), is(count));
    for (int n = 0; n < count; n++) {
      assertThat(sums.get(n).getValue("moving"), is(new BigDecimal(Math.min(n + 1, 90) + ".00")));
    }
  }

  @Test
  void noRowsGiveNoBlock() {
    assertThat(sums(INPUT, 90, List.of()).size(), is(0));
  }

  /** Pence by day, as a list of days and amounts: some days twice, some never. */
  @Property(tries = 300)
  void everyDayHasTheSumThatAddingUpItsWindowGives(
      @ForAll @Size(max = 40) List<@IntRange(max = 30) Integer> days,
      @ForAll @IntRange(min = 1, max = 12) int window) {
    List<Row> rows = new ArrayList<>();
    TreeMap<Integer, Long> byDay = new TreeMap<>();
    for (int i = 0; i < days.size(); i++) {
      long pence = (i % 7 - 3) * 101L;
      rows.add(row(days.get(i), pence));
      byDay.merge(days.get(i), pence, Long::sum);
    }
    List<Row> expected = new ArrayList<>();
    byDay.forEach(
        (day, pence) -> {
          long moving = 0;
          for (int d = day - window + 1; d <= day; d++) {
            moving += byDay.getOrDefault(d, 0L);
          }
          expected.add(
              Row.withSchema(OUTPUT)
                  .addValues(
                      "a",
                      EPOCH.plusDays(day),
                      BigDecimal.valueOf(pence, 2),
                      BigDecimal.valueOf(moving, 2))
                  .build());
        });

    assertThat(rows(sums(INPUT, window, rows)), is(expected));
  }

  private static Schema input(FieldType amount) {
    return Schema.builder()
        .addStringField("k")
        .addNullableField("d", Columns.DATE)
        .addNullableField("v", amount)
        .build();
  }

  private static Row row(int day, long pence) {
    return Row.withSchema(INPUT)
        .addValues("a", EPOCH.plusDays(day), BigDecimal.valueOf(pence, 2))
        .build();
  }

  private static List<byte[]> sums(int days, String table) {
    return sums(INPUT, days, Rows.table(INPUT, table));
  }

  private static List<byte[]> sums(Schema input, int days, List<Row> rows) {
    List<byte[]> blocks = new ArrayList<>();
    new MovingSumKernel(
            "Paid", RowLayout.of(input), RowLayout.of(OUTPUT), List.of("k"), "d", "v", days)
        .run(RowBlocks.of(input, rows), blocks::add);
    return blocks;
  }

  private static List<Row> rows(List<byte[]> blocks) {
    return RowBlocks.of(blocks).toRows(RowLayout.of(OUTPUT));
  }
}
