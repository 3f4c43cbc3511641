// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.TableChange;

/** How the landed rows of a bucket become its content. */
interface LandedMerge {

  /** Plans the merge, and gives what it counted to {@code outcome}. */
  TableChange merge(BucketMerge bucket, BucketRows incoming, BucketOutcome outcome);
}
