// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.Optional;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.PipelineResult.State;
import org.apache.beam.sdk.testing.TestPipeline;

/** Runs a pipeline to its end, and tells what went wrong as the assertion in it said it. */
final class PipelineRun {

  private PipelineRun() {}

  /**
   * Runs, waits, and checks that every {@code PAssert} was executed.
   *
   * @throws AssertionError of a failed assertion, as the assertion threw it; also when the pipeline
   *     did not end in {@code DONE}
   * @throws RuntimeException of the runner, for every other failure
   */
  static PipelineResult toEnd(Pipeline pipeline) {
    PipelineResult result;
    State state;
    try {
      result = pipeline.run();
      state = result.waitUntilFinish();
    } catch (RuntimeException e) {
      throw assertionIn(e).orElseThrow(() -> e);
    }
    if (state != State.DONE) {
      throw new AssertionError("The pipeline ended " + state + ", not DONE.");
    }
    TestPipeline.verifyPAssertsSucceeded(pipeline, result);
    return result;
  }

  private static Optional<AssertionError> assertionIn(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof AssertionError assertion) {
        return Optional.of(assertion);
      }
    }
    return Optional.empty();
  }
}
