// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.apache.beam.sdk.Pipeline.PipelineExecutionException;
import org.apache.beam.sdk.PipelineResult.State;
import org.apache.beam.sdk.options.ApplicationNameOptions;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.testing.TestPipeline;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PipelineExtensionTest {

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyRepetitionHasItsOwnPipeline(int n) {
    PAssert.that(pipeline.apply("Numbers", Create.of(n, 10)).apply(Sum.integersGlobally()))
        .containsInAnyOrder(n + 10);

    assertThat(pipeline.run().getState(), is(State.DONE));
  }

  @Test
  void thePipelineIsNamedAfterItsTest() {
    assertThat(
        pipeline.options().as(ApplicationNameOptions.class).getAppName(),
        is("PipelineExtensionTest-thePipelineIsNamedAfterItsTest"));
  }

  @Test
  void anotherFailureOfTheRunStaysTheRunners() {
    pipeline
        .apply(Create.of(0))
        .apply(MapElements.into(TypeDescriptors.integers()).via(n -> 1 / n));

    assertThrows(PipelineExecutionException.class, pipeline::run);
  }

  @Test
  void theOptionsComeFromTheSystemProperty() {
    String before = System.getProperty(TestPipeline.PROPERTY_BEAM_TEST_PIPELINE_OPTIONS);
    System.setProperty(
        TestPipeline.PROPERTY_BEAM_TEST_PIPELINE_OPTIONS,
        "[\"--runner=org.apache.beam.sdk.testing.CrashingRunner\", \"--jobName=from-the-property\"]");
    try {
      assertThat(
          failure("namesItsRunner").getMessage(), is("CrashingRunner runs from-the-property"));
    } finally {
      if (before == null) {
        System.clearProperty(TestPipeline.PROPERTY_BEAM_TEST_PIPELINE_OPTIONS);
      } else {
        System.setProperty(TestPipeline.PROPERTY_BEAM_TEST_PIPELINE_OPTIONS, before);
      }
    }
  }

  @Test
  void anExtensionOutsideATestHasNoPipeline() {
    Exception error =
        assertThrows(IllegalStateException.class, () -> PipelineExtension.create().begin());

    assertThat(error.getMessage(), containsString("@RegisterExtension"));
  }

  @Test
  void aTestThatForgotToRunFails() {
    assertThat(
        failure("forgetsToRun").getMessage(),
        is(
            "The test applied transforms to its pipeline (first: Numbers) but never ran it: call"
                + " pipeline.run() after the last one."));
  }

  @Test
  void aTransformAppliedAfterTheRunFails() {
    assertThat(
        failure("appliesAfterTheRun").getMessage(),
        is("The test applied Late after pipeline.run(), so it never ran: move run() below it."));
  }

  @Test
  void aFailedTestIsNotBlamedForNotRunning() {
    assertThat(failure("failsBeforeItRuns").getMessage(), is("its own failure"));
  }

  @Test
  void aFailedAssertionComesWithoutTheRunnersWrapping() {
    Throwable failure = failure("assertsWhatIsWrong");

    assertThat(failure, instanceOf(AssertionError.class));
    assertThat(failure.getMessage(), containsString("Expected: iterable with items [<2>]"));
  }

  @Test
  void aTestWithoutTransformsNeedsNoRun() {
    assertThat(outcome("appliesNothing").isPresent(), is(false));
  }

  @Test
  void aRunThatFailsAsExpectedPasses() {
    assertThat(outcome("expectsTheRunToFail").isPresent(), is(false));
  }

  private static Throwable failure(String method) {
    return outcome(method).orElseThrow();
  }

  private static Optional<Throwable> outcome(String method) {
    return JUnitRun.failure(Flawed.class, method);
  }

  /** Run by the tests above only: a nested class is invisible to the build. */
  static class Flawed {

    @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

    @Test
    void forgetsToRun() {
      pipeline.apply("Numbers", Create.of(1));
    }

    @Test
    void appliesAfterTheRun() {
      PCollection<Integer> numbers = pipeline.apply("Numbers", Create.of(1));
      pipeline.run();
      numbers.apply("Late", Sum.integersGlobally());
    }

    @Test
    void failsBeforeItRuns() {
      pipeline.apply("Numbers", Create.of(1));
      throw new IllegalStateException("its own failure");
    }

    @Test
    void assertsWhatIsWrong() {
      PAssert.that(pipeline.apply(Create.of(1))).containsInAnyOrder(2);
      pipeline.run();
    }

    @Test
    void namesItsRunner() {
      throw new IllegalStateException(
          pipeline.options().getRunner().getSimpleName()
              + " runs "
              + pipeline.options().getJobName());
    }

    @Test
    void appliesNothing() {
      assertThat(pipeline.pipeline().getOptions(), is(pipeline.options()));
    }

    @Test
    void expectsTheRunToFail() {
      PAssert.that(pipeline.apply(Create.of(1))).empty();
      assertThrows(AssertionError.class, pipeline::run);
    }
  }
}
