// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.blocks;
import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.RowBlocks;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two attempts of one bucket at once, as Spark makes them of a task that is slow. It takes what one
 * of them gives, and drops the other.
 */
class TwoAttemptsTest {

  @Test
  void bothWriteAFileOfTheirOwnAndOneOfThemCounts(@TempDir Path lake) throws Exception {
    Orders orders = new Orders(lake, Orders.ONE_BUCKET);
    orders.upsert(row(1, 1, "1.00", "a"), row(2, 1, "2.00", "a"));
    long stored = orders.filesOnDisk();
    List<TableChange> changes = attemptTwiceAtOnce(orders);
    assertThat(orders.filesOnDisk(), is(stored + 2));

    orders.commit(changes.get(0));
    List<Row> rows = orders.rows();
    assertThat(
        rows,
        containsInAnyOrder(row(1, 1, "1.00", "a"), row(2, 1, "2.20", "b"), row(3, 1, "3.00", "b")));
    assertThat(
        orders.livePaths(),
        contains(changes.get(0).added().stream().map(DataFile::path).toArray(String[]::new)));

    assertThrows(ConcurrentTableChangeException.class, () -> orders.commit(changes.get(1)));
    assertThat(orders.rows(), is(rows));
  }

  private static List<TableChange> attemptTwiceAtOnce(Orders orders) throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    Callable<TableChange> attempt =
        () -> {
          BucketMerge merge = orders.merge(0);
          together.await();
          return merge.upsert(
              blocks(row(2, 1, "2.20", "b"), row(3, 1, "3.00", "b")), RowBlocks.empty());
        };
    ExecutorService workers = Executors.newFixedThreadPool(2);
    try {
      List<Future<TableChange>> both = workers.invokeAll(Collections.nCopies(2, attempt));
      return List.of(both.get(0).get(), both.get(1).get());
    } finally {
      workers.shutdownNow();
    }
  }
}
