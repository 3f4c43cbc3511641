// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a kernel met in a set of changes; a repeat of a change counts as read and nothing more. New
 * is what changes of the batches since {@link ChangeColumns#countingFrom} take part in.
 *
 * @param changes rows read
 * @param rows rows given: versions of type 2, keys of type 1
 * @param noopUpdates updates that changed no tracked column (type 2)
 * @param newNoopUpdates those of them that are new
 * @param sequenceConflicts instants of a key at which updates with different payloads met
 * @param newSequenceConflicts those of them at which a new update met another
 * @param rejected changes without a sequence
 */
public record ChangeCounts(
    long changes,
    long rows,
    long noopUpdates,
    long newNoopUpdates,
    long sequenceConflicts,
    long newSequenceConflicts,
    long rejected)
    implements Serializable {

  /** The counts by the names that {@link ApplyChanges} gives them. */
  public Map<String, Long> byName() {
    Map<String, Long> byName = new LinkedHashMap<>();
    byName.put(ApplyChanges.CHANGES, changes);
    byName.put(ApplyChanges.ROWS, rows);
    byName.put(ApplyChanges.NOOP_UPDATES, noopUpdates);
    byName.put(ApplyChanges.NEW_NOOP_UPDATES, newNoopUpdates);
    byName.put(ApplyChanges.SEQUENCE_CONFLICTS, sequenceConflicts);
    byName.put(ApplyChanges.NEW_SEQUENCE_CONFLICTS, newSequenceConflicts);
    byName.put(ApplyChanges.NULL_SEQUENCES, rejected);
    return byName;
  }
}
