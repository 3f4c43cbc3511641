// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.control.RunStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run did, for machines: the last line of standard output.
 *
 * @param pipeline what was asked for, such as {@code nightly}; null when that was not understood
 * @param runId the run; null, as its times, when it failed before it was known
 * @param batchId the batch that was published; 0 when nothing was
 * @param logicalTime the time the run was for, ISO-8601
 * @param asOf the day on which missing bordereaux were judged
 * @param outcome LOADED, EMPTY (nothing was new), PARTIAL (some tables failed) or FAILED
 * @param rolledForward the batch of a dead run that was published first; null if there was none
 * @param tables the source tables
 * @param lake what changed in the lake
 * @param rebuilt what was made again although nothing of it came, a sentence each
 * @param histories what was met as the histories were made; empty when none was made
 * @param marts what marts were made again for; null when none was
 * @param checks the reconciliation
 * @param buckets how the lake is divided; null when nothing was due
 * @param message what went wrong, one line
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunSummary(
    @JsonProperty("schema") int schemaVersion,
    @Nullable String pipeline,
    @Nullable String runId,
    long batchId,
    @Nullable String logicalTime,
    @Nullable String asOf,
    Outcome outcome,
    @Nullable Long rolledForward,
    List<TableSummary> tables,
    List<LakeChange> lake,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> rebuilt,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<HistorySummary> histories,
    @Nullable MartsSummary marts,
    List<Check> checks,
    @Nullable LakeBuckets buckets,
    @Nullable String message) {

  /** The version of this shape. */
  public static final int SCHEMA_VERSION = 1;

  /** How a run ended. */
  public enum Outcome {
    LOADED,
    EMPTY,
    PARTIAL,
    FAILED
  }

  public RunSummary {
    tables = List.copyOf(tables);
    lake = List.copyOf(lake);
    rebuilt = List.copyOf(rebuilt);
    histories = List.copyOf(histories);
    checks = List.copyOf(checks);
  }

  /**
   * A run that failed: nothing was published.
   *
   * @param request what was asked for; null when that could not be understood
   */
  public static RunSummary failed(
      @Nullable RunRequest request, List<TableSummary> tables, List<Check> checks, String message) {
    return new RunSummary(
        SCHEMA_VERSION,
        request == null ? null : request.pipeline().toString(),
        request == null ? null : request.runId(),
        0,
        request == null ? null : request.logicalTime().toString(),
        request == null ? null : request.asOf().toString(),
        Outcome.FAILED,
        null,
        tables,
        List.of(),
        List.of(),
        List.of(),
        null,
        checks,
        null,
        message);
  }

  /** The same run, and what it derived. */
  RunSummary deriving(List<String> anew, List<HistorySummary> made, MartsSummary again) {
    return copy(lake, anew, made, again);
  }

  /** The same run, its changes with the versions that they were published as. */
  RunSummary published(Map<String, Long> versions) {
    return copy(
        lake.stream()
            .map(change -> change.publishedAs(versions.getOrDefault(change.table(), -1L)))
            .toList(),
        rebuilt,
        histories,
        marts);
  }

  private RunSummary copy(
      List<LakeChange> changes,
      List<String> anew,
      List<HistorySummary> made,
      @Nullable MartsSummary again) {
    return new RunSummary(
        schemaVersion,
        pipeline,
        runId,
        batchId,
        logicalTime,
        asOf,
        outcome,
        rolledForward,
        tables,
        changes,
        anew,
        made,
        again,
        checks,
        buckets,
        message);
  }

  /** The record of a run that was published, with the versions of what it changed. */
  static RunRecord published(RunRecord run, Map<String, Long> versions) {
    return run.withSummary(fromJson(run.summary()).published(versions).toJson());
  }

  /** The record of a run that had been taken for published, and was not. */
  static RunRecord unpublished(RunRecord run, String message) {
    RunSummary summary =
        new RunSummary(
            SCHEMA_VERSION,
            fromJson(run.summary()).pipeline(),
            run.runId(),
            0,
            run.logicalTime().toString(),
            null,
            Outcome.FAILED,
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            null,
            List.of(),
            null,
            message);
    return new RunRecord(
        run.runId(), 0, run.logicalTime(), RunStatus.FAILED, run.recordedAt(), summary.toJson());
  }

  /** The summary that a run was written down with, {@link RunRecord#summary()}. */
  public static RunSummary fromJson(String json) {
    return RunJson.read(json, RunSummary.class);
  }

  /** One line of JSON. */
  public String toJson() {
    return RunJson.write(this);
  }
}
