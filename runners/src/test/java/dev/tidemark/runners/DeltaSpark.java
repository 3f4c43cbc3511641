// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A reader and writer that shares no code with the product: Spark with Delta's own connector, by
 * the table's log. A Spark context of a runner must have ended before.
 */
final class DeltaSpark implements AutoCloseable {

  private final SparkSession session;
  private final PublishedLake lake;

  private DeltaSpark(SparkSession session, PublishedLake lake) {
    this.session = session;
    this.lake = lake;
  }

  static DeltaSpark over(PublishedLake lake) {
    SparkSession session =
        SparkSession.builder()
            .master("local[2]")
            .appName("outside reader")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.session.timeZone", "UTC")
            // small tables: the defaults would start 50 tasks to read a log
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.databricks.delta.snapshotPartitions", "1")
            // VACUUM lists files in so many tasks, 10,000 by default
            .config("spark.sql.sources.parallelPartitionDiscovery.parallelism", "2")
            .config("spark.databricks.delta.retentionDurationCheck.enabled", "false")
            .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
            .config(
                "spark.sql.catalog.spark_catalog",
                "org.apache.spark.sql.delta.catalog.DeltaCatalog")
            .getOrCreate();
    return new DeltaSpark(session, lake);
  }

  /**
   * The rows of a query over a table as text, as {@link DuckDb#rows} has them.
   *
   * @param select the expressions
   * @param table the table's path, read at its published version
   * @param where the condition
   */
  List<String> rows(String select, String table, String where) {
    view(table, "lake_table");
    return query("SELECT " + select + " FROM lake_table WHERE " + where);
  }

  /** The rows of a query in which tables at their published versions go by their last names. */
  List<String> query(String sql, String... tables) {
    for (String table : tables) {
      view(table, table.substring(table.indexOf('/') + 1));
    }
    return session.sql(sql).collectAsList().stream().map(row -> row.mkString(" ")).toList();
  }

  private void view(String table, String name) {
    session
        .read()
        .format("delta")
        .option("versionAsOf", lake.versions().getOrDefault(table, 0L))
        .load(lake.directory(table).toString())
        .createOrReplaceTempView(name);
  }

  /** Runs a statement, in which {@code %s} stands for tables at their latest versions. */
  void run(String statement, String... tables) {
    Object[] names =
        Arrays.stream(tables).map(table -> "delta.`" + lake.directory(table) + "`").toArray();
    session.sql(String.format(statement, names)).collectAsList();
  }

  /** The number of files that the latest version of a table has. */
  long liveFiles(String table) {
    return ((Number) detail(table, "numFiles").get(0)).longValue();
  }

  /** Reader and writer version that the table asks for. */
  String protocol(String table) {
    Row detail = detail(table, "minReaderVersion", "minWriterVersion");
    return "reader " + detail.get(0) + ", writer " + detail.get(1);
  }

  private Row detail(String table, String... columns) {
    return session
        .sql("DESCRIBE DETAIL delta.`" + lake.directory(table) + "`")
        .selectExpr(columns)
        .first();
  }

  @Override
  public void close() {
    session.stop();
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
  }
}
