// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

/**
 * Somebody else changed a table between plan and commit, in a bucket that the plan touches. Nothing
 * of the plan is visible.
 */
public final class ConcurrentTableChangeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String table;
  private final long version;
  private final String fault;

  ConcurrentTableChangeException(String table, long baseVersion, long version, String what) {
    this(
        table,
        version,
        String.format(
            "table %s changed under the run: %s (planned on version %d, now at %d)",
            table, what, baseVersion, version));
  }

  private ConcurrentTableChangeException(String table, long version, String fault) {
    super(fault + "; run again");
    this.table = table;
    this.version = version;
    this.fault = fault;
  }

  /** The message without what to do. */
  public String fault() {
    return fault;
  }

  /** The table's path below the lake's root. */
  public String table() {
    return table;
  }

  /** The version that the table is at now. */
  public long version() {
    return version;
  }
}
