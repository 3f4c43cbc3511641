// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * What doing a work once took.
 *
 * @param phase whether the process had done it before
 * @param wallSeconds by the clock; of the first time, from the start of the process
 * @param cpuSeconds of all threads of the process; of the first time, from its start
 * @param peakBytes the most memory that the process had had when the work was done
 * @param gcSeconds spent in garbage collection
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record Measurement(
    Phase phase, double wallSeconds, double cpuSeconds, long peakBytes, double gcSeconds) {}
