// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One table's step from the mark that the run read to the mark that it reached.
 *
 * @param table the table's name in the configuration
 * @param read the mark that the run started from; null when there was none
 * @param target the mark to set; the same as {@code read} when no row came that could move it
 * @param sourceSchema schema at the source
 * @param watermarkColumn column of the mark; null for a table that is read whole
 * @param keyColumns key columns of the source, in order
 * @param rows rows landed by the run
 * @param overlap count and key sum to keep with the mark; null when they are not taken
 * @param futureRows the rows later than the source's clock, to keep with the mark; null when there
 *     are none
 * @param unmarkedDigest digest of the rows without a mark, to keep with it; null when none are
 *     loaded
 */
public record MarkMove(
    String table,
    @Nullable Mark read,
    Mark target,
    String sourceSchema,
    @Nullable String watermarkColumn,
    List<String> keyColumns,
    long rows,
    @Nullable Overlap overlap,
    @Nullable String futureRows,
    @Nullable String unmarkedDigest) {
  public MarkMove {
    keyColumns = List.copyOf(keyColumns);
  }
}
