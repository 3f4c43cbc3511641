// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.RunSummary;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run to be reported, at its end or at any time after it.
 *
 * @param config the installation; null when the run could not be understood, so that no lake is
 *     known
 * @param summary what it did
 * @param endedAt when it ended
 */
public record ReportedRun(@Nullable TidemarkConfig config, RunSummary summary, Instant endedAt) {

  static ReportedRun of(EndedRun run) {
    RunRequest request = run.request();
    return new ReportedRun(request == null ? null : request.config(), run.summary(), run.endedAt());
  }
}
