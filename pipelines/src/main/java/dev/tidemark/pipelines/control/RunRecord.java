// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.time.Instant;

/**
 * One run: a row of {@code etl.run}, replaced as the run goes on.
 *
 * @param runId the run
 * @param batchId its batch; 0 when none was drawn
 * @param logicalTime the time the run is for
 * @param status how it stands
 * @param recordedAt when this was written down
 * @param summary the machine-readable summary, JSON
 */
public record RunRecord(
    String runId,
    long batchId,
    Instant logicalTime,
    RunStatus status,
    Instant recordedAt,
    String summary) {

  /** The same run, told otherwise. */
  public RunRecord withSummary(String json) {
    return new RunRecord(runId, batchId, logicalTime, status, recordedAt, json);
  }
}
