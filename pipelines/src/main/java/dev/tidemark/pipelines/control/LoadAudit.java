// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one run did to one table: one row of {@code etl.load_audit}, replaced as the run goes on.
 *
 * @param runId the run
 * @param batchId its batch; 0 when none was drawn
 * @param table the table's name in the configuration
 * @param windowLow text of the mark read from, exclusive; null for a first load
 * @param windowHigh text of the mark read to, inclusive; null when none was captured
 * @param counts row counts
 * @param futureRows rows later than the source's clock
 * @param nullRows rows without a mark
 * @param status how it fared
 * @param startedAt when the table was begun
 * @param endedAt when it ended; null while it runs
 * @param message what went wrong, one line; null when nothing did
 * @param silverVersion version of the silver table that was published with it; null when none was
 */
public record LoadAudit(
    String runId,
    long batchId,
    String table,
    @Nullable String windowLow,
    @Nullable String windowHigh,
    LoadCounts counts,
    long futureRows,
    long nullRows,
    LoadStatus status,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable String message,
    @Nullable Long silverVersion) {

  /** The same, published as that version of silver. */
  public LoadAudit published(long version) {
    return new LoadAudit(
        runId,
        batchId,
        table,
        windowLow,
        windowHigh,
        counts,
        futureRows,
        nullRows,
        status,
        startedAt,
        endedAt,
        message,
        version);
  }
}
