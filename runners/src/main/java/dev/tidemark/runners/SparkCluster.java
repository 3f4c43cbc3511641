// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.DatabaseConfig;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.beam.runners.spark.SparkContextOptions;
import org.apache.beam.runners.spark.SparkRunner;
import org.apache.beam.sdk.options.PipelineOptions;

/**
 * A Spark whose workers are other processes than the launcher's, and what cannot be shared with
 * them.
 */
final class SparkCluster {

  /** What Spark takes for a cluster; another master is its own to refuse. */
  private static final Pattern CLUSTER =
      Pattern.compile("(spark|k8s|mesos)://.*|yarn|local-cluster\\[.*");

  private static final Pattern H2 = Pattern.compile("jdbc:h2:(?!tcp:|ssl:).*");

  private final String master;

  private SparkCluster(String master) {
    this.master = master;
  }

  /** The cluster that a launch asks for; empty when everything runs in its own process. */
  static Optional<SparkCluster> of(PipelineOptions options) {
    if (options.getRunner() != SparkRunner.class) {
      return Optional.empty();
    }
    SparkContextOptions spark = options.as(SparkContextOptions.class);
    // spark-submit sets the property, which is stronger than the option
    String master = System.getProperty("spark.master", spark.getSparkMaster());
    return CLUSTER.matcher(master).matches()
        ? Optional.of(new SparkCluster(master))
        : Optional.empty();
  }

  /**
   * Refuses a source that only one process can open.
   *
   * @throws ConfigException naming it and the remedy
   */
  void requireShared(DatabaseConfig source) {
    String url = source.url().toLowerCase(Locale.ROOT);
    if (H2.matcher(url).matches() && !url.contains(";auto_server=true")) {
      throw new ConfigException(
          "source.url: "
              + source.displayUrl()
              + " is open to one process, and the workers of "
              + master
              + " are others; serve it, as jdbc:h2:tcp://host/path, or run with"
              + " --sparkMaster=local[4]");
    }
  }

  /**
   * Refuses the demo.
   *
   * @throws ConfigException saying why
   */
  void refuseDemo() {
    throw new ConfigException(
        "--demo: its source is open to one process, and the workers of "
            + master
            + " are others; run it with --sparkMaster=local[4]");
  }
}
