// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.transforms.block.RowLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;

/** The packed rows of all Parquet files in folders, by the product's own reader. */
final class ReadParquet extends PTransform<PBegin, PCollection<byte[]>> {

  private static final long serialVersionUID = 1L;

  private final List<String> files;
  private final RowLayout layout;

  private ReadParquet(List<String> files, RowLayout layout) {
    this.files = files;
    this.layout = layout;
  }

  static ReadParquet of(List<Path> folders, Schema schema) throws IOException {
    List<String> files = new ArrayList<>();
    for (Path folder : folders) {
      LiveFiles.of(folder).forEach(file -> files.add(file.toString()));
    }
    return new ReadParquet(files, RowLayout.of(schema));
  }

  @Override
  public PCollection<byte[]> expand(PBegin begin) {
    return begin
        .apply("Files", Create.of(files))
        .apply("Read", ParDo.of(new ReadFile(layout)))
        .setCoder(ByteArrayCoder.of());
  }

  private static final class ReadFile extends DoFn<String, byte[]> {

    private static final long serialVersionUID = 1L;

    private final RowLayout layout;

    ReadFile(RowLayout layout) {
      this.layout = layout;
    }

    @ProcessElement
    public void read(@Element String file, OutputReceiver<byte[]> out) throws IOException {
      try (ParquetBlockReader reader =
          ParquetBlockReader.open(
              LakeFiles.inputFile(new org.apache.hadoop.fs.Path(file)), layout)) {
        reader.read(out::output);
      }
    }
  }
}
