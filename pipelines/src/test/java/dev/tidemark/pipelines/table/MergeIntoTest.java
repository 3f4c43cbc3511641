// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergeIntoTest {

  @TempDir private Path lake = Path.of("");
  private DeltaTableStore store = DeltaTableStore.in("");
  private long batch;

  @BeforeEach
  void openTheLake() {
    store = DeltaTableStore.in(lake.toString());
  }

  @Test
  void replacingMakesTheTableWhatIsGivenAcrossBucketsAndRuns() {
    List<Row> first = new ArrayList<>();
    List<Row> second = new ArrayList<>();
    for (int id = 0; id < 40; id++) {
      first.add(row(id, 1, id + ".00", "a"));
      if (id % 2 == 0) {
        second.add(row(id, 1, (id % 10 == 0 ? id + 1 : id) + ".00", "b"));
      }
    }
    replace(first);
    PlanFile plan = replace(second);

    // the even ids stay; every tenth of them has another amount; the odd ones leave
    assertThat(sum(plan, TableChange::deleted), is(20L));
    assertThat(sum(plan, TableChange::updated), is(4L));
    assertThat(sum(plan, TableChange::unchanged), is(16L));
    assertThat(sum(plan, TableChange::inserted), is(0L));
    List<Row> expected = new ArrayList<>();
    for (Row row : second) {
      boolean updated = row.getInt64("id") % 10 == 0;
      expected.add(Row.fromRow(row).withFieldValue("load_run_id", updated ? "b" : "a").build());
    }
    assertStored(expected);
  }

  @Test
  void anEmptyInputEmptiesAReplacedTable() {
    replace(List.of(row(1, 1, "1.00", "a"), row(2, 1, "2.00", "a"), row(3, 1, "3.00", "a")));

    PlanFile plan = replace(List.of());

    assertThat(sum(plan, TableChange::deleted), is(3L));
    assertThat(store.pin(Orders.FOUR_BUCKETS).files(), empty());
    assertStored(List.of());
  }

  @Test
  void anEmptyInputLeavesAnAbsentTableEmptyWithItsSchema() {
    PlanFile plan = replace(List.of());

    assertThat(plan.changes(), empty());
    assertThat(store.pin(Orders.FOUR_BUCKETS).exists(), is(true));
    assertThat(
        store.pin(Orders.FOUR_BUCKETS).schema().getFieldNames(), is(Orders.SCHEMA.getFieldNames()));
  }

  @Test
  void upsertingKeepsTheKeysThatAreNotGiven() {
    replace(List.of(row(1, 1, "1.00", "a"), row(2, 1, "2.00", "a")));

    run(List.of(row(2, 1, "2.20", "b"), row(3, null, "3.00", "b")), merge().upserting());

    assertStored(
        List.of(row(1, 1, "1.00", "a"), row(2, 1, "2.20", "b"), row(3, null, "3.00", "b")));
  }

  @Test
  void anAbsentTableReadsAsNoRowsWithASchema() {
    Pipeline pipeline = Pipeline.create();
    TableSnapshot absent = TableSnapshot.absent(Orders.FOUR_BUCKETS);
    var rows = pipeline.apply(ReadTable.of(Orders.FOUR_BUCKETS).at(absent).inLake(lake.toString()));

    assertThat(rows.getSchema(), is(Orders.SCHEMA));
    PAssert.that(rows).empty();
    pipeline.run().waitUntilFinish();
  }

  @Test
  void figuresReachThePlanByName() {
    Pipeline pipeline = Pipeline.create();
    var changes = pipeline.apply(Create.empty(TableChange.coder()));
    var figures =
        pipeline.apply(
            "Figures", Create.of(KV.of("rows", "2"), KV.of("gross", "1.50"), KV.of("rows", "1")));
    changes.apply(WritePlan.in(lake.toString()).ofBatch(4).withFigures(figures));
    pipeline.run().waitUntilFinish();

    PlanFile plan = PlanFile.read(lake.toString(), 4);
    assertThat(plan.figures(), is(Map.of("rows", List.of("1", "2"), "gross", List.of("1.50"))));
  }

  @Test
  void rowsOfOtherColumnsAreRefusedWhileTheGraphIsBuilt() {
    Schema other = Schema.builder().addInt64Field("id").build();
    Pipeline pipeline = Pipeline.create();
    var rows = pipeline.apply(Create.empty(other));

    Exception refused =
        assertThrows(IllegalArgumentException.class, () -> rows.apply(merge().replacing()));
    assertThat(refused.getMessage(), containsString("table gold/orders has columns"));
    assertThrows(IllegalArgumentException.class, () -> rows.apply("Unsaid", merge()));
  }

  private MergeInto merge() {
    return MergeInto.table(Orders.FOUR_BUCKETS)
        .at(store.pin(Orders.FOUR_BUCKETS))
        .inLake(lake.toString());
  }

  private PlanFile replace(List<Row> rows) {
    return run(rows, merge().replacing());
  }

  /** Runs a merge on the direct runner, then commits its plan. */
  private PlanFile run(List<Row> rows, MergeInto merge) {
    batch++;
    Pipeline pipeline = Pipeline.create();
    pipeline
        .apply(Create.of(rows).withRowSchema(Orders.SCHEMA))
        .apply(merge)
        .apply(WritePlan.in(lake.toString()).ofBatch(batch));
    pipeline.run().waitUntilFinish();
    PlanFile plan = PlanFile.read(lake.toString(), batch);
    store.commit(
        Orders.FOUR_BUCKETS,
        store.pin(Orders.FOUR_BUCKETS).version(),
        plan.changes(),
        "test",
        batch);
    return plan;
  }

  private void assertStored(List<Row> expected) {
    TableSnapshot snapshot = store.pin(Orders.FOUR_BUCKETS);
    Pipeline pipeline = Pipeline.create();
    PAssert.that(
            pipeline.apply(ReadTable.of(Orders.FOUR_BUCKETS).at(snapshot).inLake(lake.toString())))
        .containsInAnyOrder(expected);
    pipeline.run().waitUntilFinish();
    List<Row> direct = new ArrayList<>();
    for (int bucket = 0; bucket < 4; bucket++) {
      direct.addAll(
          BucketMerge.of(Orders.FOUR_BUCKETS, snapshot, bucket, lake.toString(), "unused")
              .read()
              .toRows(Orders.FOUR_BUCKETS.layout()));
    }
    assertThat(direct, containsInAnyOrder(expected.toArray()));
  }

  private static long sum(PlanFile plan, java.util.function.ToLongFunction<TableChange> count) {
    return plan.changes().stream().mapToLong(count).sum();
  }
}
