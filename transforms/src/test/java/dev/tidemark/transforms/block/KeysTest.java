// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

/** RowKey, KeyGroups and KeyIndex against maps of the Java values. */
class KeysTest {

  private static final RowKey KEY = RowKey.of(EveryType.LAYOUT, "text", "sum", "instant");

  @Provide
  Arbitrary<List<Row>> rowsWithFewKeys() {
    return Combinators.combine(
            Arbitraries.of("", "a", "A", "ab", "\ud83d\ude00").injectNull(0.2),
            Arbitraries.of(new BigDecimal("0.00"), EveryType.nines(38, 2)).injectNull(0.2),
            Arbitraries.of(-1L, 0L, 1L).map(RowView::instant).injectNull(0.2),
            Arbitraries.integers())
        .as(
            (text, sum, at, n) ->
                EveryType.row("text", text, "sum", sum, "instant", at, "small", n))
        .withoutEdgeCases()
        .list()
        .ofMaxSize(60);
  }

  @Property(tries = 300)
  void groupsAreThoseOfAMapInTheOrderOfTheirFirstRow(
      @ForAll("rowsWithFewKeys") List<Row> rows,
      @ForAll @IntRange(min = 1, max = 20) int rowsPerBlock) {
    Map<List<Object>, List<Row>> expected = new LinkedHashMap<>();
    rows.forEach(row -> expected.computeIfAbsent(key(row), k -> new ArrayList<>()).add(row));

    RowBlocks blocks = RowBlocks.of(EveryType.blocks(rows, rowsPerBlock));
    KeyGroups groups = KeyGroups.of(blocks, KEY);
    List<List<Row>> found = new ArrayList<>();
    RowView view = new RowView(EveryType.LAYOUT);
    for (int g = 0; g < groups.groupCount(); g++) {
      List<Row> group = new ArrayList<>();
      for (int i = 0; i < groups.groupSize(g); i++) {
        group.add(view.at(blocks, groups.ref(g, i)).toRow());
      }
      found.add(group);
    }

    assertThat(found, equalTo(List.copyOf(expected.values())));
  }

  @Property(tries = 300)
  void theIndexFindsTheFirstRowOfAKeyAndNoOther(
      @ForAll("rowsWithFewKeys") List<Row> rows, @ForAll("rowsWithFewKeys") List<Row> probes) {
    RowBlocks blocks = RowBlocks.of(EveryType.SCHEMA, rows);
    KeyIndex index = KeyIndex.of(blocks, KEY);
    List<List<Object>> keys = rows.stream().map(KeysTest::key).toList();
    RowBlocks probeBlocks = RowBlocks.of(EveryType.SCHEMA, probes);
    RowView probe = new RowView(EveryType.LAYOUT);

    for (int i = 0; i < probes.size(); i++) {
      int found = index.find(probe.at(probeBlocks, probeBlocks.ref(i)));
      assertThat(found, is(keys.indexOf(key(probes.get(i)))));
    }
    int repeated = 0;
    while (repeated < keys.size() && keys.indexOf(keys.get(repeated)) == repeated) {
      repeated++;
    }
    assertThat(index.firstRepeated(), is(repeated == keys.size() ? -1 : repeated));
  }

  @Test
  void manyDistinctKeysStayDistinct() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      rows.add(EveryType.row("text", Integer.toString(i / 2), "small", i));
    }
    RowBlocks blocks = RowBlocks.of(EveryType.SCHEMA, rows);

    KeyGroups groups = KeyGroups.of(blocks, RowKey.of(EveryType.LAYOUT, "text"));
    KeyIndex index = KeyIndex.of(blocks, RowKey.of(EveryType.LAYOUT, "small"));

    assertThat(groups.groupCount(), is(25_000));
    RowView row = new RowView(EveryType.LAYOUT);
    for (int i = 0; i < rows.size(); i += 997) {
      assertThat(index.find(row.at(blocks, blocks.ref(i))), is(i));
    }
  }

  @Test
  void partsOfAKeyAreComparedOneByOneAndNeverRunTogether() {
    RowKey key = RowKey.of(EveryType.LAYOUT, "text", "more_text");
    RowBlocks rows =
        RowBlocks.of(
            EveryType.SCHEMA,
            List.of(
                EveryType.row("text", "ab", "more_text", "c"),
                EveryType.row("text", "a", "more_text", "bc"),
                EveryType.row("text", "abc", "more_text", ""),
                EveryType.row("text", "abc"),
                EveryType.row("more_text", "abc")));

    assertThat(KeyGroups.of(rows, key).groupCount(), is(5));
  }

  @Test
  void nullIsOneKeyAndNeverAZeroOrAnEmptyText() {
    RowBlocks rows =
        RowBlocks.of(
            EveryType.SCHEMA,
            List.of(
                EveryType.row(),
                EveryType.row("small", 0),
                EveryType.row(),
                EveryType.row("text", "")));

    KeyGroups groups = KeyGroups.of(rows, RowKey.of(EveryType.LAYOUT, "small", "text"));

    assertThat(groups.groupCount(), is(3));
    assertThat(groups.groupSize(0), is(2));
  }

  @Test
  void aKeyNeedsAColumn() {
    assertThrows(IllegalArgumentException.class, () -> RowKey.of(EveryType.LAYOUT));
  }

  @Test
  void nothingHasNoGroupAndFindsNothing() {
    RowView probe =
        new RowView(EveryType.LAYOUT)
            .at(EveryType.blocks(List.of(EveryType.row("text", "a")), 2).get(0), 0);

    assertThat(KeyGroups.of(RowBlocks.empty(), KEY).groupCount(), is(0));
    assertThat(KeyIndex.of(RowBlocks.empty(), KEY).find(probe), is(-1));
    assertThat(KEY.hash(probe), not(0L));
  }

  private static List<Object> key(Row row) {
    return Arrays.asList(row.getValue("text"), row.getValue("sum"), row.getValue("instant"));
  }
}
