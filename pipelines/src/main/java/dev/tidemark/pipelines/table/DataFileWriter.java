// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.parquet.ParquetBlockWriter;
import dev.tidemark.pipelines.parquet.WrittenFile;
import dev.tidemark.transforms.block.RowView;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Writes rows of one bucket to as many new data files as they need. */
final class DataFileWriter implements Closeable {

  /** A file is closed when it has grown to this. */
  private static final long TARGET_BYTES = 128L << 20;

  private static final int CHECK_EVERY = 4096;

  private final TableSpec spec;
  private final Path table;
  private final int bucket;
  private final String nonce;
  private final List<DataFile> files = new ArrayList<>();
  private @Nullable ParquetBlockWriter open;
  private long sinceCheck;

  DataFileWriter(TableSpec spec, Path table, int bucket, String nonce) {
    this.spec = spec;
    this.table = table;
    this.bucket = bucket;
    this.nonce = nonce;
  }

  /** Writes a row. Its block must not change before it is finished. */
  void write(RowView row) {
    try {
      writeRow(row);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot write bucket " + bucket + " of table " + spec, failure);
    }
  }

  private void writeRow(RowView row) throws IOException {
    ParquetBlockWriter writer = open;
    if (writer == null) {
      // a key of one column never repeats in a file
      List<String> distinct = spec.key().size() == 1 ? spec.key() : List.of();
      writer =
          ParquetBlockWriter.create(new Path(table, name()), spec.layout(), spec.key(), distinct);
      open = writer;
    }
    writer.write(row);
    if (++sinceCheck == CHECK_EVERY) {
      sinceCheck = 0;
      if (writer.size() >= TARGET_BYTES) {
        finishFile(writer);
      }
    }
  }

  /** Ends the last file and gives all that were written. */
  List<DataFile> finish() throws IOException {
    ParquetBlockWriter writer = open;
    if (writer != null) {
      finishFile(writer);
    }
    return files;
  }

  private void finishFile(ParquetBlockWriter writer) throws IOException {
    String name = name();
    WrittenFile file = writer.finish();
    open = null;
    files.add(
        new DataFile(
            name, bucket, file.size(), file.rows(), file.modificationTime(), file.stats()));
  }

  /** The next file's path below the table; it needs no URI encoding. */
  private String name() {
    return String.format(
        "%s=%d/part-%05d-%s.zstd.parquet", TableSpec.BUCKET, bucket, files.size(), nonce);
  }

  @Override
  public void close() throws IOException {
    ParquetBlockWriter writer = open;
    if (writer != null) {
      writer.close();
    }
  }
}
