// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.apache.beam.sdk.util.ReleaseInfo;
import org.apache.spark.package$;

/**
 * Where it was measured, and with what.
 *
 * @param memoryBytes of the machine
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
record Machine(
    int cores, long memoryBytes, String os, String jvm, String beam, String spark, String duckdb) {

  /** This one. */
  static Machine here() throws SQLException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new Machine(
        system.getAvailableProcessors(),
        system.getTotalMemorySize(),
        system.getName() + " " + system.getVersion() + " " + system.getArch(),
        System.getProperty("java.vm.name") + " " + Runtime.version(),
        ReleaseInfo.getReleaseInfo().getVersion(),
        package$.MODULE$.SPARK_VERSION(),
        duckDb());
  }

  private static String duckDb() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
      return connection.getMetaData().getDatabaseProductVersion();
    }
  }

  @Override
  public String toString() {
    return "%d cores, %.0f GB, %s, %s; Beam %s, Spark %s, DuckDB %s"
        .formatted(cores, memoryBytes / 1e9, os, jvm, beam, spark, duckdb);
  }
}
