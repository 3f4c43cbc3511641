// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.nightly.KeyCompare;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a run is asked for.
 *
 * @param config the installation
 * @param runId names the run everywhere
 * @param logicalTime the time the run is for
 * @param asOf the day on which missing bordereaux are judged
 * @param tables the tables to look at, empty for all that are enabled
 * @param keyCompare to find rows that are gone from the source; null to load what is new
 */
public record RunRequest(
    TidemarkConfig config,
    String runId,
    Instant logicalTime,
    LocalDate asOf,
    Set<String> tables,
    @Nullable KeyCompare keyCompare) {

  public RunRequest {
    tables = Set.copyOf(tables);
  }

  /** A request to load what is new. */
  public RunRequest(
      TidemarkConfig config,
      String runId,
      Instant logicalTime,
      LocalDate asOf,
      Set<String> tables) {
    this(config, runId, logicalTime, asOf, tables, null);
  }

  /** The same request under another name. */
  public RunRequest named(String run) {
    return new RunRequest(config, run, logicalTime, asOf, tables, keyCompare);
  }

  /** The same tables at the same time, to find the rows that are gone from the source. */
  public RunRequest comparing(KeyCompare keys) {
    return new RunRequest(config, runId, logicalTime, asOf, tables, keys);
  }
}
