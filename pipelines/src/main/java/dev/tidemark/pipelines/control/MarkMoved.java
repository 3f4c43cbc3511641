// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code etl.watermark_history}.
 *
 * @param table the table that moved
 * @param batchId the batch that moved it
 * @param runId the run that moved it
 * @param before null when it was the first mark
 * @param after the mark set
 * @param rows rows landed
 * @param movedAt when
 */
public record MarkMoved(
    String table,
    long batchId,
    String runId,
    @Nullable Mark before,
    Mark after,
    long rows,
    Instant movedAt) {}
