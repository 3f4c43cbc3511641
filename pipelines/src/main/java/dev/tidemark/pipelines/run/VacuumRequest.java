// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.TidemarkConfig;
import java.time.Duration;

/**
 * What a vacuum is asked for.
 *
 * @param config the installation
 * @param retain for how long versions stay readable after others took their place
 * @param extent whether to delete, or only to look
 */
public record VacuumRequest(TidemarkConfig config, Duration retain, Extent extent) {

  /** Shorter would take files from under those who read or write now. */
  public static final Duration LEAST = Duration.ofHours(1);

  /** How far a vacuum goes. */
  public enum Extent {
    DELETE,
    LOOK
  }
}
