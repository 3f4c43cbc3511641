// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.util.Locale;

/** Who does the work. */
enum Engine {
  /** This product, on SparkRunner local[2]. */
  TIDEMARK,
  /** Spark SQL local[2] with delta-spark, or its JDBC reader. */
  SPARK,
  /** DuckDB in the process, two threads. */
  DUCKDB,
  /** The server's own COPY. */
  POSTGRESQL;

  /** As reports and arguments name it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The engine of a label. */
  static Engine named(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
