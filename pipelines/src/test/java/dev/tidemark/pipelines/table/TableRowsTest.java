// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.RowBlocks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableRowsTest {

  private static final Schema SCHEMA =
      Schema.builder().addStringField("umr").addNullableInt64Field("premium").build();
  private static final TableSpec SPEC =
      TableSpec.at("silver/t").schema(SCHEMA).key("umr").bucketedBy(3, "umr").build();

  private String lake = "";
  private TableStore store = DeltaTableStore.in(lake);

  @BeforeEach
  void namesALake(@TempDir Path folder) {
    lake = folder.toString();
    store = DeltaTableStore.in(lake);
  }

  @Test
  void everyRowOfEveryBucketIsRead() {
    merge(row("A", 1L), row("B", 2L), row("C", 3L), row("D", null));

    assertThat(
        read(all()), containsInAnyOrder(row("A", 1L), row("B", 2L), row("C", 3L), row("D", null)));
  }

  @Test
  void columnsThatAreNotWantedAreNull() {
    merge(row("A", 1L), row("B", 2L));

    assertThat(read(all().only("umr")), containsInAnyOrder(row("A", null), row("B", null)));
  }

  @Test
  void anAbsentTableHasNoRows() {
    assertThat(read(all()), empty());
  }

  @Test
  void anUnknownColumnIsRefused() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> all().only("gross"));

    assertThat(refused.getMessage(), containsString("no column gross among [umr, premium]"));
  }

  private TableRows all() {
    return TableRows.of(SPEC, store.pin(SPEC), lake);
  }

  private static List<Row> read(TableRows table) {
    List<Row> rows = new ArrayList<>();
    table.forEach(row -> rows.add(row.toRow()));
    return rows;
  }

  private void merge(Row... rows) {
    Map<Integer, List<byte[]>> buckets = new HashMap<>();
    var packer = SPEC.packer();
    for (Row row : rows) {
      packer.add(row, (bucket, block) -> add(buckets, bucket, block));
    }
    packer.flush((bucket, block) -> add(buckets, bucket, block));
    TableSnapshot snapshot = store.pin(SPEC);
    List<TableChange> changes = new ArrayList<>();
    buckets.forEach(
        (bucket, blocks) ->
            changes.add(
                BucketMerge.of(SPEC, snapshot, bucket, lake, "first")
                    .replaceWith(RowBlocks.of(blocks))));
    store.commit(SPEC, snapshot.version(), changes, "test", 1);
  }

  private static void add(Map<Integer, List<byte[]>> buckets, int bucket, byte[] block) {
    buckets.computeIfAbsent(bucket, b -> new ArrayList<>()).add(block);
  }

  private static Row row(String umr, @Nullable Long premium) {
    return Row.withSchema(SCHEMA).addValues(umr, premium).build();
  }
}
