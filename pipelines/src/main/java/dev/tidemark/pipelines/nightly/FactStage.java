// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.transforms.facts.ReferenceData;
import java.io.Serializable;

/** From the silver rows of one bucket of transactions to all that is derived of them. */
interface FactStage extends Serializable {

  /** Whether a table is not there yet, so that every bucket has to be derived. */
  boolean isMissingTable();

  /** Takes the rows of a bucket, to be derived: cut by what belongs together, if they are many. */
  SpillingRows rows();

  /**
   * Derives a bucket again and plans what that changes.
   *
   * @param rows all silver rows of the bucket, deleted ones included; closed when they are read
   */
  void derive(
      int bucket,
      SpillingRows rows,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome);

  /** Gives the stored partial sums of a bucket that nothing touched. */
  void keep(int bucket, String attempt, BucketOutcome outcome);
}
