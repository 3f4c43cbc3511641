// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

/**
 * What a source does for a contract's key.
 *
 * @param isKeptUnique whether a primary key or unique index keeps it; true where that cannot be
 *     told, as of a view
 * @param rowsWithout rows that have NULL in a column of the key
 */
public record KeyState(boolean isKeptUnique, long rowsWithout) {}
