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

/**
 * Writes rows of one bucket to as many new data files as they need: one by one, and row groups of
 * other files as they are.
 */
final class DataFileWriter implements Closeable {

  /** A file is closed when it has grown to this. */
  private static final long TARGET_BYTES = 128L << 20;

  private static final int CHECK_EVERY = 4096;

  /**
   * The most rows of a row group, which is what a merge reads and writes as a whole: few enough
   * that a night's rows touch a small part of a large file, and so many that a column still
   * compresses.
   */
  static final long ROW_GROUP_ROWS = 16 * 1024;

  private static final long LARGE_GROUP_BYTES = 8L << 20;

  private final TableSpec spec;
  private final Path table;
  private final int bucket;
  private final String nonce;
  private final long rowGroupRows;
  private final List<DataFile> files = new ArrayList<>();
  private @Nullable ParquetBlockWriter open;
  private long sinceCheck;

  DataFileWriter(TableSpec spec, Path table, int bucket, String nonce, long rowGroupRows) {
    this.spec = spec;
    this.table = table;
    this.bucket = bucket;
    this.nonce = nonce;
    this.rowGroupRows = rowGroupRows;
  }

  /** Writes a row. */
  void write(RowView row) {
    try {
      writeRow(row);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot write bucket " + bucket + " of table " + spec, failure);
    }
  }

  /**
   * Writes all rows of a row group, which {@linkplain StoredGroup#isWrittenAsToday is written} as
   * it would be today: copies it.
   */
  void copy(StoredGroup group) {
    try {
      ParquetBlockWriter writer = writer();
      group.copyTo(writer);
      finishIfLarge(writer);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot write bucket " + bucket + " of table " + spec, failure);
    }
  }

  /** So many rows make a row group that is not worth to be joined with others. */
  boolean isLarge(StoredGroup group) {
    return group.rowCount() >= rowGroupRows / 2 || group.byteCount() >= LARGE_GROUP_BYTES;
  }

  private void writeRow(RowView row) throws IOException {
    ParquetBlockWriter writer = writer();
    writer.write(row);
    if (++sinceCheck == CHECK_EVERY) {
      sinceCheck = 0;
      finishIfLarge(writer);
    }
  }

  private ParquetBlockWriter writer() throws IOException {
    ParquetBlockWriter writer = open;
    if (writer == null) {
      // a key of one column never repeats in a file
      List<String> distinct = spec.key().size() == 1 ? spec.key() : List.of();
      writer =
          ParquetBlockWriter.create(
              new Path(table, name()), spec.layout(), spec.key(), distinct, rowGroupRows);
      open = writer;
    }
    return writer;
  }

  private void finishIfLarge(ParquetBlockWriter writer) throws IOException {
    if (writer.size() >= TARGET_BYTES) {
      finishFile(writer);
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
    files.add(DataFile.of(name, bucket, file));
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
