// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.micro;

import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.KeyIndex;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.infra.Blackhole;

/** The kernels of a merge, in memory: rows found by key, and the winner of each key. */
public class LatestPerKeyBenchmark extends MicroBenchmark {

  private final RowBlocks rows = PremiumRows.rows();
  private final RowKey id = RowKey.of(PremiumRows.LAYOUT, PremiumRows.ID);
  private final RowKey naturalKey = RowKey.of(PremiumRows.LAYOUT, PremiumRows.NATURAL_KEY);
  private final KeyIndex index = KeyIndex.of(rows, id);
  private final RowView probe = new RowView(PremiumRows.LAYOUT);
  private final LatestPerKey latest =
      LatestPerKey.of(
          PremiumRows.LAYOUT,
          PremiumRows.NATURAL_KEY,
          List.of(
              Order.desc("submitted_at"),
              Order.desc("_version"),
              Order.desc("modified_date"),
              Order.desc(PremiumRows.ID)));

  /** Makes an index of rows. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public KeyIndex indexRows() {
    return KeyIndex.of(rows, id);
  }

  /** Finds a row by its key. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public long findRows() {
    long sum = 0;
    for (int r = 0; r < PremiumRows.COUNT; r++) {
      sum += index.find(probe.at(rows, rows.ref(r)));
    }
    return sum;
  }

  /** Groups rows by natural key. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public KeyGroups groupRows() {
    return KeyGroups.of(rows, naturalKey);
  }

  /** Groups rows by natural key and chooses the winner of each, four of five rows. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public void winners(Blackhole sink) {
    latest.forEachWinner(rows, (winner, versions, ambiguous) -> sink.consume(winner.offset()));
  }
}
