// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.transforms.history.ApplyChanges;

/**
 * What a run met as it made the history of a dimension: of everything that was ever landed, and
 * under the names that begin with new, of what the run itself brought.
 *
 * @param table the history's table
 * @param versions its versions, inferred ones left out
 * @param noopUpdates updates that changed no tracked column: they opened no version
 * @param newNoopUpdates those of them that this run brought
 * @param sequenceConflicts instants of a key with several images that differ; one of them counts
 * @param newSequenceConflicts those of them that this run brought one of the images of
 */
public record HistorySummary(
    String table,
    long versions,
    long noopUpdates,
    long newNoopUpdates,
    long sequenceConflicts,
    long newSequenceConflicts) {

  static HistorySummary of(String dimension, Figures figures) {
    String name = "dim_" + dimension + "_history";
    return new HistorySummary(
        "gold/" + name,
        figures.count(name + "." + ApplyChanges.ROWS),
        figures.count(name + "." + ApplyChanges.NOOP_UPDATES),
        figures.count(name + "." + ApplyChanges.NEW_NOOP_UPDATES),
        figures.count(name + "." + ApplyChanges.SEQUENCE_CONFLICTS),
        figures.count(name + "." + ApplyChanges.NEW_SEQUENCE_CONFLICTS));
  }
}
