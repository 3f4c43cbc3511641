// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.blocks;
import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.RowBlocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bucket of three large files, with the ids 0 to 999, the even ones from 2000 to 3998, and the
 * odd ones from 2001 to 3999; and of three small files.
 */
class TouchedFilesTest {

  private static final int LARGE_TEXT = 12_000;

  private static final List<String> LARGE = new ArrayList<>();
  private static final List<String> SMALL = new ArrayList<>();

  private static Path lake = Path.of("");
  private static Orders orders = new Orders(lake, Orders.ONE_BUCKET);

  @BeforeAll
  static void storeLargeAndSmallFiles(@TempDir Path folder) {
    lake = folder;
    orders = new Orders(lake, Orders.ONE_BUCKET);
    Random random = new Random(1);
    store(LARGE, rows(0, 1, 1000, random));
    store(LARGE, rows(2000, 2, 1000, random));
    store(LARGE, rows(2001, 2, 1000, random));
    for (int id = 5000; id < 5003; id++) {
      store(SMALL, row(id, 1, "1.00", "a"));
    }
    for (DataFile file : orders.pin().files()) {
      if (LARGE.contains(file.path())) {
        assertThat(file.size(), greaterThan(BucketMerge.SMALL_FILE_BYTES));
      }
    }
  }

  private static void store(List<String> paths, Row... rows) {
    List<String> before = orders.livePaths();
    orders.upsert(rows);
    orders.livePaths().stream().filter(path -> !before.contains(path)).forEach(paths::add);
  }

  private static Row[] rows(int first, int step, int count, Random random) {
    Row[] rows = new Row[count];
    for (int i = 0; i < count; i++) {
      StringBuilder text = new StringBuilder();
      random.ints(LARGE_TEXT, ' ', '~').forEach(c -> text.append((char) c));
      rows[i] = row(first + i * step, 1, "1.00", text.toString());
    }
    return rows;
  }

  @Test
  void anIncrementRewritesTheFileThatHoldsItsKeyAndNoOther() {
    TableChange change = merge(row(2001, 1, "2.00", "b"));

    assertThat(change.removed(), contains(LARGE.get(2)));
    assertThat(change.updated(), is(1L));
    assertThat(change.added().stream().mapToLong(DataFile::rows).sum(), is(1000L));
  }

  @Test
  void aFileWhoseRangeOfKeysLiesElsewhereIsNotOpened() throws IOException {
    hidden(
        LARGE.get(0),
        () -> {
          assertThat(merge(row(2001, 1, "2.00", "b")).removed(), contains(LARGE.get(2)));
          assertThrows(DamagedLakeException.class, () -> merge(row(7, 1, "2.00", "b")));
        });
  }

  @Test
  void keysThatAreNowhereTouchNothingAndGoToANewFile() {
    TableChange change = merge(row(1500, 1, "2.00", "b"), row(9000, 1, "2.00", "b"));

    assertThat(change.removed(), empty());
    assertThat(change.added().stream().mapToLong(DataFile::rows).sum(), is(2L));
  }

  @Test
  void aKeyOfASmallFileRewritesThatFileAlone() {
    assertThat(merge(row(5001, 1, "2.00", "b")).removed(), contains(SMALL.get(1)));
  }

  @Test
  void withOneMoreTheSmallFilesFoldInWhenALargeOneIsRewritten() {
    TableChange fourth = merge(row(5003, 1, "1.00", "a"));
    TableSnapshot before = orders.pin();
    List<DataFile> files = new ArrayList<>(before.files());
    files.addAll(fourth.added());
    BucketMerge merge =
        BucketMerge.of(
            Orders.ONE_BUCKET,
            new TableSnapshot(before.path(), before.version(), before.schema(), Map.of(), files),
            0,
            lake.toString(),
            "fold");

    TableChange change = merge.upsert(blocks(row(2001, 1, "2.00", "b")), RowBlocks.empty());

    List<String> expected = new ArrayList<>(SMALL);
    expected.add(fourth.added().get(0).path());
    expected.add(LARGE.get(2));
    assertThat(change.removed(), containsInAnyOrder(expected.toArray()));
    assertThat(change.planned(), hasItem(LARGE.get(0)));
    assertThat(change.added().stream().mapToLong(DataFile::rows).sum(), is(1004L));
  }

  private static TableChange merge(Row... rows) {
    return orders.merge(0, Long.MAX_VALUE).upsert(blocks(rows), RowBlocks.empty());
  }

  private interface Body {
    void run();
  }

  private static void hidden(String path, Body body) throws IOException {
    Path file = lake.resolve(Orders.ONE_BUCKET.path()).resolve(path);
    Path away = lake.resolve("hidden");
    Files.move(file, away);
    try {
      body.run();
    } finally {
      Files.move(away, file);
    }
  }
}
