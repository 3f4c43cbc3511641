// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsLast;
import static java.util.Comparator.reverseOrder;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class RowOrderTest {

  private static final List<Order> ORDERS =
      List.of(
          Order.desc("flag"),
          Order.asc("sum"),
          Order.desc("instant"),
          Order.asc("text"),
          Order.desc("ratio"));

  /** The same order over Java values. */
  private static final Comparator<Row> REFERENCE =
      comparing((Row r) -> r.getBoolean("flag"), nullsLast(reverseOrder()))
          .thenComparing(r -> (BigDecimal) r.getValue("sum"), nullsLast(naturalOrder()))
          .thenComparing(r -> (Instant) r.getValue("instant"), nullsLast(reverseOrder()))
          .thenComparing(r -> r.getString("text"), nullsLast(RowOrderTest::byUtf8))
          .thenComparing(r -> r.getDouble("ratio"), nullsLast(reverseOrder()));

  @Provide
  Arbitrary<Row> anyRow() {
    return EveryType.rows();
  }

  @Property(tries = 500)
  void comparesAsTheJavaValuesDo(@ForAll("anyRow") Row one, @ForAll("anyRow") Row other) {
    RowOrder order = RowOrder.by(EveryType.LAYOUT, ORDERS);

    assertThat(
        Integer.signum(order.compareColumns(view(one), view(other))),
        is(Integer.signum(REFERENCE.compare(one, other))));
  }

  @Property(tries = 200)
  void onlyIdenticalRowsAreEqual(@ForAll("anyRow") Row one, @ForAll("anyRow") Row other) {
    RowOrder order = RowOrder.by(EveryType.LAYOUT, Order.asc("flag"));

    assertThat(order.compare(view(one), view(other)) == 0, is(one.equals(other)));
    assertThat(
        Integer.signum(order.compare(view(one), view(other))),
        is(-Integer.signum(order.compare(view(other), view(one)))));
  }

  @Property(tries = 100)
  void sortsAnyNumberOfRowsInAnyOrder(
      @ForAll @IntRange(max = 300) int n, @ForAll long seed, @ForAll @IntRange(max = 20) int at) {
    List<Row> rows = new ArrayList<>();
    Random random = new Random(seed);
    for (int i = 0; i < n; i++) {
      rows.add(EveryType.row("small", random.nextInt(9), "large", (long) random.nextInt(9)));
    }
    RowBlocks blocks = RowBlocks.of(EveryType.blocks(rows, 7));
    RowOrder order = RowOrder.by(EveryType.LAYOUT, Order.asc("small"), Order.desc("large"));
    long[] refs = blocks.refs();
    int from = Math.min(at, n);
    int to = Math.max(from, n - at);
    order.sort(blocks, refs, from, to);

    List<Row> expected = new ArrayList<>(rows);
    expected
        .subList(from, to)
        .sort(
            comparing((Row r) -> r.getInt32("small"))
                .thenComparing(r -> r.getInt64("large"), reverseOrder()));
    assertThat(read(blocks, refs), equalTo(expected));
  }

  @Test
  void identicalRowsKeepTheirOrder() {
    List<Row> rows = Collections.nCopies(100, EveryType.row("small", 1));
    RowBlocks blocks = RowBlocks.of(EveryType.blocks(rows, 9));
    long[] refs = blocks.refs();

    RowOrder.by(EveryType.LAYOUT, Order.desc("small")).sort(blocks, refs);

    assertThat(refs, equalTo(blocks.refs()));
  }

  @Test
  void sortsManyRows() {
    int n = 200_000;
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      rows.add(EveryType.row("small", (int) ((i * 7_919L) % n)));
    }
    RowBlocks blocks = RowBlocks.of(EveryType.SCHEMA, rows);
    long[] refs = blocks.refs();

    RowOrder.by(EveryType.LAYOUT, Order.asc("small")).sort(blocks, refs);

    RowView view = new RowView(EveryType.LAYOUT);
    for (int i = 0; i < n; i++) {
      assertThat(view.at(blocks, refs[i]).getInt(2), is(i));
    }
  }

  @Test
  void nullSortsLastInBothDirections() {
    List<Row> rows =
        List.of(
            EveryType.row(), EveryType.row("large", 1L), EveryType.row("large", Long.MIN_VALUE));
    RowBlocks blocks = RowBlocks.of(EveryType.SCHEMA, rows);
    long[] ascending = blocks.refs();
    long[] descending = blocks.refs();

    RowOrder.by(EveryType.LAYOUT, Order.asc("large")).sort(blocks, ascending);
    RowOrder.by(EveryType.LAYOUT, Order.desc("large")).sort(blocks, descending);

    assertThat(read(blocks, ascending), equalTo(List.of(rows.get(2), rows.get(1), rows.get(0))));
    assertThat(read(blocks, descending), equalTo(List.of(rows.get(1), rows.get(2), rows.get(0))));
  }

  private static int byUtf8(String a, String b) {
    return Arrays.compareUnsigned(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }

  private static RowView view(Row row) {
    return new RowView(EveryType.LAYOUT).at(EveryType.blocks(List.of(row), 2).get(0), 0);
  }

  private static List<Row> read(RowBlocks blocks, long[] refs) {
    RowView view = new RowView(EveryType.LAYOUT);
    return Arrays.stream(refs).mapToObj(ref -> view.at(blocks, ref).toRow()).toList();
  }
}
