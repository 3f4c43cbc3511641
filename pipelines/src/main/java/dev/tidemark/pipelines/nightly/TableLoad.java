// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.landing.LandedTable;
import dev.tidemark.pipelines.source.ReadScope;
import dev.tidemark.pipelines.source.SourceTable;
import java.io.Serializable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A source table that is due in a run.
 *
 * @param table its name in the configuration
 * @param source where it stands at the source
 * @param scope what to read of it
 * @param capturedAt the source's own clock when the window was captured
 * @param tombstones the landing that holds the images of its deleted rows, when a comparison of
 *     keys made it: then nothing is read
 */
public record TableLoad(
    String table,
    SourceTable source,
    ReadScope scope,
    Instant capturedAt,
    @Nullable LandedTable tombstones)
    implements Serializable {

  /** What is still to be read. */
  public TableLoad(String table, SourceTable source, ReadScope scope, Instant capturedAt) {
    this(table, source, scope, capturedAt, null);
  }

  /** The same table, its deleted rows landed. */
  public TableLoad withTombstones(LandedTable landed) {
    return new TableLoad(table, source, scope, capturedAt, landed);
  }

  /** Whether what is landed is the whole table, and takes the place of what was there. */
  boolean isReplacement() {
    return tombstones == null && scope.isWhole();
  }
}
