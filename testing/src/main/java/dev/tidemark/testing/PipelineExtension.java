// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.Pipeline.PipelineVisitor;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.options.ApplicationNameOptions;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.runners.TransformHierarchy.Node;
import org.apache.beam.sdk.testing.TestPipeline;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.POutput;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A fresh Beam pipeline for every JUnit 5 test, and a failure for a test that forgot to run it.
 *
 * <pre>{@code
 * @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();
 *
 * @Test
 * void keepsTheLatestVersion() {
 *   PCollection<Row> latest = pipeline.apply(Rows.create(SCHEMA, "...")).apply(KeepLatest...);
 *   PAssertRows.that(latest).match(hasRows(SCHEMA, "..."));
 *   pipeline.run();
 * }
 * }</pre>
 *
 * <p>The runner is the one that the system property {@code beamTestPipelineOptions} names, a JSON
 * array of options such as {@code ["--runner=SparkRunner"]}, as for Beam's {@link TestPipeline};
 * the direct runner without it. One extension holds one pipeline at a time: a test that needs two
 * registers two.
 *
 * <p>Once the test method has ended well, it still fails if transforms were applied and never run,
 * or were applied after the run. An empty pipeline, and one whose run failed as the test expected,
 * pass.
 */
public final class PipelineExtension implements BeforeEachCallback, AfterEachCallback {

  private @Nullable Pipeline pipeline;
  private boolean runAttempted;
  private @Nullable List<String> nodesRun;

  private PipelineExtension() {}

  /** An extension on the configured runner; keep it in an instance field. */
  public static PipelineExtension create() {
    return new PipelineExtension();
  }

  /** Begins the test's pipeline; a test calls {@link #apply} instead. */
  @Override
  public void beforeEach(ExtensionContext context) {
    PipelineOptions options = TestPipeline.testingPipelineOptions();
    options
        .as(ApplicationNameOptions.class)
        .setAppName(
            context.getRequiredTestClass().getSimpleName()
                + "-"
                + context.getRequiredTestMethod().getName());
    pipeline = Pipeline.create(options);
    runAttempted = false;
    nodesRun = null;
  }

  /** Judges whether everything that was applied has run. */
  @Override
  public void afterEach(ExtensionContext context) {
    Pipeline ended = pipeline();
    pipeline = null;
    if (context.getExecutionException().isPresent()) {
      // The test has failed already; a second complaint would only hide the first.
      return;
    }
    List<String> applied = nodes(ended);
    if (!applied.isEmpty() && !runAttempted) {
      throw new AssertionError(
          "The test applied transforms to its pipeline (first: "
              + applied.get(0)
              + ") but never ran it: call pipeline.run() after the last one.");
    }
    List<String> ran = nodesRun;
    if (ran == null) {
      return;
    }
    Optional<String> forgotten = applied.stream().filter(node -> !ran.contains(node)).findFirst();
    if (forgotten.isPresent()) {
      throw new AssertionError(
          "The test applied "
              + forgotten.get()
              + " after pipeline.run(), so it never ran: move run() below it.");
    }
  }

  /** The pipeline of the running test, for code that wants Beam's own type. */
  public Pipeline pipeline() {
    if (pipeline == null) {
      throw new IllegalStateException(
          "There is no pipeline outside a test: keep the extension in an instance field with"
              + " @RegisterExtension, and use it inside test methods only.");
    }
    return pipeline;
  }

  /** The options of the running test's pipeline, to be changed before {@link #run}. */
  public PipelineOptions options() {
    return pipeline().getOptions();
  }

  /** The root to which a transform that takes no input is applied. */
  public PBegin begin() {
    return pipeline().begin();
  }

  /** Applies a root transform under its own name. */
  public <OutputT extends POutput> OutputT apply(PTransform<? super PBegin, OutputT> root) {
    return pipeline().apply(root);
  }

  /** Applies a root transform under the name given; a name may be used once. */
  public <OutputT extends POutput> OutputT apply(
      String name, PTransform<? super PBegin, OutputT> root) {
    return pipeline().apply(name, root);
  }

  /**
   * Runs the pipeline to its end and checks that every {@code PAssert} was executed.
   *
   * @throws AssertionError of a failed assertion, as the assertion threw it; also when the pipeline
   *     did not end in {@code DONE}
   * @throws RuntimeException of the runner, for every other failure
   */
  public PipelineResult run() {
    Pipeline running = pipeline();
    runAttempted = true;
    PipelineResult result = PipelineRun.toEnd(running);
    // Recorded after the run, because a runner may replace nodes by its own.
    nodesRun = nodes(running);
    return result;
  }

  private static List<String> nodes(Pipeline pipeline) {
    List<String> names = new ArrayList<>();
    pipeline.traverseTopologically(
        new PipelineVisitor.Defaults() {
          @Override
          public CompositeBehavior enterCompositeTransform(Node node) {
            if (!node.isRootNode()) {
              names.add(node.getFullName());
            }
            return CompositeBehavior.ENTER_TRANSFORM;
          }

          @Override
          public void visitPrimitiveTransform(Node node) {
            names.add(node.getFullName());
          }
        });
    return names;
  }
}
