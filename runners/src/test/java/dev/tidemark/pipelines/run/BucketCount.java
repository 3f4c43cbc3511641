// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/** Into how many buckets a run would divide a new lake, for measurements of parts of a run. */
public final class BucketCount {

  private BucketCount() {}

  /** The number for a lake whose largest table has so many rows. */
  public static int forRows(long rows) {
    return Bucketing.forRows(rows);
  }
}
