// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.micro;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The merge of one bucket, from and to Parquet on the local disk, never committed. A score is of a
 * row of the bucket, whether the merge changes it or not.
 */
public class BucketMergeBenchmark extends MicroBenchmark {

  private static final TableSpec TABLE =
      TableSpec.at("silver/premium_transaction")
          .schema(PremiumRows.SCHEMA)
          .key(PremiumRows.ID)
          .bucketedBy(1, "umr", "section_no")
          .audited("_batch_id")
          .build();

  private final ScratchFolder lake = new ScratchFolder("tidemark-merge");
  private final RowBlocks rows = PremiumRows.rows();
  private final RowBlocks changed = PremiumRows.changed(100);
  private final TableSnapshot absent = TableSnapshot.absent(TABLE);
  private final TableSnapshot stored = absent.with(List.of(merge(absent, rows)));
  private final List<Path> storedFiles = lake.files();

  private TableChange merge(TableSnapshot snapshot, RowBlocks incoming) {
    return BucketMerge.of(TABLE, snapshot, 0, lake.toString(), lake.freshName())
        .upsert(incoming, RowBlocks.empty());
  }

  /** A bucket's first rows. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public TableChange firstLoad() {
    return merge(absent, rows);
  }

  /** One row of a hundred changes, all over the bucket. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public TableChange oneInAHundredChanges() {
    return merge(stored, changed);
  }

  /** Every row comes again as it is stored, and nothing is written. */
  @Benchmark
  @OperationsPerInvocation(PremiumRows.COUNT)
  public TableChange nothingChanges() {
    return merge(stored, rows);
  }

  /** Removes what no commit will ever name. */
  @TearDown(Level.Iteration)
  public void removeWritten() {
    lake.keepOnly(storedFiles);
  }

  /** Removes the bucket. */
  @TearDown(Level.Trial)
  public void removeAll() {
    lake.remove();
  }
}
