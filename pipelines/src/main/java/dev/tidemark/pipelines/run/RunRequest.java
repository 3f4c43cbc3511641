// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.TidemarkConfig;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;

/**
 * What a run is asked for.
 *
 * @param config the installation
 * @param runId names the run everywhere
 * @param logicalTime the time the run is for
 * @param asOf the day on which missing bordereaux are judged
 * @param tables the tables to look at, empty for all that are enabled
 */
public record RunRequest(
    TidemarkConfig config, String runId, Instant logicalTime, LocalDate asOf, Set<String> tables) {

  public RunRequest {
    tables = Set.copyOf(tables);
  }
}
