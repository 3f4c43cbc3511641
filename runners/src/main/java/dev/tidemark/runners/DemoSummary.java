// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.RunJson;
import dev.tidemark.pipelines.run.RunSummary;
import java.util.List;

/**
 * The demo for machines: every run's summary, and the evidence.
 *
 * @param evidenceHolds whether all of it is as announced
 */
record DemoSummary(
    @JsonProperty("schema") int schemaVersion,
    boolean evidenceHolds,
    List<RunSummary> runs,
    List<Check> evidence) {

  String toJson() {
    return RunJson.write(this);
  }
}
