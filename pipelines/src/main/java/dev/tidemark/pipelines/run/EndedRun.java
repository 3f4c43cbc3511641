// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run that has ended, well or badly.
 *
 * @param request what was asked for, under the id that the run is written down by; null when it
 *     could not be understood
 * @param summary what it did
 * @param exitCode what the process is going to end with
 * @param startedAt when it began
 * @param endedAt when it ended
 */
public record EndedRun(
    @Nullable RunRequest request,
    RunSummary summary,
    int exitCode,
    Instant startedAt,
    Instant endedAt) {}
