// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tidemark.pipelines.control.OpenFinding;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an installation stands, for machines.
 *
 * @param at when this was looked at, ISO-8601
 * @param heldBy the run that is under way; null when none is
 * @param heldUntil when its lease ends unless it is prolonged
 * @param unpublished the batch that is published by half: the next run ends it first
 * @param published the batch of the latest cut; null before the first
 * @param publishedAt when that was
 * @param tables the tables of the configuration and of the control store
 * @param runs the last runs, the last first
 * @param findings what holds and somebody should look at, oldest first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StatusSummary(
    @JsonProperty("schema") int schemaVersion,
    String at,
    @Nullable String heldBy,
    @Nullable String heldUntil,
    @Nullable Long unpublished,
    @Nullable Long published,
    @Nullable String publishedAt,
    List<Table> tables,
    List<Run> runs,
    List<Finding> findings) {

  /** The version of this shape. */
  static final int SCHEMA_VERSION = 1;

  /**
   * How a table stands.
   *
   * @param table its name
   * @param enabled whether runs include it, by the configuration and by {@code etl.watermark}
   * @param mark how far it was read; null before the first load
   * @param lastMoved when a run last moved or kept the mark
   * @param lastRows how many rows that run landed
   * @param lagSeconds from the mark to now; null when the mark is no time
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Table(
      String table,
      boolean enabled,
      @Nullable String mark,
      @Nullable String lastMoved,
      long lastRows,
      @Nullable Long lagSeconds) {}

  /**
   * A run, as it was written down.
   *
   * @param batchId its batch; 0 when it published none
   * @param seconds from the first look at a table to the end; null when it looked at none
   * @param message what went wrong, one line
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Run(
      String runId,
      String logicalTime,
      String recordedAt,
      String outcome,
      long batchId,
      @Nullable Double seconds,
      @Nullable String message) {}

  /** An open finding. */
  public record Finding(
      String kind, String about, String text, String openedAt, String openedBy, String lastSeenAt) {

    static Finding of(OpenFinding finding) {
      return new Finding(
          finding.what().kind().text(),
          finding.what().about(),
          finding.what().text(),
          finding.openedAt().toString(),
          finding.openedBy(),
          finding.lastSeenAt().toString());
    }
  }

  public StatusSummary {
    tables = List.copyOf(tables);
    runs = List.copyOf(runs);
    findings = List.copyOf(findings);
  }

  /** Of an installation that has no control store yet. */
  public static StatusSummary beforeTheFirstRun(Instant now) {
    return new StatusSummary(
        SCHEMA_VERSION,
        now.toString(),
        null,
        null,
        null,
        null,
        null,
        List.of(),
        List.of(),
        List.of());
  }

  /** One line of JSON. */
  public String toJson() {
    return RunJson.write(this);
  }
}
