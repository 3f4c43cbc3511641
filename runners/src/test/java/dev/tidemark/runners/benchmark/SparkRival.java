// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.io.IOException;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * Spark SQL with Delta on two cores, set as who knows it would: eight shuffle partitions in place
 * of 200, no user interface, its adaptive execution on as it is by default. It stays open for the
 * next time of the work.
 */
final class SparkRival {

  private SparkRival() {}

  static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("benchmark")
        .config("spark.ui.enabled", false)
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.warehouse.dir", System.getProperty("java.io.tmpdir"))
        .config("spark.sql.shuffle.partitions", 8)
        // a log of some files is no work for fifty tasks
        .config("spark.databricks.delta.snapshotPartitions", 2)
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config(
            "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        .getOrCreate();
  }

  /** Runs a script. */
  static void run(String file, Map<String, ?> names) throws IOException {
    SparkSession session = session();
    SqlScript.of(file, names).statements().forEach(session::sql);
  }
}
