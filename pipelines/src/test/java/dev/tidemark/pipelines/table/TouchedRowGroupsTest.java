// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.blocks;
import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a merge reads and decodes of a file of three row groups: ids 0 to 98, 100 to 198 and 200 to
 * 298, the even ones; the seq of each is its row group, from 0. Damage shows what is looked at.
 */
class TouchedRowGroupsTest {

  private static final int ROWS = 50;
  private static final RowLayout LAYOUT = Orders.ONE_BUCKET.layout();

  @TempDir private Path lake = Path.of("");
  private Orders orders = new Orders(lake, Orders.ONE_BUCKET);

  @BeforeEach
  void storeThreeRowGroups() {
    orders = new Orders(lake, Orders.ONE_BUCKET);
    Row[] rows = new Row[3 * ROWS];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = order(2 * i, "1.00");
    }
    orders.commit(merge().upsert(blocks(rows), RowBlocks.empty()));
    assertThat(orders.livePaths(), hasSize(1));
  }

  @Test
  void keysBeyondEveryRowGroupReadNoPage() throws IOException {
    for (int group = 0; group < 3; group++) {
      damage(group, "id");
    }

    TableChange change = merge().upsert(blocks(order(300, "1.00")), RowBlocks.empty());

    assertThat(change.inserted(), is(1L));
    assertThat(change.removed(), empty());
  }

  @Test
  void keysThatAreMissingReadNoMoreThanTheKeysOfOneRowGroup() throws IOException {
    damage(0, "id");
    damage(1, "amount");
    damage(2, "id");

    TableChange change = merge().upsert(blocks(row(101, 1, "1.00", "b")), RowBlocks.empty());

    assertThat(change.inserted(), is(1L));
    assertThat(change.removed(), empty());
  }

  @Test
  void farApartKeysLeaveTheRowGroupsBetweenThemAlone() throws IOException {
    damage(1, "id");

    TableChange change =
        merge().upsert(blocks(order(4, "1.00"), order(204, "1.00")), RowBlocks.empty());

    assertThat(change.isEmpty(), is(true));
    assertThat(change.unchanged(), is(2L));
  }

  @Test
  void rowGroupsThatNothingTouchesAreCopiedAndTheirOrderStays() throws IOException {
    List<byte[]> before = pages();

    TableChange change =
        merge().upsert(blocks(order(104, "2.00"), order(300, "3.00")), blocks(order(102, "0.00")));

    orders.commit(change);
    List<byte[]> after = pages();
    assertThat(after.get(0), is(before.get(0)));
    assertThat(after.get(2), is(before.get(2)));
    List<Long> ids = orders.rows().stream().map(order -> order.getInt64("id")).toList();
    List<Long> expected = new ArrayList<>();
    for (long id = 0; id < 302; id += 2) {
      if (id != 102) {
        expected.add(id);
      }
    }
    assertThat(ids, is(expected));
    assertThat(
        change.added().get(0).stats(),
        is(
            "{'numRecords':150,'minValues':{'id':0,'seq':0},'maxValues':{'id':300,'seq':3},'nullCount':{'id':0,'seq':0}}"
                .replace('\'', '"')));
  }

  @Test
  void damageIsNotCopied() throws IOException {
    damage(2, "amount");

    BucketMerge merge = merge();
    Exception refused =
        assertThrows(
            DamagedLakeException.class,
            () -> merge.upsert(blocks(order(104, "2.00")), RowBlocks.empty()));

    assertThat(String.valueOf(refused.getMessage()).contains("is damaged"), is(true));
  }

  @Test
  void replacingAGroupReadsTheRowGroupsThatMayHoldIt() throws IOException {
    damage(0, "id");
    damage(2, "amount");

    try (SpillingRows rows = SpillingRows.by(Orders.ONE_BUCKET.rowKey())) {
      List<Row> same = new ArrayList<>();
      for (int id = 100; id < 200; id += 2) {
        same.add(order(id, "1.00"));
      }
      rows.addAll(blocks(same.toArray(new Row[0])));
      assertThat(merge().replaceGroups(rows, seq(1)).unchanged(), is((long) ROWS));
    }
  }

  @Test
  void theRowsOfAGroupAreReadFromItsRowGroupsAlone() throws IOException {
    damage(0, "id");
    damage(2, "id");
    List<Long> ids = new ArrayList<>();

    merge().forEachRowOf(seq(1), row -> ids.add(row.getLong(0)));
    merge().forEachRowOf(seq(7), row -> ids.add(-1L));

    assertThat(ids, hasSize(ROWS));
    assertThat(ids.get(0), is(100L));
  }

  @Test
  void ofTheRowsOfAGroupNoMoreIsReadThanWhatIsWanted() throws IOException {
    damage(1, "load_run_id");
    List<String> found = new ArrayList<>();

    merge()
        .forEachRowOf(
            seq(1),
            List.of("id"),
            row -> found.add(row.getLong(0) + (row.isNull(2) ? "" : " with its amount")));

    assertThat(found, hasSize(ROWS));
    assertThat(found.get(0), is("100"));
  }

  @Test
  void whatAChangeWritesIsReadBackWithoutTheRowGroupsThatItCopied() {
    TableChange change = merge().upsert(blocks(order(104, "2.00")), RowBlocks.empty());
    List<Long> ids = new ArrayList<>();

    TableRows.written(
            Orders.ONE_BUCKET,
            orders.pin(),
            List.of(TableChange.fromJson(change.toJson())),
            lake.toString())
        .forEach(row -> ids.add(row.getLong(0)));

    assertThat(ids, hasSize(ROWS));
    assertThat(ids.get(0), is(100L));
  }

  @Test
  void smallRowGroupsAreJoinedWhenTheirFileIsRewritten() throws IOException {
    orders.commit(merge().upsert(blocks(order(300, "1.00")), RowBlocks.empty()));
    orders.commit(merge().upsert(blocks(order(302, "1.00")), RowBlocks.empty()));
    orders.commit(merge().upsert(blocks(order(304, "1.00")), RowBlocks.empty()));
    assertThat(orders.livePaths(), hasSize(4));

    orders.commit(merge().upsert(blocks(order(306, "1.00")), RowBlocks.empty()));

    assertThat(orders.livePaths(), hasSize(1));
    assertThat(rowCounts(), containsInAnyOrder(50L, 50L, 50L, 4L));
  }

  @Test
  void aRowGroupThatHasLostMostOfItsRowsIsJoinedWithTheNext() throws IOException {
    Row[] most = new Row[45];
    for (int i = 0; i < most.length; i++) {
      most[i] = order(100 + 2 * i, "0.00");
    }
    orders.commit(merge().upsert(RowBlocks.empty(), blocks(most)));
    assertThat(rowCounts(), contains(50L, 5L, 50L));

    orders.commit(merge().upsert(blocks(order(200, "2.00")), RowBlocks.empty()));

    assertThat(rowCounts(), contains(50L, 50L, 5L));
  }

  private BucketMerge merge() {
    return orders.merge(Orders.ONE_BUCKET, 0, Long.MAX_VALUE, ROWS);
  }

  private static Row order(int id, String amount) {
    return row(id, id / (2 * ROWS), amount, "a");
  }

  private static KeySet seq(int seq) {
    KeySet.Builder groups = KeySet.by(RowKey.of(LAYOUT, "seq"));
    RowBlocks one = blocks(row(0, seq, "0.00", ""));
    groups.add(new RowView(LAYOUT).at(one, one.ref(0)));
    return groups.build();
  }

  private List<Long> rowCounts() throws IOException {
    try (ParquetFileReader reader = open()) {
      return reader.getRowGroups().stream().map(group -> group.getRowCount()).toList();
    }
  }

  /** The bytes of every row group of the only file. */
  private List<byte[]> pages() throws IOException {
    List<byte[]> pages = new ArrayList<>();
    byte[] all = Files.readAllBytes(file());
    try (ParquetFileReader reader = open()) {
      reader
          .getRowGroups()
          .forEach(
              group -> {
                int from = (int) group.getStartingPos();
                pages.add(Arrays.copyOfRange(all, from, from + (int) group.getCompressedSize()));
              });
    }
    return pages;
  }

  /** Flips the last bit of a column's last byte in a row group. */
  private void damage(int group, String column) throws IOException {
    try (ParquetFileReader reader = open()) {
      ColumnChunkMetaData chunk =
          reader.getRowGroups().get(group).getColumns().get(LAYOUT.column(column));
      byte[] all = Files.readAllBytes(file());
      all[(int) (chunk.getStartingPos() + chunk.getTotalSize() - 1)] ^= 1;
      Files.write(file(), all);
    }
  }

  private ParquetFileReader open() throws IOException {
    return ParquetFileReader.open(
        LakeFiles.inputFile(new org.apache.hadoop.fs.Path(file().toString())));
  }

  private Path file() {
    return lake.resolve(Orders.ONE_BUCKET.path()).resolve(orders.livePaths().get(0));
  }
}
