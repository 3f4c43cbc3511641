// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import org.apache.hadoop.fs.Path;

/**
 * A table holds this batch or a later one, which another run must have published: with a control
 * store of its own, or while this run was suspended. Nothing of the plan is visible in the table;
 * or another run has made an intent of this batch.
 */
public final class OvertakenBatchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final String REMEDY =
      "; see that all runs of the lake use one control store, and run again";

  private final String fault;

  private OvertakenBatchException(String fault) {
    super(fault + REMEDY);
    this.fault = fault;
  }

  /** The message without what to do. */
  public String fault() {
    return fault;
  }

  OvertakenBatchException(String table, long batchId, long found) {
    this(
        String.format(
            "table %s holds batch %d of another run, so batch %d cannot be committed to it",
            table, found, batchId));
  }

  static OvertakenBatchException by(Path intent, long batchId) {
    return new OvertakenBatchException(
        String.format(
            "another run is publishing batch %d by %s, so that of this run was not published",
            batchId, intent));
  }
}
