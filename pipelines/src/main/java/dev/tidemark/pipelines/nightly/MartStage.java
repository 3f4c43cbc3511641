// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.facts.ReferenceData;
import java.time.LocalDate;
import java.util.List;

/**
 * Marts that are made in one pass of the same rows. Where partial sums are, it selects what it
 * needs of them; behind the shuffle, where all of that meets, it makes the marts.
 */
interface MartStage {

  /**
   * What marts are made with.
   *
   * @param asOf the day on which missing bordereaux are judged
   */
  record Context(ReferenceData reference, Accounts accounts, LocalDate asOf) {}

  /** The marts, one at least; all are of one scope. */
  List<String> marts();

  /** The rows that it selects, and what belongs together: cut by it, if they are many. */
  RowKey key();

  /** Adds what it needs of a bucket's partial sums. */
  void select(AffectedPartials partials, RowBlocksBuilder selected);

  /** Further rows, that no bucket has. */
  default RowBlocks others(ReferenceData reference, AffectedGroups affected) {
    return RowBlocks.empty();
  }

  /** Makes the marts of all selected rows of some keys. */
  void make(RowBlocks selected, Context context, MartRows made);
}
