// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stored table that gets a column. */
class GrowingTableTest {

  private static final Schema WIDER =
      Schema.builder()
          .addInt64Field("id")
          .addNullableField("seq", FieldType.INT32)
          .addNullableField("note", FieldType.STRING)
          .addNullableField("amount", Columns.MONEY)
          .addNullableField("load_run_id", FieldType.STRING)
          .build();

  private static final TableSpec GROWN =
      TableSpec.at("gold/orders")
          .schema(WIDER)
          .key("id", "seq")
          .audited("load_run_id")
          .growing(Set.of("note", "amount"))
          .build();

  @TempDir private Path lake = Path.of("");
  private DeltaTableStore store = DeltaTableStore.in("");

  @BeforeEach
  void storeTwoOrders() {
    store = DeltaTableStore.in(lake.toString());
    store.commit(
        Orders.ONE_BUCKET,
        -1,
        List.of(
            BucketMerge.of(
                    Orders.ONE_BUCKET, store.pin(Orders.ONE_BUCKET), 0, lake.toString(), "old")
                .upsert(
                    Orders.blocks(Orders.row(1, 1, "1.00", "a"), Orders.row(2, null, "2.00", "a")),
                    RowBlocks.empty())),
        "app",
        1);
  }

  @Test
  void beforeTheCommitItsRowsHaveNullThere() {
    assertThat(rows(store.pin(GROWN)), containsInAnyOrder("1 null 1.00", "2 null 2.00"));
  }

  @Test
  void columnAndFilesComeInOneCommitAtTheSameProtocol() throws IOException {
    long version = commit(2, row(3, "new", "3.00"));

    assertThat(version, is(2L));
    String log = Files.readString(lake.resolve("gold/orders/_delta_log/00000000000000000002.json"));
    assertThat(log, containsString("\"metaData\""));
    assertThat(log, containsString("\"add\""));
    assertThat(log, containsString("\"txn\""));
    assertThat(log.contains("\"protocol\""), is(false));
    assertThat(
        store.stored("gold/orders").orElseThrow().schema().getFieldNames(),
        contains("id", "seq", "amount", "load_run_id", "note"));
    assertThat(store.stored("gold/orders").orElseThrow().key(), contains("id", "seq"));
    assertThat(
        rows(store.pin(GROWN)), containsInAnyOrder("1 null 1.00", "2 null 2.00", "3 new 3.00"));
  }

  @Test
  void anOldFileThatIsRewrittenKeepsItsOtherRows() {
    commit(2, row(2, "late", "2.50"));

    assertThat(
        rows(store.pin(GROWN)), containsInAnyOrder("1 null 1.00", "2 null 2.00", "2 late 2.50"));

    TableSnapshot pinned = store.pin(GROWN);
    store.commit(
        GROWN,
        pinned.version(),
        List.of(
            BucketMerge.of(GROWN, pinned, 0, lake.toString(), "third")
                .upsert(
                    RowBlocks.of(WIDER, List.of(row(1, "filled in", "1.00"))), RowBlocks.empty())),
        "app",
        3);

    assertThat(
        rows(store.pin(GROWN)),
        containsInAnyOrder("1 filled in 1.00", "2 null 2.00", "2 late 2.50"));
  }

  @Test
  void aBatchIsCommittedOnceWithItsColumn() {
    TableChange change = plan(row(3, "new", "3.00"));
    long first = store.commit(GROWN, 1, List.of(change), "app", 2);

    assertThat(store.commit(GROWN, 1, List.of(change), "app", 2), is(first));
  }

  @Test
  void aColumnWithoutRowsIsRememberedToo() {
    assertThat(store.commit(GROWN, 1, List.of(), "app", 2), is(2L));
    assertThat(store.commit(GROWN, 2, List.of(), "app", 3), is(2L));
    assertThat(store.stored("gold/orders").orElseThrow().schema().hasField("note"), is(true));
  }

  @Test
  void anOlderVersionStaysReadable() {
    commit(2, row(3, "new", "3.00"));

    assertThat(rows(store.pin(GROWN, 1)), containsInAnyOrder("1 null 1.00", "2 null 2.00"));
  }

  @Test
  void whoDoesNotKnowTheColumnIsRefused() {
    commit(2, row(3, "new", "3.00"));

    assertThat(
        assertThrows(TableMismatchException.class, () -> store.pin(Orders.ONE_BUCKET)).getMessage(),
        containsString("it is stored with a column note that is not known"));
  }

  @Test
  void anotherTypeThanTheStoredOneIsRefused() {
    commit(2, row(3, "new", "3.00"));
    TableSpec other =
        TableSpec.at("gold/orders")
            .schema(
                Schema.builder()
                    .addFields(Orders.SCHEMA.getFields())
                    .addNullableField("note", FieldType.INT32)
                    .build())
            .key("id", "seq")
            .audited("load_run_id")
            .growing(Set.of("note"))
            .build();

    assertThat(
        assertThrows(TableMismatchException.class, () -> store.pin(other)).getMessage(),
        containsString("its column note is stored as STRING"));
  }

  @Test
  void aKeyCannotComeLater() {
    assertThat(
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    TableSpec.at("gold/orders")
                        .schema(WIDER)
                        .key("id", "seq")
                        .growing(Set.of("seq"))
                        .build())
            .getMessage(),
        is("table gold/orders: the column seq cannot be added later"));
  }

  @Test
  void duckDbReadsOldAndNewFilesTogether() throws Exception {
    commit(2, row(3, "new", "3.00"));

    TableSnapshot table = store.pin(GROWN);
    assertThat(table.files().size(), is(2));
    assertThat(
        Orders.duck(
            lake.toString(),
            table,
            "select count(*) || ' ' || count(note) || ' ' || sum(amount) from %s"),
        is("3 1 6.00"));
  }

  private long commit(long batch, Row... rows) {
    return store.commit(GROWN, store.pin(GROWN).version(), List.of(plan(rows)), "app", batch);
  }

  private TableChange plan(Row... rows) {
    return BucketMerge.of(GROWN, store.pin(GROWN), 0, lake.toString(), UUID.randomUUID().toString())
        .upsert(RowBlocks.of(WIDER, List.of(rows)), RowBlocks.empty());
  }

  private static Row row(long id, @Nullable String note, String amount) {
    return Row.withSchema(WIDER).addValues(id, 1, note, new BigDecimal(amount), "b").build();
  }

  private List<String> rows(TableSnapshot table) {
    return BucketMerge.of(GROWN, table, 0, lake.toString(), "unused")
        .read()
        .toRows(GROWN.layout())
        .stream()
        .map(
            row ->
                row.getInt64("id") + " " + row.getString("note") + " " + row.getDecimal("amount"))
        .toList();
  }
}
