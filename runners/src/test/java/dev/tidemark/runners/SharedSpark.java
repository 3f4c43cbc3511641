// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.beam.runners.spark.SparkContextOptions;
import org.apache.beam.runners.spark.SparkRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;

/** One Spark on two cores for rivals in one process: Spark SQL with Delta, and Beam. */
final class SharedSpark {

  private SharedSpark() {}

  static SparkSession session() {
    return SparkSession.builder()
        .master("local[2]")
        .config("spark.ui.enabled", false)
        .config("spark.sql.session.timeZone", "UTC")
        // what is good for Spark on two cores, and its defaults are not
        .config("spark.sql.shuffle.partitions", 4)
        .config("spark.databricks.delta.snapshotPartitions", 1)
        .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
        .config(
            "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
        .getOrCreate();
  }

  /** A pipeline on the Spark of a session. */
  static Pipeline pipeline(SparkSession spark) {
    return Pipeline.create(options(spark));
  }

  /** The options of a pipeline on the Spark of a session. */
  static PipelineOptions options(SparkSession spark) {
    SparkContextOptions options = PipelineOptionsFactory.as(SparkContextOptions.class);
    options.setRunner(SparkRunner.class);
    options.setUsesProvidedSparkContext(true);
    options.setProvidedSparkContext(new JavaSparkContext(spark.sparkContext()));
    return options;
  }

  /** The rows of all Parquet files in a folder, by the product's own reader. */
  static PCollection<Row> rows(Pipeline pipeline, Path folder, Schema schema) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names =
          files.map(Path::toString).filter(name -> name.endsWith(".parquet")).toList();
      return pipeline
          .apply(Create.of(names))
          .apply("ReadFiles", ParDo.of(new ReadFile(schema)))
          .setRowSchema(schema);
    }
  }

  /** Row count and a sum over the hashes of all rows of a relation, as Spark has them. */
  static String fingerprint(SparkSession spark, String relation, Schema columns) {
    return spark
        .sql(
            "SELECT count(*), sum(CAST(xxhash64("
                + String.join(", ", columns.getFieldNames())
                + ") AS DECIMAL(20,0))) FROM "
                + relation)
        .first()
        .mkString(" ");
  }

  private static final class ReadFile extends DoFn<String, Row> {

    private static final long serialVersionUID = 1L;

    private final Schema schema;

    ReadFile(Schema schema) {
      this.schema = schema;
    }

    @ProcessElement
    public void read(@Element String file, OutputReceiver<Row> out) throws IOException {
      RowLayout layout = RowLayout.of(schema);
      try (ParquetBlockReader reader =
          ParquetBlockReader.open(
              LakeFiles.inputFile(new org.apache.hadoop.fs.Path(file)), layout)) {
        reader.read(block -> RowBlocks.of(List.of(block)).toRows(layout).forEach(out::output));
      }
    }
  }
}
