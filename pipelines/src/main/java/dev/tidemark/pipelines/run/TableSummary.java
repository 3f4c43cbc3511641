// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one source table fared in a run.
 *
 * @param table its name in the configuration
 * @param status how it fared
 * @param windowLow the mark that was read from, excluded; null for a first load and for a table
 *     that is read whole
 * @param windowHigh the mark that was read to, included
 * @param counts its rows
 * @param futureRows rows later than the source's clock: they are quarantined and never move the
 *     mark
 * @param nullRows rows without a mark
 * @param lostKeys keys of the source that a comparison did not find in the lake
 * @param ambiguousDuplicates natural keys that were derived and whose winner ties with another
 *     version in submission and version, and says something else
 * @param message what went wrong, one line
 * @param newColumns columns of the source that were read for the first time, each with its type
 * @param warnings what somebody should look at, a sentence each
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TableSummary(
    String table,
    LoadStatus status,
    @Nullable String windowLow,
    @Nullable String windowHigh,
    LoadCounts counts,
    long futureRows,
    long nullRows,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long lostKeys,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long ambiguousDuplicates,
    @Nullable String message,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> newColumns,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> warnings) {

  public TableSummary {
    newColumns = List.copyOf(newColumns);
    warnings = List.copyOf(warnings);
  }

  /** A table about which there is nothing to warn. */
  public TableSummary(
      String table,
      LoadStatus status,
      @Nullable String windowLow,
      @Nullable String windowHigh,
      LoadCounts counts,
      long futureRows,
      long nullRows,
      @Nullable String message) {
    this(
        table,
        status,
        windowLow,
        windowHigh,
        counts,
        futureRows,
        nullRows,
        0,
        0,
        message,
        List.of(),
        List.of());
  }

  /** The same table, published. */
  TableSummary loaded(LoadCounts merged, long ambiguous) {
    LoadStatus published = status == LoadStatus.LATE ? LoadStatus.LATE : LoadStatus.LOADED;
    return copy(published, merged, lostKeys, ambiguous, message, newColumns, warnings);
  }

  /** The same table, and what is to be told of its columns and indexes. */
  TableSummary with(Drift drift) {
    return copy(
        status,
        counts,
        lostKeys,
        ambiguousDuplicates,
        message,
        drift.newColumnTexts(),
        drift.warnings());
  }

  /** The same table, and what is to be told of keys that never landed. */
  TableSummary withLostKeys(long keys, String warning) {
    return copy(status, counts, keys, ambiguousDuplicates, message, newColumns, List.of(warning));
  }

  /** The same table and window, with what a run makes of it. */
  private TableSummary copy(
      LoadStatus newStatus,
      LoadCounts newCounts,
      long keys,
      long ambiguous,
      @Nullable String newMessage,
      List<String> columns,
      List<String> newWarnings) {
    return new TableSummary(
        table,
        newStatus,
        windowLow,
        windowHigh,
        newCounts,
        futureRows,
        nullRows,
        keys,
        ambiguous,
        newMessage,
        columns,
        newWarnings);
  }

  /** A table whose keys are compared. */
  static TableSummary compared(String table, LoadStatus status, LoadCounts counts) {
    return new TableSummary(table, status, null, null, counts, 0, 0, null);
  }

  /** The same table, failed with its run. */
  TableSummary failed(String why) {
    return copy(
        LoadStatus.FAILED, counts, lostKeys, ambiguousDuplicates, why, newColumns, warnings);
  }

  /** A table that an operator took out of the runs. */
  static TableSummary disabled(String table) {
    return new TableSummary(
        table,
        LoadStatus.DISABLED,
        null,
        null,
        LoadCounts.NONE,
        0,
        0,
        table + " is left out: is_enabled of its row in etl.watermark is false");
  }

  /** A table that failed. */
  static TableSummary failed(String table, String message) {
    return new TableSummary(table, LoadStatus.FAILED, null, null, LoadCounts.NONE, 0, 0, message);
  }
}
