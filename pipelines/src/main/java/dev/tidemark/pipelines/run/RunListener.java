// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.nightly.KeyCounts;

/** Hears how a run goes on, for people who watch. */
public interface RunListener {

  /** An earlier run had died after its intent was durable; its batch is now published. */
  void rolledForward(long batchId, String runId);

  /** A run of the same name has succeeded before; nothing is done. */
  default void hadSucceeded(RunSummary earlier) {}

  /** A table was looked at and is due, or not. */
  void tableCaptured(TableSummary table);

  /** The keys of a table were compared with the source's. */
  default void keysCompared(String table, KeyCounts keys) {}

  /** The source holds keys of a table that never landed; the warning says which. */
  default void keysLost(String table, String warning) {}

  /** Something about the whole lake that somebody should know; a sentence. */
  default void noted(String note) {}

  /** Something is derived again although nothing of it came; the reason says why. */
  default void rebuilding(String reason) {}

  /** The graph begins. */
  void graphStarted(int dueTables);

  /** A due table is published. */
  void tablePublished(TableSummary table);

  /** A table failed; the others go on. */
  void tableFailed(TableSummary table);
}
