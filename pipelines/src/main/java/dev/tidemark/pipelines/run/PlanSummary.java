// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a nightly run would do now.
 *
 * @param unfinishedBatch the batch of a dead run that would be published first; null if there is
 *     none. The windows are still those from before it.
 * @param heldBy the run that is under way, which a second one would wait for; null if there is none
 * @param rebuilds what would be made again although nothing of it came, a sentence each
 * @param tables the source tables
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlanSummary(
    @JsonProperty("schema") int schemaVersion,
    @Nullable Long unfinishedBatch,
    @Nullable String heldBy,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> rebuilds,
    List<PlannedTable> tables) {

  /** The version of this shape. */
  public static final int SCHEMA_VERSION = 1;

  public PlanSummary {
    rebuilds = List.copyOf(rebuilds);
    tables = List.copyOf(tables);
  }

  /** One line of JSON. */
  public String toJson() {
    return RunJson.write(this);
  }
}
