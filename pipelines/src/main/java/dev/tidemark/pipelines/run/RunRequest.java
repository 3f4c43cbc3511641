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
 * @param pipeline what was asked for
 * @param repetition what is done when a run of that name has succeeded before
 */
public record RunRequest(
    TidemarkConfig config,
    String runId,
    Instant logicalTime,
    LocalDate asOf,
    Set<String> tables,
    @Nullable KeyCompare keyCompare,
    NamedPipeline pipeline,
    Repetition repetition) {

  /** What is done when a run of the same name has succeeded before. */
  public enum Repetition {
    /** It is done again, under the next free name. */
    ALLOWED,
    /** Nothing: a scheduler asks again for what it does not know to be done. */
    NONE_OF_ITS_NAME,
    /** Nothing if it was for the same logical time as well; else it is another run. */
    NONE_OF_ITS_NAME_AND_TIME
  }

  public RunRequest {
    tables = Set.copyOf(tables);
  }

  /** A request to load what is new, whatever was loaded under its name. */
  public RunRequest(
      TidemarkConfig config,
      String runId,
      Instant logicalTime,
      LocalDate asOf,
      Set<String> tables) {
    this(config, runId, logicalTime, asOf, tables, null, NamedPipeline.NIGHTLY, Repetition.ALLOWED);
  }

  /** The same request under another name. */
  public RunRequest named(String run) {
    return new RunRequest(config, run, logicalTime, asOf, tables, keyCompare, pipeline, repetition);
  }

  /** The same tables at the same time, to find the rows that are gone from the source. */
  public RunRequest comparing(KeyCompare keys) {
    return new RunRequest(
        config, runId, logicalTime, asOf, tables, keys, NamedPipeline.COMPARE_KEYS, repetition);
  }

  /** The same lake at the same time, to be divided anew. */
  public RunRequest rebucketing() {
    return new RunRequest(
        config, runId, logicalTime, asOf, tables, null, NamedPipeline.REBUCKET, repetition);
  }

  /** The same request, and what is done when it has succeeded before. */
  public RunRequest repeated(Repetition when) {
    return new RunRequest(config, runId, logicalTime, asOf, tables, keyCompare, pipeline, when);
  }
}
