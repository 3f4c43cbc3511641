// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@code etl.watermark}. An operator may add a row without a mark, or disable one.
 *
 * @param table the table's name in the configuration
 * @param sourceSchema schema at the source
 * @param watermarkColumn column of the mark; null for a table that is read whole
 * @param keyColumns key columns of the source, in order
 * @param mark null until the table was loaded
 * @param overlap null when it was not taken
 * @param futureRows the rows that were later than the source's clock, as whoever reads the source
 *     writes them; null when there were none
 * @param unmarkedDigest digest of the rows without a mark that were loaded; null when none were
 * @param readAgainFrom text of the mark from which the next run reads again; null when it need not
 * @param enabled whether runs include the table
 * @param lastRunRows rows landed by the last run that moved or kept the mark
 * @param lastRunAt when that was; null until the table was loaded
 */
public record Watermark(
    String table,
    @Nullable String sourceSchema,
    @Nullable String watermarkColumn,
    List<String> keyColumns,
    @Nullable Mark mark,
    @Nullable Overlap overlap,
    @Nullable String futureRows,
    @Nullable String unmarkedDigest,
    @Nullable String readAgainFrom,
    boolean enabled,
    long lastRunRows,
    @Nullable Instant lastRunAt) {
  public Watermark {
    keyColumns = List.copyOf(keyColumns);
  }
}
