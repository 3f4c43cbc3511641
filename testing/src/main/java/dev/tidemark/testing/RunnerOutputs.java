// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.values.Row;

/**
 * What the outputs of a pipeline held on one runner.
 *
 * @param runner as messages name it
 * @param rows by output
 */
record RunnerOutputs(String runner, Map<String, List<Row>> rows) {

  /** Builds the pipeline, runs it on the runner that the options name, and takes its rows. */
  static RunnerOutputs of(List<String> options, RunnerParity.Body body) {
    PipelineOptions read = PipelineOptionsFactory.fromArgs(options.toArray(String[]::new)).create();
    String runner = String.join(" ", options).replaceFirst("^--runner=", "");
    try {
      Path folder = Files.createTempDirectory("rows-of-runner");
      try {
        return new RunnerOutputs(runner, run(runner, Pipeline.create(read), body, folder));
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, List<Row>> run(
      String runner, Pipeline pipeline, RunnerParity.Body body, Path folder) throws IOException {
    CollectRows outputs = CollectRows.of(body.build(pipeline), folder);
    try {
      PipelineRun.toEnd(pipeline);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("The pipeline failed on " + runner + ": " + e.getMessage(), e);
    }
    return outputs.read();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
