// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.facts.ReferenceData;
import java.io.Serializable;

/** From the silver rows of one bucket of transactions to all that is derived of them. */
interface FactStage extends Serializable {

  /** Whether a table is not there yet, so that every bucket has to be derived. */
  boolean isMissingTable();

  /** What is derived together, by columns of silver. */
  RowKey group();

  /**
   * Derives a bucket anew and plans what that changes.
   *
   * @param rows all silver rows of the bucket, deleted ones included; closed when they are read
   */
  void derive(
      int bucket,
      SpillingRows rows,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome);

  /**
   * Derives some groups of a bucket and plans what that changes. What is stored was derived with
   * the same reference data.
   *
   * @param before all silver rows of these groups as they were; closed when they are read
   * @param after all silver rows of these groups as they are; closed when they are read
   */
  void deriveGroups(
      int bucket,
      SpillingRows before,
      SpillingRows after,
      ReferenceData reference,
      String attempt,
      BucketOutcome outcome);

  /** Gives the stored partial sums of a bucket that nothing touched. */
  void keep(int bucket, String attempt, BucketOutcome outcome);
}
