// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import java.io.File;
import java.net.URL;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.runners.spark.SparkContextOptions;
import org.apache.beam.runners.spark.SparkPipelineOptions;
import org.apache.beam.runners.spark.SparkRunner;
import org.apache.beam.runners.spark.coders.SparkRunnerKryoRegistrator;
import org.apache.beam.runners.spark.translation.SparkContextFactory;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.serializer.KryoSerializer;

/** What a runner should do unless the command line says otherwise: measured to matter. */
final class RunnerSettings {

  /** As the build names it. */
  private static final String BUNDLED = "tidemark-bundled.jar";

  private RunnerSettings() {}

  /** Sets what {@code args} leave open. */
  static void apply(PipelineOptions options, String... args) {
    if (options.getRunner() == SparkRunner.class) {
      spark(options.as(SparkPipelineOptions.class), args);
    } else if (options.getRunner() == DirectRunner.class) {
      direct(options.as(DirectOptions.class), args);
    }
  }

  /**
   * The direct runner checks every element of every transform for mutation, and walks the whole
   * graph for each transform to do so: half of a small run's time. The transforms' tests run with
   * these checks; a run need not.
   */
  private static void direct(DirectOptions options, String... args) {
    if (isOpen("enforceImmutability", args)) {
      options.setEnforceImmutability(false);
    }
    if (isOpen("enforceEncodability", args)) {
      options.setEnforceEncodability(false);
    }
    if (isOpen("blockOnRun", args)) {
      // the run waits itself, to see meanwhile whether it is to stop
      options.setBlockOnRun(false);
    }
  }

  private static void spark(SparkPipelineOptions options, String... args) {
    if (isOpen("storageLevel", args)) {
      // what MEMORY_ONLY evicts is computed again: the source would be read twice
      options.setStorageLevel("MEMORY_AND_DISK");
    }
    if (isOpen("preferGroupByKeyToHandleHugeValues", args)) {
      // else all rows of a bucket are put into one list before the merge sees the first
      options.setPreferGroupByKeyToHandleHugeValues(true);
    }
    if (isOpen("filesToStage", args) && !options.getSparkMaster().startsWith("local")) {
      bundledJar().ifPresent(jar -> options.setFilesToStage(List.of(jar)));
    }
    if (options.as(SparkContextOptions.class).getUsesProvidedSparkContext()) {
      JavaSparkContext context = runningContext();
      requireFit(context.getConf());
      SparkContextFactory.setProvidedSparkContext(context);
      return;
    }
    setIfAbsent("spark.serializer", KryoSerializer.class.getName());
    setIfAbsent("spark.ui.enabled", "false");
  }

  /**
   * All that workers need beside Spark's own jars. Beam would send every jar of the class path, and
   * of two versions of a library a worker loads Spark's.
   */
  private static Optional<String> bundledJar() {
    CodeSource source = RunnerSettings.class.getProtectionDomain().getCodeSource();
    return Optional.ofNullable(source)
        .map(CodeSource::getLocation)
        .map(URL::getPath)
        .filter(path -> path.endsWith("/" + BUNDLED))
        .map(path -> new File(path).getPath());
  }

  /** The context of whoever launches from a cluster's job; it is theirs to stop. */
  private static JavaSparkContext runningContext() {
    try {
      return JavaSparkContext.fromSparkContext(SparkContext.getOrCreate());
    } catch (Exception e) {
      // Spark throws a checked exception that no signature tells of.
      throw new ConfigException(
          "--usesProvidedSparkContext: no Spark context runs in this process ("
              + Failure.oneLine(e)
              + "); leave the option out, it is for jobs of Databricks and the like");
    }
  }

  /** A context that is made for Beam tells Kryo of Beam's classes; one that is there may not. */
  private static void requireFit(SparkConf conf) {
    String registrators = conf.get("spark.kryo.registrator", "");
    if (conf.get("spark.serializer", "").equals(KryoSerializer.class.getName())
        && !registrators.contains(SparkRunnerKryoRegistrator.class.getName())) {
      throw new ConfigException(
          "--usesProvidedSparkContext: the Spark context serialises with Kryo and does not know"
              + " Beam's classes; add spark.kryo.registrator="
              + SparkRunnerKryoRegistrator.class.getName()
              + " to the cluster's configuration, or leave spark.serializer out of it");
    }
  }

  private static boolean isOpen(String option, String... args) {
    return Arrays.stream(args).noneMatch(arg -> arg.startsWith("--" + option));
  }

  private static void setIfAbsent(String key, String value) {
    if (System.getProperty(key) == null) {
      System.setProperty(key, value);
    }
  }
}
