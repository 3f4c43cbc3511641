// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.joda.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run was asked to stop, by another thread. The run looks for itself, where nothing is
 * half done: an interrupt would close an embedded control store under it, and the lease could not
 * be released.
 */
final class Stop {

  private static final Duration LOOK = Duration.millis(200);

  private volatile @Nullable String signal;

  /** Asks the run to stop; it does where it looks next. */
  void ask(String by) {
    signal = by;
  }

  /**
   * Goes on unless the run was asked to stop.
   *
   * @throws StoppedException if it was
   */
  void look() {
    String by = signal;
    if (by != null) {
      throw new StoppedException(by);
    }
  }

  /**
   * Runs a graph to its end, and cancels it when the run is asked to stop.
   *
   * @throws StoppedException if it was, before the graph or in it
   */
  void run(Pipeline pipeline) {
    look();
    PipelineResult result = pipeline.run();
    while (!isEnded(result.waitUntilFinish(LOOK))) {
      if (signal != null) {
        cancel(result);
        break;
      }
    }
    look();
  }

  /** A runner gives null, or the state as it is, when the time is over before the graph. */
  private static boolean isEnded(PipelineResult.@Nullable State state) {
    return state != null && state.isTerminal();
  }

  private static void cancel(PipelineResult result) {
    try {
      result.cancel();
    } catch (IOException e) {
      throw new UncheckedIOException("the graph cannot be cancelled", e);
    }
  }
}
