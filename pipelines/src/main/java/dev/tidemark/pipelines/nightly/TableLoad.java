// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.source.MarkWindow;
import dev.tidemark.pipelines.source.SourceTable;
import java.io.Serializable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A source table that is due in a run.
 *
 * @param table its name in the configuration
 * @param source where it stands at the source
 * @param window what to read of it; null when it is read whole
 * @param capturedAt the source's own clock when the window was captured
 */
public record TableLoad(
    String table, SourceTable source, @Nullable MarkWindow window, Instant capturedAt)
    implements Serializable {}
