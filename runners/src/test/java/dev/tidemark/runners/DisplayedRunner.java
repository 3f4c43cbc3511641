// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.PipelineRunner;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.runners.TransformHierarchy.Node;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.display.DisplayData;

/** The direct runner, which first notes what a runner's own pages show of a pipeline. */
public final class DisplayedRunner extends PipelineRunner<PipelineResult> {

  /** Steps, and the data that they display. */
  static final List<String> DISPLAYED = new CopyOnWriteArrayList<>();

  private final PipelineOptions options;

  private DisplayedRunner(PipelineOptions options) {
    this.options = options;
  }

  /** What Beam makes a runner with. */
  public static DisplayedRunner fromOptions(PipelineOptions options) {
    return new DisplayedRunner(options);
  }

  @Override
  public PipelineResult run(Pipeline pipeline) {
    DISPLAYED.add("options " + DisplayData.from(options));
    pipeline.traverseTopologically(
        new Pipeline.PipelineVisitor.Defaults() {
          @Override
          public CompositeBehavior enterCompositeTransform(Node node) {
            note(node);
            return CompositeBehavior.ENTER_TRANSFORM;
          }

          @Override
          public void visitPrimitiveTransform(Node node) {
            note(node);
          }
        });
    return DirectRunner.fromOptions(options).run(pipeline);
  }

  private static void note(Node node) {
    PTransform<?, ?> transform = node.getTransform();
    if (transform != null) {
      DISPLAYED.add(node.getFullName() + " " + DisplayData.from(transform));
    }
  }
}
