// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The landing of one table by one run, before it has files.
 *
 * @param table the table's name, e.g. {@code PremiumTransaction}
 * @param directory its folder
 * @param runId the run that lands it
 * @param windowLow the mark above which rows are read; null on a first load or a whole table
 * @param windowHigh the mark up to which rows are read; null for a whole table
 * @param schema schema of its rows
 * @param attempt keeps the files of this attempt apart from what an earlier one left in the folder
 */
public record LandingTarget(
    String table,
    String directory,
    String runId,
    @Nullable String windowLow,
    @Nullable String windowHigh,
    Schema schema,
    String attempt)
    implements Serializable {

  /** The name of a part. */
  public static String part(int number) {
    return String.format(Locale.ROOT, "%05d", number);
  }

  /** A name that nothing else has: of an attempt, or of a writer. */
  public static String newName() {
    return UUID.randomUUID().toString().substring(0, 8);
  }

  /** Writes a part of it. */
  public LandedFileWriter open(String part) {
    return new LandedFileWriter(this, part);
  }

  LandingManifest manifest(List<LandingManifest.File> files) {
    return new LandingManifest(
        LandingManifest.VERSION,
        table,
        runId,
        windowLow,
        windowHigh,
        files.stream().mapToLong(LandingManifest.File::rows).sum(),
        files,
        LandedColumns.of(schema));
  }
}
