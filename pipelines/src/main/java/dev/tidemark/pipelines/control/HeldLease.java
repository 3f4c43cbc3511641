// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.time.Instant;

/**
 * A lease that is held.
 *
 * @param table the table
 * @param owner the run that holds it
 * @param expiresAt when it ends unless it is prolonged
 */
public record HeldLease(String table, String owner, Instant expiresAt) {}
