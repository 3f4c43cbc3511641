// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.blocks;
import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.sameInstance;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.File;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class SpillingRowsTest {

  private static final RowLayout LAYOUT = RowLayout.of(Orders.SCHEMA);
  private static final RowKey KEY = RowKey.of(LAYOUT, "id");

  @Test
  void rowsThatFitAreHeldInOnePartAsTheyCame() {
    RowBlocks given = blocks(row(1, 1, "1.00", "a"), row(2, 1, "2.00", "a"));
    long bytes = given.blocks().get(0).length;
    try (SpillingRows rows = SpillingRows.by(KEY, bytes)) {
      rows.addAll(given);

      assertThat(rows.parts(), is(1));
      assertThat(rows.part(0).blocks().get(0), sameInstance(given.blocks().get(0)));
      rows.add(new byte[0]);
      assertThat(rows.parts(), is(1));
      rows.addAll(given);
      assertThat(rows.parts(), greaterThan(1));
    }
  }

  @Test
  void beyondThatRowsOfOneKeyAreInOnePartInTheOrderInWhichTheyCame() {
    try (SpillingRows rows = SpillingRows.by(KEY, 1000)) {
      List<Row> given = new ArrayList<>();
      for (int seq = 0; seq < 3; seq++) {
        for (int id = 0; id < 500; id++) {
          Row row = row(id, seq, id + ".00", "text of some length " + id);
          given.add(row);
          rows.addAll(blocks(row));
        }
      }

      List<Row> read = new ArrayList<>();
      Set<Long> idsOfPartsBefore = new HashSet<>();
      for (int part = 0; part < rows.parts(); part++) {
        List<Row> ofPart = rows.part(part).toRows(LAYOUT);
        Set<Long> ids = new HashSet<>();
        for (long id : ofPart.stream().map(row -> row.getInt64("id")).toList()) {
          if (ids.add(id)) {
            assertThat(
                ofPart.stream()
                    .filter(row -> row.getInt64("id").equals(id))
                    .map(row -> row.getInt32("seq"))
                    .toList(),
                contains(0, 1, 2));
          }
        }
        ids.forEach(id -> assertThat(idsOfPartsBefore.add(id), is(true)));
        read.addAll(ofPart);
      }
      assertThat(read, containsInAnyOrder(given.toArray()));
      assertThat(rows.all().rowCount(), is(1500));
    }
  }

  @Test
  void singleRowsAndBlocksMeetAndALargerRowThanTheMemoryIsKept() {
    try (SpillingRows rows = SpillingRows.by(KEY, 64)) {
      Row large = row(1, 1, "1.00", "x".repeat(100_000));
      rows.addAll(blocks(large));
      RowView view = new RowView(LAYOUT);
      RowBlocks single = blocks(row(2, 1, "2.00", "a"));
      rows.add(view.at(single, single.ref(0)));

      assertThat(rows.all().toRows(LAYOUT), containsInAnyOrder(large, row(2, 1, "2.00", "a")));
    }
  }

  @Test
  void whatIsMadeOfHeldRowsIsHeldAndOfOthersNotBeyondTheMemory() {
    RowBlocks given = blocks(row(1, 1, "1.00", "a"));
    try (SpillingRows few = SpillingRows.by(KEY);
        SpillingRows many = SpillingRows.by(KEY, 0)) {
      few.addAll(given);
      many.addAll(given);
      System.setProperty(BucketMemory.PROPERTY, "0");
      try (SpillingRows ofFew = SpillingRows.madeOf(few, KEY);
          SpillingRows ofMany = SpillingRows.madeOf(many, KEY)) {
        ofFew.addAll(given);
        ofMany.addAll(given);

        assertThat(ofFew.parts(), is(1));
        assertThat(ofMany.parts(), greaterThan(1));
      } finally {
        System.clearProperty(BucketMemory.PROPERTY);
      }
    }
  }

  @Test
  void nothingIsLeftOnceItIsClosed() {
    int before = files();
    SpillingRows rows = SpillingRows.by(KEY, 0);
    rows.addAll(blocks(row(1, 1, "1.00", "a")));
    rows.close();

    assertThat(files(), is(before));
    rows.close();
  }

  private static int files() {
    String[] names =
        new File(System.getProperty("java.io.tmpdir"))
            .list((folder, name) -> name.startsWith("tidemark-bucket-"));
    return names == null ? 0 : names.length;
  }
}
