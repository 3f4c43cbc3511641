// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** The options that a launch on Spark has, for measurements of parts of a run. */
public final class OnSpark {

  private OnSpark() {}

  /** Spark on two cores, with what the launcher sets. */
  public static PipelineOptions local() {
    String[] args = {"--runner=SparkRunner", "--sparkMaster=local[2]"};
    PipelineOptions options = PipelineOptionsFactory.fromArgs(args).create();
    RunnerSettings.apply(options, args);
    return options;
  }
}
