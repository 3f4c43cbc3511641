// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.RowBlocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RebucketTest {

  private static final String APP = "test/orders";
  private static final TableSpec SIXTEEN_BUCKETS = ordersIn(16);

  @TempDir private Path lake = Path.of("");
  private DeltaTableStore store = DeltaTableStore.in("");
  private long batch;

  @BeforeEach
  void fillFourBuckets() {
    store = DeltaTableStore.in(lake.toString());
    List<Row> rows = new ArrayList<>();
    for (int id = 0; id < 200; id++) {
      rows.add(row(id, id % 7 == 0 ? null : id, id + ".25", "first"));
    }
    upsert(Orders.FOUR_BUCKETS, rows);
    upsert(
        Orders.FOUR_BUCKETS, List.of(row(3, 3, "99.00", "second"), row(200, 1, "1.00", "second")));
  }

  @Test
  void everyRowStaysAsItIsAndLiesWhereItIsLookedFor() {
    List<String> before = rows(Orders.FOUR_BUCKETS, pin(Orders.FOUR_BUCKETS));

    rewrite(SIXTEEN_BUCKETS);

    TableSnapshot after = pin(SIXTEEN_BUCKETS);
    assertThat(rows(SIXTEEN_BUCKETS, after), is(before));
    assertThat(after.buckets().size(), is(16));
    // a row that lay in another bucket than its key's would be inserted again
    TableChange.Counts counts = new TableChange.Counts();
    for (TableChange change :
        merges(
            SIXTEEN_BUCKETS, List.of(row(3, 3, "99.00", "third"), row(200, 1, "1.00", "third")))) {
      counts.inserted += change.inserted();
      counts.unchanged += change.unchanged();
    }
    assertThat(counts.inserted, is(0L));
    assertThat(counts.unchanged, is(2L));
  }

  @Test
  void oneBucketIsANumberLikeAnyOther() {
    List<String> before = rows(Orders.FOUR_BUCKETS, pin(Orders.FOUR_BUCKETS));

    rewrite(Orders.ONE_BUCKET);
    assertThat(rows(Orders.ONE_BUCKET, pin(Orders.ONE_BUCKET)), is(before));
    assertThat(pin(Orders.ONE_BUCKET).files().size(), is(1));

    rewrite(Orders.FOUR_BUCKETS);
    assertThat(rows(Orders.FOUR_BUCKETS, pin(Orders.FOUR_BUCKETS)), is(before));
  }

  @Test
  void theTableTellsItsNumberAndOlderVersionsStayReadable() {
    TableSnapshot old = pin(Orders.FOUR_BUCKETS);
    TableDigest before = TableDigest.of(Orders.FOUR_BUCKETS, old, lake.toString());

    long version = rewrite(SIXTEEN_BUCKETS);

    assertThat(version, is(old.version() + 1));
    StoredTable stored = store.stored("gold/orders").orElseThrow();
    assertThat(stored.buckets(), is(16));
    assertThat(stored.version(), is(version));
    assertThat(stored.key(), is(List.of("id", "seq")));
    String refused =
        assertThrows(TableMismatchException.class, () -> pin(Orders.FOUR_BUCKETS)).getMessage();
    assertThat(refused, containsString("tidemark.buckets=16, not 4"));
    TableSnapshot travelled = store.pin(SIXTEEN_BUCKETS, old.version());
    assertThat(travelled.files(), is(old.files()));
    assertThat(TableDigest.of(SIXTEEN_BUCKETS, travelled, lake.toString()), is(before));
  }

  @Test
  void whoFollowsTheChangesOfTheTableIsToldOfNone() throws IOException {
    long version = rewrite(SIXTEEN_BUCKETS);

    String commit =
        Files.readString(lake.resolve("gold/orders/_delta_log/%020d.json".formatted(version)));
    assertThat(commit, containsString("\"add\":"));
    assertThat(commit, containsString("\"remove\":"));
    assertThat(commit, containsString("\"dataChange\":false"));
    assertThat(commit, not(containsString("\"dataChange\":true")));
    assertThat(commit, not(containsString("\"protocol\":")));
  }

  @Test
  void aBatchIsCommittedOnce() {
    List<TableChange> changes = plan(SIXTEEN_BUCKETS);
    long base = store.stored("gold/orders").orElseThrow().version();
    long version = store.rewrite(SIXTEEN_BUCKETS, base, changes, APP, ++batch);

    assertThat(store.rewrite(SIXTEEN_BUCKETS, base, changes, APP, batch), is(version));
    // and the table goes on
    upsert(SIXTEEN_BUCKETS, List.of(row(300, 1, "1.00", "third")));
    assertThat(rows(SIXTEEN_BUCKETS, pin(SIXTEEN_BUCKETS)).size(), is(202));
  }

  @Test
  void aCommitInBetweenRefusesTheRewriteWithNothingVisible() {
    List<TableChange> changes = plan(SIXTEEN_BUCKETS);
    long base = store.stored("gold/orders").orElseThrow().version();
    upsert(Orders.FOUR_BUCKETS, List.of(row(300, 1, "1.00", "foreign")));

    assertThrows(
        ConcurrentTableChangeException.class,
        () -> store.rewrite(SIXTEEN_BUCKETS, base, changes, APP, 99));

    assertThat(rows(Orders.FOUR_BUCKETS, pin(Orders.FOUR_BUCKETS)).size(), is(202));
    assertThat(
        rows(Orders.FOUR_BUCKETS, pin(Orders.FOUR_BUCKETS)), hasItem(containsString("foreign")));
  }

  @Test
  void aTableWithoutRowsGetsTheNumberToo() {
    TableSpec empty =
        TableSpec.at("gold/none").schema(Orders.SCHEMA).key("id").bucketedBy(4, "id").build();
    TableSpec divided =
        TableSpec.at("gold/none").schema(Orders.SCHEMA).key("id").bucketedBy(8, "id").build();
    store.commit(empty, -1, List.of(), APP, 1);

    store.rewrite(divided, 0, List.of(), APP, 2);

    assertThat(store.stored("gold/none").orElseThrow().buckets(), is(8));
    assertThat(store.pin(divided).files(), is(List.of()));
  }

  private static TableSpec ordersIn(int buckets) {
    return TableSpec.at("gold/orders")
        .schema(Orders.SCHEMA)
        .key("id", "seq")
        .bucketedBy(buckets, "id")
        .audited("load_run_id")
        .build();
  }

  private TableSnapshot pin(TableSpec spec) {
    return store.pin(spec);
  }

  private long rewrite(TableSpec spec) {
    long base = store.stored(spec.path()).orElseThrow().version();
    return store.rewrite(spec, base, plan(spec), APP, ++batch);
  }

  /** What the graph plans. */
  private List<TableChange> plan(TableSpec spec) {
    long base = store.stored(spec.path()).orElseThrow().version();
    Pipeline pipeline = Pipeline.create();
    pipeline
        .apply(Rebucket.to(spec).at(store.pin(spec, base)).inLake(lake.toString()))
        .apply(WritePlan.in(lake.toString()).ofBatch(0));
    pipeline.run().waitUntilFinish();
    return PlanFile.read(lake.toString(), 0).changes();
  }

  private void upsert(TableSpec spec, List<Row> rows) {
    long base = store.pin(spec).version();
    store.commit(spec, base, merges(spec, rows), APP, ++batch);
  }

  private List<TableChange> merges(TableSpec spec, List<Row> rows) {
    List<List<byte[]>> blocks = new ArrayList<>();
    for (int bucket = 0; bucket < spec.buckets(); bucket++) {
      blocks.add(new ArrayList<>());
    }
    var packer = spec.packer();
    rows.forEach(row -> packer.add(row, (bucket, block) -> blocks.get(bucket).add(block)));
    packer.flush((bucket, block) -> blocks.get(bucket).add(block));
    List<TableChange> changes = new ArrayList<>();
    for (int bucket = 0; bucket < spec.buckets(); bucket++) {
      changes.add(
          BucketMerge.of(
                  spec, store.pin(spec), bucket, lake.toString(), UUID.randomUUID().toString())
              .upsert(RowBlocks.of(blocks.get(bucket)), RowBlocks.empty()));
    }
    return changes;
  }

  /** Every row with all its columns, as text, sorted. */
  private List<String> rows(TableSpec spec, TableSnapshot snapshot) {
    List<String> rows = new ArrayList<>();
    TableRows.of(spec, snapshot, lake.toString())
        .forEach(
            row -> {
              List<Object> values = new ArrayList<>();
              for (int c = 0; c < spec.layout().size(); c++) {
                values.add(row.getValue(c) + "");
              }
              rows.add(values.toString());
            });
    rows.sort(String::compareTo);
    return rows;
  }
}
