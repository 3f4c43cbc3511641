// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/** A run that publishes a batch, or finds that there is nothing to publish. */
public interface PublishingRun {

  /** Runs; what stops it is thrown. */
  RunSummary execute();

  /** The id that the run is written down by: the one asked for, or the next that is free. */
  String runId();

  /**
   * Asks the run to stop, from another thread: it throws {@link StoppedException} soon, unless its
   * batch is being published already, which it ends.
   *
   * @param signal what it is told to be stopped by, such as {@code SIGTERM}
   */
  void stop(String signal);
}
