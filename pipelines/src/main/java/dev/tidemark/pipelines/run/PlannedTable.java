// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tidemark.pipelines.control.LoadStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a nightly run would do with one source table now.
 *
 * @param table its name in the configuration
 * @param status NEW when it would be loaded, EMPTY when there is nothing new, FAILED when it would
 *     fail; LATE when only rows behind the mark would be loaded
 * @param windowLow the mark that would be read from, excluded
 * @param windowHigh the mark that would be read to, included
 * @param rows rows of that window
 * @param overlapRows rows behind the mark that would be read again
 * @param futureRows rows later than the source's clock
 * @param nullRows rows without a mark
 * @param newColumns columns that would be read for the first time, each with its type
 * @param warnings what somebody should look at, a sentence each
 * @param message what would go wrong, or is odd
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlannedTable(
    String table,
    LoadStatus status,
    @Nullable String windowLow,
    @Nullable String windowHigh,
    long rows,
    long overlapRows,
    long futureRows,
    long nullRows,
    List<String> newColumns,
    List<String> warnings,
    @Nullable String message) {

  static PlannedTable of(TableSummary captured, DueTables.@Nullable Due due) {
    long rows = captured.counts().sourceBefore();
    return new PlannedTable(
        captured.table(),
        captured.status(),
        captured.windowLow(),
        captured.windowHigh(),
        rows,
        due == null ? 0 : Math.max(0, due.rowsToRead() - rows),
        captured.futureRows(),
        captured.nullRows(),
        captured.newColumns(),
        captured.warnings(),
        captured.message());
  }
}
