// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.blocks;
import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.TableManager;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeltaTableStoreTest {

  @TempDir private Path lake = Path.of("");
  private DeltaTableStore store = DeltaTableStore.in("");

  @BeforeEach
  void openTheLake() {
    store = DeltaTableStore.in(lake.toString());
  }

  @Test
  void anAbsentTableIsCreatedWithItsPropertiesAtTheOldestProtocol() throws IOException {
    assertThat(store.pin(Orders.FOUR_BUCKETS).exists(), is(false));

    long version = store.commit(Orders.FOUR_BUCKETS, -1, List.of(), "app", 1);

    assertThat(version, is(0L));
    String log = Files.readString(lake.resolve("gold/orders/_delta_log/00000000000000000000.json"));
    assertThat(log, containsString("\"minReaderVersion\":1,\"minWriterVersion\":2"));
    assertThat(log, containsString("\"partitionColumns\":[\"_bucket\"]"));
    assertThat(log, containsString("\"tidemark.buckets\":\"4\""));
    assertThat(log, containsString("\"tidemark.key\":\"id,seq\""));
    assertThat(log, containsString("\"tidemark.hashVersion\":\"1\""));
  }

  @Test
  void aBatchIsCommittedOnce() {
    TableChange first = plan(Orders.ONE_BUCKET, 0, row(1, 1, "1.00", "a"));
    long version = store.commit(Orders.ONE_BUCKET, -1, List.of(first), "app", 7);

    store.commit(Orders.ONE_BUCKET, 1, List.of(plan(Orders.ONE_BUCKET, 0)), "other", 1);
    long again = store.commit(Orders.ONE_BUCKET, -1, List.of(first), "app", 7);

    assertThat(version, is(1L));
    assertThat(again, is(1L));
    assertThat(store.pin(Orders.ONE_BUCKET).files(), hasSize(1));
  }

  @Test
  void nothingToCommitLeavesTheTableAtItsVersion() {
    store.commit(
        Orders.ONE_BUCKET,
        -1,
        List.of(plan(Orders.ONE_BUCKET, 0, row(1, 1, "1.00", "a"))),
        "app",
        1);
    TableChange unchanged = plan(Orders.ONE_BUCKET, 0, row(1, 1, "1.00", "b"));

    assertThat(store.commit(Orders.ONE_BUCKET, 1, List.of(unchanged), "app", 2), is(1L));
  }

  @Test
  void theSettingsThatTheContentIsMadeByAreKeptByTheCommitThatChangesThem() {
    TableSpec byA = Orders.ONE_BUCKET.derivedBy(Map.of("tidemark.tracked", "a"));
    TableSpec byB = Orders.ONE_BUCKET.derivedBy(Map.of("tidemark.tracked", "b"));

    assertThat(store.commit(byA, -1, List.of(), "app", 1), is(1L));
    assertThat(store.commit(byA, 1, List.of(), "app", 2), is(1L));
    assertThat(store.commit(Orders.ONE_BUCKET, 1, List.of(), "app", 3), is(1L));
    assertThat(store.pin(byA).property("tidemark.tracked"), is(Optional.of("a")));

    assertThat(store.commit(byB, 1, List.of(), "app", 4), is(2L));
    assertThat(store.pin(byA).property("tidemark.tracked"), is(Optional.of("b")));
    assertThat(store.pin(byA, 1).property("tidemark.tracked"), is(Optional.of("a")));
  }

  @Test
  void aPlanOnFilesThatAreNoLongerThereIsRejectedWithNothingVisible() {
    TableChange first = plan(Orders.ONE_BUCKET, 0, row(1, 1, "1.00", "a"));
    TableChange stale = plan(Orders.ONE_BUCKET, 0, row(1, 1, "9.00", "b"));
    store.commit(Orders.ONE_BUCKET, -1, List.of(first), "app", 1);

    ConcurrentTableChangeException rejected =
        assertThrows(
            ConcurrentTableChangeException.class,
            () -> store.commit(Orders.ONE_BUCKET, -1, List.of(stale), "app", 2));

    assertThat(rejected.table(), is("gold/orders"));
    assertThat(rejected.version(), is(1L));
    assertThat(
        rejected.getMessage(),
        is(
            "table gold/orders changed under the run: bucket 0 has other files than planned"
                + " (planned on version -1, now at 1); run again"));
    assertThat(rows(Orders.ONE_BUCKET), contains(row(1, 1, "1.00", "a")));
  }

  @Test
  void aForeignCommitToAnotherBucketIsTolerated() {
    TableChange mine = plan(Orders.FOUR_BUCKETS, 0, row(1, 1, "1.00", "a"));
    TableChange foreign = plan(Orders.FOUR_BUCKETS, 1, row(2, 1, "2.00", "a"));
    store.commit(Orders.FOUR_BUCKETS, -1, List.of(foreign), "other", 1);

    assertThat(store.commit(Orders.FOUR_BUCKETS, -1, List.of(mine), "app", 1), is(2L));
    assertThat(
        rows(Orders.FOUR_BUCKETS),
        containsInAnyOrder(row(1, 1, "1.00", "a"), row(2, 1, "2.00", "a")));
  }

  @Test
  void aPinnedVersionStaysReadableAfterTheNextCommit() {
    store.commit(
        Orders.ONE_BUCKET,
        -1,
        List.of(plan(Orders.ONE_BUCKET, 0, row(1, 1, "1.00", "a"))),
        "app",
        1);
    TableDigest before = digest(store.pin(Orders.ONE_BUCKET));
    store.commit(
        Orders.ONE_BUCKET,
        1,
        List.of(plan(Orders.ONE_BUCKET, 0, row(1, 1, "2.00", "b"))),
        "app",
        2);

    assertThat(digest(store.pin(Orders.ONE_BUCKET, 1)), is(before));
    assertThat(digest(store.pin(Orders.ONE_BUCKET)).equals(before), is(false));
  }

  @Test
  void aSpecThatDisagreesWithTheStoredTableIsRefused() {
    store.commit(Orders.FOUR_BUCKETS, -1, List.of(), "app", 1);

    assertRefused(Orders.ONE_BUCKET, "stored with tidemark.bucketBy=id, not ");
    assertRefused(
        spec(Orders.SCHEMA).key("id").bucketedBy(4, "id").build(),
        "stored with tidemark.key=id,seq, not id");
    assertRefused(
        spec(Schema.builder()
                .addFields(Orders.SCHEMA.getFields())
                .addNullableField("fresh", FieldType.STRING)
                .build())
            .key("id", "seq")
            .bucketedBy(4, "id")
            .build(),
        "stored without the column fresh");
    assertRefused(
        spec(Schema.builder()
                .addInt64Field("id")
                .addNullableField("seq", FieldType.INT32)
                .addNullableField("amount", Columns.RATE)
                .addNullableField("load_run_id", FieldType.STRING)
                .build())
            .key("id", "seq")
            .bucketedBy(4, "id")
            .build(),
        "its column amount is stored as");
  }

  @Test
  void aKilledRunIsRolledForwardFromItsIntent() {
    TableSpec lines =
        TableSpec.at("gold/order_lines").schema(Orders.SCHEMA).key("id", "seq").build();
    TableChange one = plan(Orders.ONE_BUCKET, 0, row(1, 1, "1.00", "a"));
    TableChange two = plan(lines, 0, row(1, 2, "2.00", "a"));
    Intents.in(lake.toString())
        .write(
            Intent.of(
                5,
                java.util.Map.of("gold/orders", -1L, "gold/order_lines", -1L),
                List.of(one, two),
                Json.object().put("run", "r5")));
    store.commit(Orders.ONE_BUCKET, -1, List.of(one), "app/orders", 5);

    // the launcher dies here; the next one finds the intent
    Intent pending = Intents.in(lake.toString()).pending().orElseThrow();
    for (TableSpec spec : List.of(Orders.ONE_BUCKET, lines)) {
      store.commit(
          spec,
          pending.baseVersions().getOrDefault(spec.path(), -1L),
          pending.changesOf(spec.path()),
          "app/" + spec.path().substring("gold/".length()),
          pending.batchId());
    }
    Intents.in(lake.toString()).complete(pending.batchId());

    assertThat(pending.payload().get("run").asText(), is("r5"));
    assertThat(rows(Orders.ONE_BUCKET), contains(row(1, 1, "1.00", "a")));
    assertThat(rows(lines), contains(row(1, 2, "2.00", "a")));
    assertThat(store.pin(Orders.ONE_BUCKET).version(), is(1L));
    assertThat(Intents.in(lake.toString()).pending().isEmpty(), is(true));
  }

  @Test
  void manyCommitsMakeACheckpointAndStayReadable() {
    for (int batch = 1; batch <= 12; batch++) {
      TableChange change =
          plan(Orders.ONE_BUCKET, 0, row(batch, 1, "1.00", "a"), row(1, 1, batch + ".00", "a"));
      store.commit(
          Orders.ONE_BUCKET, store.pin(Orders.ONE_BUCKET).version(), List.of(change), "app", batch);
      if (batch == 1) {
        continue;
      }
      assertThat(rows(Orders.ONE_BUCKET), hasSize(batch));
    }
    assertThat(
        Files.exists(
            lake.resolve("gold/orders/_delta_log/00000000000000000010.checkpoint.parquet")),
        is(true));
  }

  @Test
  void kernelAndDuckDbReadWhatWasWritten() throws Exception {
    store.commit(
        Orders.FOUR_BUCKETS,
        -1,
        List.of(
            plan(Orders.FOUR_BUCKETS, 0, row(1, 1, "1.25", "a"), row(5, null, "-0.50", "a")),
            plan(Orders.FOUR_BUCKETS, 3, row(2, 1, "9999999999999999.99", "b"))),
        "app",
        1);
    TableSnapshot table = store.pin(Orders.FOUR_BUCKETS);

    assertThat(
        kernelRows(),
        containsInAnyOrder("1 1 1.25 a 0", "5 null -0.50 a 0", "2 1 9999999999999999.99 b 3"));
    assertThat(
        Orders.duck(
            lake.toString(),
            table,
            "select count(*) || ' ' || sum(amount) || ' ' || sum(_bucket) from %s"),
        is("3 10000000000000000.74 3"));
  }

  private void assertRefused(TableSpec spec, String why) {
    Exception refused = assertThrows(IllegalStateException.class, () -> store.pin(spec));
    assertThat(refused.getMessage(), containsString(why));
  }

  private static TableSpec.Builder spec(Schema schema) {
    return TableSpec.at("gold/orders").schema(schema).audited("load_run_id");
  }

  private TableChange plan(TableSpec spec, int bucket, org.apache.beam.sdk.values.Row... rows) {
    List<org.apache.beam.sdk.values.Row> distinct = new ArrayList<>(List.of(rows));
    if (rows.length == 2 && rows[0].getValue("id").equals(rows[1].getValue("id"))) {
      distinct.remove(0);
    }
    return BucketMerge.of(
            spec, store.pin(spec), bucket, lake.toString(), UUID.randomUUID().toString())
        .upsert(blocks(distinct.toArray(new org.apache.beam.sdk.values.Row[0])), RowBlocks.empty());
  }

  private List<org.apache.beam.sdk.values.Row> rows(TableSpec spec) {
    List<org.apache.beam.sdk.values.Row> rows = new ArrayList<>();
    for (int bucket = 0; bucket < spec.buckets(); bucket++) {
      rows.addAll(
          BucketMerge.of(spec, store.pin(spec), bucket, lake.toString(), "unused")
              .read()
              .toRows(spec.layout()));
    }
    return rows;
  }

  private TableDigest digest(TableSnapshot table) {
    return TableDigest.of(Orders.ONE_BUCKET, table, lake.toString());
  }

  /** Reads the table with Delta Kernel alone. */
  private List<String> kernelRows() throws IOException {
    Engine engine = DefaultEngine.create(LakeFiles.configuration());
    Snapshot snapshot =
        TableManager.loadSnapshot(lake.resolve("gold/orders").toString()).build(engine);
    Scan scan = snapshot.getScanBuilder().build();
    io.delta.kernel.data.Row state = scan.getScanState(engine);
    List<String> rows = new ArrayList<>();
    try (CloseableIterator<FilteredColumnarBatch> files = scan.getScanFiles(engine)) {
      while (files.hasNext()) {
        try (CloseableIterator<io.delta.kernel.data.Row> each = files.next().getRows()) {
          while (each.hasNext()) {
            readFile(engine, state, each.next(), rows);
          }
        }
      }
    }
    return rows;
  }

  private static void readFile(
      Engine engine,
      io.delta.kernel.data.Row state,
      io.delta.kernel.data.Row file,
      List<String> rows)
      throws IOException {
    CloseableIterator<ColumnarBatch> physical =
        engine
            .getParquetHandler()
            .readParquetFiles(
                Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                ScanStateRow.getPhysicalDataReadSchema(state),
                Optional.empty())
            .map(FileReadResult::getData);
    try (CloseableIterator<FilteredColumnarBatch> logical =
        Scan.transformPhysicalData(engine, state, file, physical)) {
      while (logical.hasNext()) {
        try (CloseableIterator<io.delta.kernel.data.Row> batch = logical.next().getRows()) {
          while (batch.hasNext()) {
            io.delta.kernel.data.Row row = batch.next();
            rows.add(
                row.getLong(0)
                    + " "
                    + (row.isNullAt(1) ? "null" : row.getInt(1))
                    + " "
                    + row.getDecimal(2)
                    + " "
                    + row.getString(3)
                    + " "
                    + row.getInt(4));
          }
        }
      }
    }
  }
}
