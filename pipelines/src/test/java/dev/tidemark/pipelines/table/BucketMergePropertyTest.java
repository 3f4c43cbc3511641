// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.RowKey;
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
import org.apache.beam.sdk.values.Row;

/** Whatever is held and whatever is cut, a bucket becomes what a map of its rows would. */
class BucketMergePropertyTest {

  private static final TableSpec SPEC = Orders.ONE_BUCKET;

  /** One merge: rows by id and amount, ids that leave; how much is held of either side. */
  record Step(
      boolean isReplaced, Map<Integer, Integer> rows, Set<Integer> deleted, long held, long room) {}

  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
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
    long[] counts = new long[4];
    List<String> effects = expect(step, run, expected, counts);
    RowKey cutBy = RowKey.of(SPEC.layout(), "id");
    BucketMerge merge = orders.merge(0, step.room());
    List<String> told = new ArrayList<>();
    merge.telling((row, effect) -> told.add(row.getLong(0) + " " + effect));
    TableChange change;
    try (SpillingRows rows = SpillingRows.by(cutBy, step.held());
        SpillingRows deleted = SpillingRows.by(cutBy, step.room())) {
      step.rows().forEach((id, amount) -> rows.addAll(Orders.blocks(order(id, amount, run))));
      step.deleted().forEach(id -> deleted.addAll(Orders.blocks(order(id, 0, run))));
      change = step.isReplaced() ? merge.replaceWith(rows) : merge.upsert(rows, deleted);
      assertThat(told, containsInAnyOrder(effects.toArray()));
      assertThat(
          merge.result().toRows(SPEC.layout()), containsInAnyOrder(expected.values().toArray()));
    }
    assertThat(
        List.of(change.inserted(), change.updated(), change.deleted(), change.unchanged()),
        is(List.of(counts[0], counts[1], counts[2], counts[3])));
    orders.commit(change);
    assertThat(orders.rows(), containsInAnyOrder(expected.values().toArray()));
  }

  /** Does to the map what the merge does to the bucket. */
  private static List<String> expect(
      Step step, String run, TreeMap<Integer, Row> expected, long[] counts) {
    List<String> effects = new ArrayList<>();
    Collection<Integer> leaving =
        step.isReplaced() ? new LinkedHashSet<>(expected.keySet()) : step.deleted();
    for (int id : leaving) {
      if (!step.rows().containsKey(id) && expected.remove(id) != null) {
        counts[2]++;
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
                expected.put(id, order(id, amount, run));
              }
            });
    return effects;
  }

  private static Row order(int id, int amount, String run) {
    return row(id, id % 3 == 0 ? null : id % 3, money(amount).toPlainString(), run);
  }

  private static BigDecimal money(int amount) {
    return BigDecimal.valueOf(amount * 100L, 2);
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> ids = Arbitraries.integers().between(0, 300);
    Arbitrary<Long> memories = Arbitraries.of(0L, 300L, 5_000L, Long.MAX_VALUE);
    return Combinators.combine(
            Arbitraries.of(false, false, true),
            Arbitraries.maps(ids, Arbitraries.integers().between(1, 3)).ofMaxSize(200),
            ids.set().ofMaxSize(40),
            memories,
            memories)
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
