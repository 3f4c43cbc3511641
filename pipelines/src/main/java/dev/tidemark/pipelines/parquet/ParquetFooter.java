// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.RowLayout;
import java.io.EOFException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.VersionParser;
import org.apache.parquet.VersionParser.ParsedVersion;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * What the footer of a Parquet file says of its row groups, read once. Which of them may hold some
 * values is known without reading a page; each is then read by a {@link ParquetBlockReader}, or
 * copied as it is by a {@link ParquetBlockWriter}.
 */
public final class ParquetFooter {

  private final InputFile file;
  private final ParquetMetadata metadata;
  private final Map<String, Integer> columns = new HashMap<>();

  private ParquetFooter(InputFile file, ParquetMetadata metadata) {
    this.file = file;
    this.metadata = metadata;
    for (String[] path : schema().getPaths()) {
      columns.put(String.join(".", path), columns.size());
    }
  }

  /** Reads the footer of a file; one that makes no sense is a {@link DamagedFileException}. */
  public static ParquetFooter read(Path file) throws IOException {
    return read(LakeFiles.inputFile(file));
  }

  static ParquetFooter read(InputFile file) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(file, options())) {
      return new ParquetFooter(file, reader.getFooter());
    } catch (IOException | RuntimeException failure) {
      throw explained(file, failure);
    }
  }

  private static ParquetReadOptions options() {
    return LakeFiles.readOptions().usePageChecksumVerification(true).build();
  }

  /** The number of row groups. */
  public int rowGroupCount() {
    return metadata.getBlocks().size();
  }

  /** The number of rows of a row group, counted from 0. */
  public long rowCount(int group) {
    return block(group).getRowCount();
  }

  /** The bytes of a row group before they were compressed. */
  public long byteCount(int group) {
    return block(group).getTotalByteSize();
  }

  /** Whether a row group may hold one of these values in their column. */
  public boolean mayHold(int group, ColumnValues values) {
    Integer column = columns.get(values.name());
    if (column == null) {
      return values.anyNull();
    }
    ColumnChunkMetaData chunk = block(group).getColumns().get(column);
    return !values.isComparableTo(chunk.getPrimitiveType())
        || values.mayBeAmong(chunk.getStatistics(), chunk.getValueCount());
  }

  /**
   * Whether the file has the very schema that rows of a layout are written with today, so that its
   * row groups may be copied into a new file as they are.
   */
  public boolean isWrittenAs(RowLayout layout) {
    return schema().equals(ParquetSchema.of(layout));
  }

  BlockMetaData block(int group) {
    return metadata.getBlocks().get(group);
  }

  MessageType schema() {
    return metadata.getFileMetaData().getSchema();
  }

  /** What wrote the file; null where it does not say so, or in a way of its own. */
  @Nullable ParsedVersion writer() {
    try {
      return VersionParser.parse(metadata.getFileMetaData().getCreatedBy());
    } catch (RuntimeException | VersionParser.VersionParseException unknown) {
      return null;
    }
  }

  InputFile file() {
    return file;
  }

  /** Opens the file without reading its footer again. */
  ParquetFileReader open() throws IOException {
    SeekableInputStream stream = file.newStream();
    try {
      return new ParquetFileReader(file, metadata, options(), stream);
    } catch (IOException | RuntimeException failure) {
      stream.close();
      throw explained(file, failure);
    }
  }

  /**
   * A failure of the file system as it is; anything else that goes wrong while bytes are decoded is
   * the file's.
   */
  static IOException explained(InputFile file, Exception failure) {
    if (failure instanceof DamagedFileException damage) {
      return damage;
    }
    Throwable cause = failure.getCause();
    boolean isOfFileSystem =
        failure instanceof IOException
            && !(failure instanceof EOFException)
            && (cause == null || cause instanceof IOException)
            && !isThrownByParquet(failure);
    return isOfFileSystem ? (IOException) failure : DamagedFileException.unreadable(file, failure);
  }

  /** Parquet has no exception of its own for what it finds wrong in a file's structure. */
  private static boolean isThrownByParquet(Exception failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().startsWith("org.apache.parquet.");
  }
}
