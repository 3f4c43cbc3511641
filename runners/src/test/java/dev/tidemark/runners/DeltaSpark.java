// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A reader that shares no code with the product: Spark with Delta's own connector, by the table's
 * log. A Spark context of a runner must have ended before.
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
    session
        .read()
        .format("delta")
        .option("versionAsOf", lake.versions().getOrDefault(table, 0L))
        .load(lake.directory(table).toString())
        .createOrReplaceTempView("lake_table");
    return session
        .sql("SELECT " + select + " FROM lake_table WHERE " + where)
        .collectAsList()
        .stream()
        .map(row -> row.mkString(" "))
        .toList();
  }

  /** Reader and writer version that the table asks for. */
  String protocol(String table) {
    Row detail =
        session
            .sql("DESCRIBE DETAIL delta.`" + lake.directory(table) + "`")
            .select("minReaderVersion", "minWriterVersion")
            .first();
    return "reader " + detail.get(0) + ", writer " + detail.get(1);
  }

  @Override
  public void close() {
    session.stop();
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
  }
}
