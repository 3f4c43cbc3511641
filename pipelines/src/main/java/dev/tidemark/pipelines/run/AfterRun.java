// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/**
 * Something that is made of a run after it has ended: for those who watch it, never part of it.
 * What goes wrong here is told, and changes neither what was published nor the exit code.
 */
public interface AfterRun {

  /**
   * Takes note of a run.
   *
   * @throws RuntimeException whose message is one sentence: what was not done, and why
   */
  void ended(EndedRun run);
}
