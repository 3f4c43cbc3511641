// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.blocks;
import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketMergeTest {

  @TempDir private Path lake = Path.of("");
  private Orders orders = new Orders(lake, Orders.ONE_BUCKET);

  @BeforeEach
  void openTheLake() {
    orders = new Orders(lake, Orders.ONE_BUCKET);
  }

  @Test
  void newKeysAreInsertedKnownOnesUpdatedAndDeletedOnesLeave() {
    orders.upsert(row(1, 1, "1.00", "a"), row(2, null, "2.00", "a"), row(3, 1, "3.00", "a"));

    BucketMerge merge = orders.merge(0);
    TableChange change =
        merge.upsert(
            blocks(row(2, null, "2.50", "b"), row(4, 1, "4.00", "b")),
            blocks(row(3, 1, "0.00", ""), row(9, 9, "0.00", "")));

    assertThat(counts(change), contains(1L, 1L, 1L, 0L));
    Row[] expected = {row(1, 1, "1.00", "a"), row(2, null, "2.50", "b"), row(4, 1, "4.00", "b")};
    assertThat(merge.result().toRows(Orders.ONE_BUCKET.layout()), containsInAnyOrder(expected));
    orders.commit(change);
    assertThat(orders.rows(), containsInAnyOrder(expected));
  }

  @Test
  void aRowThatDiffersInAuditColumnsAloneKeepsTheStoredOnesAndWritesNothing() {
    orders.upsert(row(1, 1, "1.00", "a"));

    BucketMerge merge = orders.merge(0);
    TableChange change = merge.upsert(blocks(row(1, 1, "1.00", "b")), RowBlocks.empty());

    assertThat(counts(change), contains(0L, 0L, 0L, 1L));
    assertThat(change.isEmpty(), is(true));
    assertThat(merge.result().toRows(Orders.ONE_BUCKET.layout()), contains(row(1, 1, "1.00", "a")));
    assertThat(orders.filesOnDisk(), is(1L));
  }

  @Test
  void aRowMayHaveToGiveWayToTheStoredOneAndEveryRowTellsWhatItDid() {
    orders.upsert(row(1, 1, "1.00", "a"), row(2, 1, "2.00", "a"), row(3, 1, "3.00", "a"));

    BucketMerge merge = orders.merge(0);
    RowLayout layout = Orders.ONE_BUCKET.layout();
    int amount = layout.column("amount");
    List<String> effects = new ArrayList<>();
    TableChange change =
        merge
            .preferring(
                (stored, fresh) ->
                    fresh.getDecimal(amount).compareTo(stored.getDecimal(amount)) > 0)
            .telling((r, effect) -> effects.add(r.getDecimal(amount) + " " + effect))
            .upsert(
                blocks(
                    row(1, 1, "0.50", "b"),
                    row(2, 1, "2.50", "b"),
                    row(3, 1, "3.00", "b"),
                    row(4, 1, "4.00", "b")),
                RowBlocks.empty());

    assertThat(counts(change), contains(1L, 1L, 0L, 2L));
    assertThat(
        merge.result().toRows(layout),
        containsInAnyOrder(
            row(1, 1, "1.00", "a"),
            row(2, 1, "2.50", "b"),
            row(3, 1, "3.00", "a"),
            row(4, 1, "4.00", "b")));
    assertThat(
        effects,
        containsInAnyOrder("0.50 UNCHANGED", "2.50 UPDATED", "3.00 UNCHANGED", "4.00 INSERTED"));
  }

  @Test
  void replacingGroupsLeavesTheOthersAsTheyAre() {
    orders.upsert(
        row(1, 1, "1.00", "a"),
        row(2, 1, "2.00", "a"),
        row(3, 2, "3.00", "a"),
        row(4, null, "4.00", "a"));

    // of 1 there are other rows, of null there is none any more, and 2 is not named
    TableChange change =
        replaceSeqs(List.of(row(2, 1, "2.20", "b"), row(5, 1, "5.00", "b")), 1, null);

    assertThat(counts(change), contains(1L, 1L, 2L, 0L));
    orders.commit(change);
    assertThat(
        orders.rows(),
        containsInAnyOrder(row(2, 1, "2.20", "b"), row(3, 2, "3.00", "a"), row(5, 1, "5.00", "b")));
  }

  @Test
  void replacingNoGroupChangesNothing() {
    orders.upsert(row(1, 1, "1.00", "a"));

    assertThat(replaceSeqs(List.of()).isEmpty(), is(true));
  }

  @Test
  void aRowOfAnotherGroupIsRefusedByTableAndKey() {
    Exception refused =
        assertThrows(
            IllegalStateException.class, () -> replaceSeqs(List.of(row(7, 2, "7.00", "b")), 1));

    assertThat(
        refused.getMessage(),
        containsString(
            "table gold/orders is given a row of another group, with the key id=7, seq=2"));
  }

  @Test
  void aNullInAKeyIsTheSameAsANullAndNotAsAValue() {
    orders.upsert(row(1, null, "1.00", "a"), row(1, 0, "2.00", "a"));

    TableChange change = orders.upsert(row(1, null, "3.00", "b"));

    assertThat(counts(change), contains(0L, 1L, 0L, 0L));
    assertThat(
        orders.rows(), containsInAnyOrder(row(1, null, "3.00", "b"), row(1, 0, "2.00", "a")));
  }

  @Test
  void onlyTheFileThatHoldsAChangedKeyIsRewritten() {
    orders.upsert(row(1, 1, "1.00", "a"), row(5, 1, "5.00", "a"));
    String untouched = orders.livePaths().get(0);
    orders.upsert(row(100, 1, "1.00", "b"), row(105, 1, "5.00", "b"));

    TableChange change = orders.upsert(row(105, 1, "6.00", "c"), row(100, 1, "1.00", "c"));

    assertThat(counts(change), contains(0L, 1L, 0L, 1L));
    assertThat(change.removed(), hasSize(1));
    assertThat(change.removed(), not(hasItem(untouched)));
    assertThat(orders.livePaths(), hasItem(untouched));
    assertThat(
        orders.rows(),
        containsInAnyOrder(
            row(1, 1, "1.00", "a"),
            row(5, 1, "5.00", "a"),
            row(100, 1, "1.00", "b"),
            row(105, 1, "6.00", "c")));
  }

  @Test
  void smallFilesFoldIntoTheNewOneWhenThereAreFour() {
    for (int run = 1; run <= 4; run++) {
      orders.upsert(row(run, 1, "1.00", "a"));
    }
    assertThat(orders.livePaths(), hasSize(4));

    TableChange nothing = orders.upsert(row(4, 1, "1.00", "b"));
    TableChange change = orders.upsert(row(5, 1, "1.00", "b"));

    assertThat(nothing.isEmpty(), is(true));
    assertThat(change.removed(), hasSize(4));
    assertThat(orders.livePaths(), hasSize(1));
    assertThat(counts(change), contains(1L, 0L, 0L, 0L));
    assertThat(orders.rows(), hasSize(5));
  }

  @Test
  void replacingRemovesTheKeysThatAreNotGiven() {
    orders.upsert(row(1, 1, "1.00", "a"), row(2, 1, "2.00", "a"), row(3, 1, "3.00", "a"));

    BucketMerge merge = orders.merge(0);
    TableChange change =
        merge.replaceWith(
            blocks(row(3, 1, "3.00", "b"), row(2, 1, "2.20", "b"), row(4, 1, "4.00", "b")));

    assertThat(counts(change), contains(1L, 1L, 1L, 1L));
    orders.commit(change);
    assertThat(
        orders.rows(),
        containsInAnyOrder(row(3, 1, "3.00", "a"), row(2, 1, "2.20", "b"), row(4, 1, "4.00", "b")));
    assertThat(
        merge.result().toRows(Orders.ONE_BUCKET.layout()),
        containsInAnyOrder(orders.rows().toArray()));
  }

  @Test
  void replacingWithNothingEmptiesTheBucket() {
    orders.upsert(row(1, 1, "1.00", "a"));

    TableChange change = orders.merge(0).replaceWith(RowBlocks.empty());

    assertThat(counts(change), contains(0L, 0L, 1L, 0L));
    assertThat(change.added(), empty());
    orders.commit(change);
    assertThat(orders.livePaths(), empty());
    assertThat(orders.rows(), empty());
  }

  @Test
  void theSameRowsAgainChangeNothing() {
    orders.upsert(row(1, 1, "1.00", "a"), row(2, 1, "2.00", "a"));

    TableChange change =
        orders.merge(0).replaceWith(blocks(row(2, 1, "2.00", "b"), row(1, 1, "1.00", "b")));

    assertThat(counts(change), contains(0L, 0L, 0L, 2L));
    assertThat(change.isEmpty(), is(true));
  }

  @Test
  void twoRowsOfOneKeyAreRefusedByTableAndKey() {
    BucketMerge merge = orders.merge(0);

    Exception refused =
        assertThrows(
            IllegalStateException.class,
            () -> merge.replaceWith(blocks(row(7, null, "1.00", "a"), row(7, null, "2.00", "a"))));

    assertThat(
        refused.getMessage(),
        is("table gold/orders is given two rows with the key id=7, seq=null"));
  }

  @Test
  void theResultBeforeAMergeIsWhatIsStored() {
    assertThat(orders.merge(0).result().isEmpty(), is(true));
    orders.upsert(row(1, 1, "1.00", "a"));

    assertThat(
        orders.merge(0).result().toRows(Orders.ONE_BUCKET.layout()),
        contains(row(1, 1, "1.00", "a")));
  }

  @Test
  void aBucketThatTheTableDoesNotHaveIsRefused() {
    Exception refused = assertThrows(IllegalArgumentException.class, () -> orders.merge(1));
    assertThat(refused.getMessage(), containsString("has buckets 0 to 0, not 1"));
  }

  @Test
  void aChangeSurvivesItsCoderAndTellsWhatItAdds() {
    TableChange change = orders.upsert(row(1, 1, "1.00", "a"));

    assertThat(TableChange.fromJson(change.toJson()), equalTo(change));
    DataFile added = change.added().get(0);
    assertThat(
        added.addAction(),
        is(
            String.format(
                "{'add':{'path':'%s','partitionValues':{'_bucket':'0'},'size':%d,'modificationTime':%d,'dataChange':true,'stats':'%s'}}"
                    .replace('\'', '"'),
                added.path(),
                added.size(),
                added.modificationTime(),
                "{'numRecords':1,'minValues':{'id':1,'seq':1},'maxValues':{'id':1,'seq':1},'nullCount':{'id':0,'seq':0}}"
                    .replace("'", "\\\""))));
  }

  @Test
  void ofTwoStoredRowsWithOneKeyReplacingKeepsTheFirstAndRemovesTheOther() {
    storeTwice(row(1, 1, "1.00", "a"), row(2, 1, "2.00", "a"));

    TableChange same =
        orders.merge(0).replaceWith(blocks(row(1, 1, "1.00", "b"), row(2, 1, "2.00", "b")));
    assertThat(counts(same), contains(0L, 0L, 2L, 2L));
    TableChange other = orders.merge(0).replaceWith(blocks(row(1, 1, "9.00", "b")));
    assertThat(counts(other), contains(0L, 1L, 3L, 0L));

    orders.commit(same);
    assertThat(orders.rows(), containsInAnyOrder(row(1, 1, "1.00", "a"), row(2, 1, "2.00", "a")));
  }

  @Test
  void anUpsertRefusesTwoStoredRowsWithItsKeyAndTellsWhatToDo() {
    storeTwice(row(1, 1, "1.00", "a"), row(2, null, "2.00", "a"));

    Exception refused =
        assertThrows(
            TableMismatchException.class,
            () -> orders.merge(0).upsert(blocks(row(2, null, "3.00", "b")), RowBlocks.empty()));

    assertThat(
        refused.getMessage(),
        is(
            "table gold/orders stores two rows with the key id=2, seq=null, which something else"
                + " wrote; remove one of them there"));
    assertThat(
        counts(orders.merge(0).upsert(blocks(row(3, 1, "3.00", "b")), RowBlocks.empty())),
        contains(1L, 0L, 0L, 0L));
  }

  /** As something else might: the same rows in two files of one commit. */
  private void storeTwice(Row... rows) {
    orders.commit(
        orders.merge(0).upsert(blocks(rows), RowBlocks.empty()),
        orders.merge(0).upsert(blocks(rows), RowBlocks.empty()));
  }

  private TableChange replaceSeqs(List<Row> rows, @Nullable Integer... seqs) {
    RowLayout layout = Orders.ONE_BUCKET.layout();
    KeySet.Builder groups = KeySet.by(RowKey.of(layout, "seq"));
    for (Integer seq : seqs) {
      RowWriter group = new RowWriter(layout);
      group.setValue(layout.column("seq"), seq);
      groups.add(group);
    }
    try (SpillingRows given = SpillingRows.by(Orders.ONE_BUCKET.rowKey())) {
      given.addAll(RowBlocks.of(Orders.SCHEMA, rows));
      return orders.merge(0).replaceGroups(given, groups.build());
    }
  }

  private static List<Long> counts(TableChange change) {
    return List.of(change.inserted(), change.updated(), change.deleted(), change.unchanged());
  }
}
