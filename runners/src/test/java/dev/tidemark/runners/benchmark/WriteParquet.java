// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.pipelines.parquet.ParquetBlockWriter;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.jspecify.annotations.Nullable;

/** Writes the packed rows of each bundle to a Parquet file, by the product's own writer. */
final class WriteParquet extends PTransform<PCollection<byte[]>, PCollection<Void>> {

  private static final long serialVersionUID = 1L;

  private final RowLayout layout;
  private final String folder;

  private WriteParquet(RowLayout layout, String folder) {
    this.layout = layout;
    this.folder = folder;
  }

  static WriteParquet of(Schema schema, Path folder) {
    return new WriteParquet(RowLayout.of(schema), folder.toString());
  }

  @Override
  public PCollection<Void> expand(PCollection<byte[]> blocks) {
    return blocks.apply("WriteFiles", ParDo.of(new WriteFile(layout, folder)));
  }

  private static final class WriteFile extends DoFn<byte[], Void> {

    private static final long serialVersionUID = 1L;

    private final RowLayout layout;
    private final String folder;
    private transient @Nullable ParquetBlockWriter writer;

    WriteFile(RowLayout layout, String folder) {
      this.layout = layout;
      this.folder = folder;
    }

    @ProcessElement
    public void write(@Element byte[] block) throws IOException {
      ParquetBlockWriter file = open();
      RowView row = new RowView(layout);
      for (int at = 0; at < block.length; at += row.length()) {
        file.write(row.at(block, at));
      }
    }

    /** A bundle without rows has no file. */
    private ParquetBlockWriter open() throws IOException {
      if (writer == null) {
        writer =
            ParquetBlockWriter.create(
                new org.apache.hadoop.fs.Path(folder, UUID.randomUUID() + ".parquet"),
                layout,
                List.of());
      }
      return writer;
    }

    @FinishBundle
    public void finish() throws IOException {
      if (writer != null) {
        writer.finish();
        writer = null;
      }
    }
  }
}
