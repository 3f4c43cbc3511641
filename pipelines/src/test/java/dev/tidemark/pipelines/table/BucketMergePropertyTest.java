// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * Whatever is held and whatever is cut, however long row groups are and whoever wrote them, a
 * bucket becomes what a map of its rows would.
 */
class BucketMergePropertyTest {

  private static final TableSpec SPEC = Orders.ONE_BUCKET;

  /** The same table in files that would be written otherwise today. */
  private static final TableSpec OLDER =
      TableSpec.at(SPEC.path())
          .schema(
              Schema.builder()
                  .addNullableField("amount", Columns.decimal(9, 2))
                  .addNullableField("load_run_id", FieldType.STRING)
                  .addNullableField("seq", FieldType.INT32)
                  .addInt64Field("id")
                  .build())
          .key("id", "seq")
          .audited("load_run_id")
          .build();

  enum Kind {
    UPSERT,
    REPLACE,
    REPLACE_GROUPS
  }

  /**
   * Who merges: what table they know, how much they hold of either side, how long row groups are.
   */
  record Merger(TableSpec table, long held, long room, long rowGroupRows) {}

  /** One merge: rows by id and amount, ids that leave, groups by the rest of an id by three. */
  record Step(
      Kind kind,
      Map<Integer, Integer> rows,
      Set<Integer> deleted,
      Set<Integer> groups,
      Merger merger) {

    boolean isOfGroup(int id) {
      return groups.contains(id % 3);
    }
  }

  @Property(tries = 40, shrinking = ShrinkingMode.OFF)
  void aBucketBecomesWhatAMapOfItsRowsWould(@ForAll("steps") List<Step> steps) throws IOException {
    Path lake = Files.createTempDirectory("merges");
    try {
      Orders orders = new Orders(lake, SPEC);
      TreeMap<Integer, Row> expected = new TreeMap<>();
      for (int run = 0; run < steps.size(); run++) {
        merge(orders, steps.get(run), "run " + run, expected);
      }
    } finally {
      remove(lake);
    }
  }

  private static void merge(Orders orders, Step step, String run, TreeMap<Integer, Row> expected) {
    Merger by = step.merger();
    long[] counts = new long[4];
    List<String> changed = new ArrayList<>();
    List<String> effects = expect(step, run, expected, counts, changed);
    RowLayout layout = by.table().layout();
    RowKey cutBy = RowKey.of(layout, "id");
    BucketMerge merge = orders.merge(by.table(), 0, by.room(), by.rowGroupRows());
    int id = layout.column("id");
    List<String> told = new ArrayList<>();
    merge.telling((row, effect) -> told.add(row.getLong(id) + " " + effect));
    List<String> watched = new ArrayList<>();
    merge.watching(
        new BucketMerge.Changes() {
          @Override
          public void left(RowView row) {
            watched.add("-" + row.getLong(id));
          }

          @Override
          public void came(RowView row) {
            watched.add("+" + row.getLong(id));
          }
        });
    TableChange change;
    try (SpillingRows rows = SpillingRows.by(cutBy, by.held());
        SpillingRows deleted = SpillingRows.by(cutBy, by.room())) {
      step.rows().forEach((key, amount) -> add(rows, key, amount, run, layout));
      step.deleted().forEach(key -> add(deleted, key, 0, run, layout));
      change =
          switch (step.kind()) {
            case UPSERT -> merge.upsert(rows, deleted);
            case REPLACE -> merge.replaceWith(rows);
            case REPLACE_GROUPS -> merge.replaceGroups(rows, groups(step, layout));
          };
      assertThat(told, containsInAnyOrder(effects.toArray()));
      assertThat(watched, containsInAnyOrder(changed.toArray()));
      assertThat(rows(merge.result(), layout), containsInAnyOrder(expected.values().toArray()));
      assertThat(
          rowsOf(merge, step, layout),
          containsInAnyOrder(
              expected.entrySet().stream()
                  .filter(order -> step.isOfGroup(order.getKey()))
                  .map(Map.Entry::getValue)
                  .toArray()));
    }
    assertThat(
        List.of(change.inserted(), change.updated(), change.deleted(), change.unchanged()),
        is(List.of(counts[0], counts[1], counts[2], counts[3])));
    orders.commit(change);
    assertThat(orders.rows(), containsInAnyOrder(expected.values().toArray()));
  }

  private static void add(SpillingRows rows, int id, int amount, String run, RowLayout layout) {
    Row order = order(id, amount, run);
    RowWriter row = new RowWriter(layout);
    for (int c = 0; c < layout.size(); c++) {
      row.setValue(c, order.getValue(layout.name(c)));
    }
    rows.add(row);
  }

  private static KeySet groups(Step step, RowLayout layout) {
    KeySet.Builder groups = KeySet.by(RowKey.of(layout, "seq"));
    RowWriter row = new RowWriter(layout);
    for (int group : step.groups()) {
      row.clear();
      row.setValue(layout.column("seq"), seq(group));
      groups.add(row);
    }
    return groups.build();
  }

  private static List<Row> rowsOf(BucketMerge merge, Step step, RowLayout layout) {
    List<Row> rows = new ArrayList<>();
    merge.forEachRowOf(groups(step, layout), row -> rows.add(today(row.toRow())));
    return rows;
  }

  private static List<Row> rows(RowBlocks rows, RowLayout layout) {
    return rows.toRows(layout).stream().map(BucketMergePropertyTest::today).toList();
  }

  /** The row as today's schema has it. */
  private static Row today(Row row) {
    Row.Builder order = Row.withSchema(Orders.SCHEMA);
    Orders.SCHEMA.getFieldNames().forEach(name -> order.addValue(row.getValue(name)));
    return order.build();
  }

  /** Does to the map what the merge does to the bucket. */
  private static List<String> expect(
      Step step, String run, TreeMap<Integer, Row> expected, long[] counts, List<String> changed) {
    List<String> effects = new ArrayList<>();
    Collection<Integer> leaving =
        step.kind() == Kind.UPSERT ? step.deleted() : new LinkedHashSet<>(expected.keySet());
    for (int id : leaving) {
      boolean isMeant = step.kind() != Kind.REPLACE_GROUPS || step.isOfGroup(id);
      if (isMeant && !step.rows().containsKey(id) && expected.remove(id) != null) {
        counts[2]++;
        changed.add("-" + id);
      }
    }
    step.rows()
        .forEach(
            (id, amount) -> {
              Row stored = expected.get(id);
              if (stored != null && money(amount).compareTo(stored.getDecimal("amount")) == 0) {
                counts[3]++;
                effects.add(id + " UNCHANGED");
              } else {
                counts[stored == null ? 0 : 1]++;
                effects.add(id + (stored == null ? " INSERTED" : " UPDATED"));
                if (stored != null) {
                  changed.add("-" + id);
                }
                changed.add("+" + id);
                expected.put(id, order(id, amount, run));
              }
            });
    return effects;
  }

  private static Row order(int id, int amount, String run) {
    return row(id, seq(id), money(amount).toPlainString(), run);
  }

  private static @Nullable Integer seq(int id) {
    return id % 3 == 0 ? null : id % 3;
  }

  private static BigDecimal money(int amount) {
    return BigDecimal.valueOf(amount * 100L, 2);
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> ids = Arbitraries.integers().between(0, 300);
    Arbitrary<Long> memories = Arbitraries.of(0L, 300L, 5_000L, Long.MAX_VALUE);
    Arbitrary<Merger> mergers =
        Combinators.combine(
                Arbitraries.of(SPEC, SPEC, SPEC, OLDER),
                memories,
                memories,
                Arbitraries.of(1L, 7L, 50L, DataFileWriter.ROW_GROUP_ROWS))
            .as(Merger::new);
    return Combinators.combine(
            Arbitraries.of(Kind.UPSERT, Kind.UPSERT, Kind.REPLACE, Kind.REPLACE_GROUPS),
            Arbitraries.maps(ids, Arbitraries.integers().between(1, 3)).ofMaxSize(200),
            ids.set().ofMaxSize(40),
            Arbitraries.integers().between(0, 2).set(),
            mergers)
        .as(BucketMergePropertyTest::step)
        .list()
        .ofMinSize(1)
        .ofMaxSize(6);
  }

  /** Rows that replace groups are of these groups. */
  private static Step step(
      Kind kind,
      Map<Integer, Integer> rows,
      Set<Integer> deleted,
      Set<Integer> groups,
      Merger merger) {
    Map<Integer, Integer> given = new TreeMap<>(rows);
    Step step = new Step(kind, given, deleted, groups, merger);
    if (kind == Kind.REPLACE_GROUPS) {
      given.keySet().removeIf(id -> !step.isOfGroup(id));
    }
    return step;
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
