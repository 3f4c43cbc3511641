// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import dev.tidemark.pipelines.parquet.ParquetBlockWriter;
import dev.tidemark.transforms.block.BlockPacker;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/** Writes the rows of each bundle to a Parquet file, by the product's own writer. */
final class WriteParquet extends PTransform<PCollection<Row>, PCollection<Void>> {

  private static final long serialVersionUID = 1L;

  private final String folder;

  private WriteParquet(String folder) {
    this.folder = folder;
  }

  static WriteParquet into(Path folder) {
    return new WriteParquet(folder.toString());
  }

  @Override
  public PCollection<Void> expand(PCollection<Row> rows) {
    return rows.apply("WriteFiles", ParDo.of(new WriteFile(folder, rows.getSchema())));
  }

  private static final class WriteFile extends DoFn<Row, Void> {

    private static final long serialVersionUID = 1L;

    private final String folder;
    private final Schema schema;
    private transient @Nullable ParquetBlockWriter writer;
    private transient @Nullable BlockPacker packer;

    WriteFile(String folder, Schema schema) {
      this.folder = folder;
      this.schema = schema;
    }

    @StartBundle
    public void start() throws IOException {
      RowLayout layout = RowLayout.of(schema);
      packer = new BlockPacker(layout, List.of(), 1);
      writer =
          ParquetBlockWriter.create(
              new org.apache.hadoop.fs.Path(folder, UUID.randomUUID() + ".parquet"),
              layout,
              List.of());
    }

    @ProcessElement
    public void write(@Element Row row) {
      Objects.requireNonNull(packer).add(row, this::write);
    }

    @FinishBundle
    public void finish() throws IOException {
      Objects.requireNonNull(packer).flush(this::write);
      Objects.requireNonNull(writer).finish();
    }

    private void write(int bucket, byte[] block) {
      RowView row = new RowView(RowLayout.of(schema));
      RowBlocks rows = RowBlocks.of(List.of(block));
      try {
        for (long ref : rows.refs()) {
          Objects.requireNonNull(writer).write(row.at(rows, ref));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
