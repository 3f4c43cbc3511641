// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.time.Instant;

/**
 * A finding that holds since a run: a row of {@code etl.finding} that is not closed.
 *
 * @param id its number; what comes again after it was over has another one
 * @param scope within which it was found
 * @param what what holds
 * @param openedAt since when
 * @param openedBy the run that found it
 * @param lastSeenAt when its scope was judged last and it still held
 */
public record OpenFinding(
    long id,
    String scope,
    Observation what,
    Instant openedAt,
    String openedBy,
    Instant lastSeenAt) {}
