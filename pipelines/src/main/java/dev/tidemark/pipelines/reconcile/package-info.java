// SPDX-License-Identifier: Apache-2.0
/**
 * Proof over what is published, by the launcher alone: identities between source, landing, silver,
 * facts, marts and dimensions, and the digests of the tables. It reads files and SQL, and trusts no
 * figure that a graph counted.
 */
@NullMarked
package dev.tidemark.pipelines.reconcile;

import org.jspecify.annotations.NullMarked;
