// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.util.List;

/**
 * Makes a bucket of silver what was landed of a table that is read whole. Of two rows with one key
 * a fixed one stays, so that the run gets as far as naming the key.
 */
final class WholeMerge implements LandedMerge {

  private final String table;
  private final TableSpec silver;

  WholeMerge(String table, TableSpec silver) {
    this.table = table;
    this.silver = silver;
  }

  @Override
  public TableChange merge(BucketMerge bucket, BucketRows incoming, BucketOutcome outcome) {
    SourceKeys.count(table, silver.layout(), silver.key(), incoming, outcome);
    LandedCounts counts = new LandedCounts(table, LoadMarks.none(), silver.layout());
    TableChange change =
        bucket.choosing(this::oneOfEachKey).telling(counts::add).replaceWith(incoming.rows());
    counts.report(outcome);
    return change;
  }

  private RowBlocks oneOfEachKey(RowBlocks rows) {
    RowBlocksBuilder kept = new RowBlocksBuilder();
    LatestPerKey.of(silver.layout(), silver.key(), List.of(Order.desc(LakeTables.BATCH_ID)))
        .forEachWinner(rows, (row, versions, ambiguous) -> kept.append(row));
    return kept.build();
  }
}
