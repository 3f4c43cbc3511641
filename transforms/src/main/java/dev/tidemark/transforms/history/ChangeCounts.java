// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

/**
 * What a kernel met in a set of changes; a repeat of a change counts as read and nothing more.
 *
 * @param changes rows read
 * @param rows rows given: versions of type 2, keys of type 1
 * @param noopUpdates updates that changed no tracked column (type 2)
 * @param sequenceConflicts instants of a key at which updates with different payloads met
 * @param rejected changes without a sequence
 */
public record ChangeCounts(
    long changes, long rows, long noopUpdates, long sequenceConflicts, long rejected) {}
