// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.source.ReadScope;
import dev.tidemark.pipelines.source.SourceTable;
import java.io.Serializable;
import java.time.Instant;

/**
 * A source table that is due in a run.
 *
 * @param table its name in the configuration
 * @param source where it stands at the source
 * @param scope what to read of it
 * @param capturedAt the source's own clock when the window was captured
 */
public record TableLoad(String table, SourceTable source, ReadScope scope, Instant capturedAt)
    implements Serializable {}
