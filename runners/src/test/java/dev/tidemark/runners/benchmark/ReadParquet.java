// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/** The rows of all Parquet files in folders, by the product's own reader. */
final class ReadParquet extends PTransform<PBegin, PCollection<Row>> {

  private static final long serialVersionUID = 1L;

  private final List<String> files;
  private final Schema schema;

  private ReadParquet(List<String> files, Schema schema) {
    this.files = files;
    this.schema = schema;
  }

  static ReadParquet of(List<Path> folders, Schema schema) throws IOException {
    List<String> files = new ArrayList<>();
    for (Path folder : folders) {
      LiveFiles.of(folder).forEach(file -> files.add(file.toString()));
    }
    return new ReadParquet(files, schema);
  }

  @Override
  public PCollection<Row> expand(PBegin begin) {
    return begin
        .apply(Create.of(files))
        .apply(Reshuffle.viaRandomKey())
        .apply("ReadFiles", ParDo.of(new ReadFile(schema)))
        .setRowSchema(schema);
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
