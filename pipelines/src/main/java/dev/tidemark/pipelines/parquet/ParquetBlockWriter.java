// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/**
 * Writes packed rows to one new Parquet file, column by column, a batch of rows at a time.
 *
 * <p>Decimals of at most 9 digits are INT32, of at most 18 INT64, wider ones sixteen bytes;
 * instants are UTC micros. Zstandard. A writer that is closed before {@link #finish()} removes its
 * file.
 */
public final class ParquetBlockWriter implements Closeable {

  /** Rows written at a time: the batch of a wide table stays in the processor's cache. */
  private static final int BATCH = 128;

  private static final long ROW_GROUP_BYTES = 64L << 20;
  private static final int NO_PADDING = 0;
  private static final int CODEC_BUFFER = 1 << 17;
  private static final boolean WITH_CHECKSUMS = true;

  private final Path file;
  private final RowLayout layout;
  private final MessageType schema;
  private final List<String> statsColumns;
  private final long rowGroupRows;
  private final CodecFactory codecs;
  private final ParquetFileWriter writer;
  private ColumnChunkPageWriteStore pages;
  private final PageWriter[] pageWriters;
  private final ColumnEncoder[] columns;
  private final RowBatch batch;
  private final Set<Integer> copiedGroups = new TreeSet<>();
  private int rowGroups;
  private long rowsInGroup;
  private long rows;
  private boolean finished;

  private ParquetBlockWriter(
      Path file,
      RowLayout layout,
      List<String> statsColumns,
      List<String> distinctColumns,
      long rowGroupRows)
      throws IOException {
    this.file = file;
    this.layout = layout;
    this.statsColumns = statsColumns;
    this.rowGroupRows = rowGroupRows;
    schema = ParquetSchema.of(layout);
    batch = new RowBatch(layout, BATCH);
    Configuration configuration = LakeFiles.configuration();
    configuration.setInt("parquet.compression.codec.zstd.level", 1);
    codecs = new CodecFactory(configuration, CODEC_BUFFER);
    writer =
        new ParquetFileWriter(
            LakeFiles.outputFile(file),
            schema,
            ParquetFileWriter.Mode.CREATE,
            ROW_GROUP_BYTES,
            NO_PADDING,
            ParquetProperties.DEFAULT_COLUMN_INDEX_TRUNCATE_LENGTH,
            ParquetProperties.DEFAULT_STATISTICS_TRUNCATE_LENGTH,
            WITH_CHECKSUMS);
    writer.start();
    columns = new ColumnEncoder[layout.size()];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = ColumnEncoder.of(layout, c, distinctColumns.contains(layout.name(c)));
    }
    pageWriters = new PageWriter[columns.length];
    pages = newPages();
  }

  /** Creates a file, with statistics of some columns. A file that exists is an error. */
  public static ParquetBlockWriter create(Path file, RowLayout layout, List<String> statsColumns)
      throws IOException {
    return create(file, layout, statsColumns, List.of(), Long.MAX_VALUE);
  }

  /**
   * Creates a file.
   *
   * @param statsColumns what the statistics are of
   * @param distinctColumns columns whose values hardly repeat: without dictionaries
   * @param rowGroupRows the most rows of a row group
   */
  public static ParquetBlockWriter create(
      Path file,
      RowLayout layout,
      List<String> statsColumns,
      List<String> distinctColumns,
      long rowGroupRows)
      throws IOException {
    return new ParquetBlockWriter(file, layout, statsColumns, distinctColumns, rowGroupRows);
  }

  /** Writes the row that a view is on. */
  public void write(RowView row) throws IOException {
    batch.add(row);
    if (batch.isFull() || rowsInGroup + batch.rowCount() >= rowGroupRows) {
      writeBatch();
      if (rowsInGroup >= rowGroupRows || bufferedBytes() >= ROW_GROUP_BYTES) {
        endRowGroup();
      }
    }
  }

  /**
   * Copies a row group of another file behind the rows so far, as it is: its pages are not decoded,
   * but the checksum of each is verified, so that what was damaged is not taken along. What has no
   * checksum, the head of a page, is found damaged when the copy is read.
   *
   * @param from the footer of a file that {@linkplain ParquetFooter#isWrittenAs is written} as this
   *     one is
   */
  public void copy(ParquetFooter from, int group) throws IOException {
    if (!from.isWrittenAs(layout)) {
      throw new IllegalArgumentException(
          "file " + from.file() + " has another schema than " + file);
    }
    writeBatch();
    endRowGroup();
    try (ParquetFileReader reader = from.open();
        SeekableInputStream stream = from.file().newStream()) {
      List<PageIndex> indexes = verified(from, reader, group);
      List<ColumnChunkMetaData> chunks = from.block(group).getColumns();
      writer.startBlock(from.rowCount(group));
      for (int c = 0; c < columns.length; c++) {
        writer.appendColumnChunk(
            schema.getColumns().get(c),
            stream,
            chunks.get(c),
            null, // no Bloom filter is ever written
            indexes.get(c).bounds(),
            indexes.get(c).offsets());
      }
      writer.endBlock();
    }
    copiedGroups.add(rowGroups++);
    rows += from.rowCount(group);
  }

  /** What a file says of the pages of a column in a row group. */
  private record PageIndex(ColumnIndex bounds, OffsetIndex offsets) {}

  /** Reads the pages of a row group, which verifies their checksums and decompresses none. */
  private static List<PageIndex> verified(ParquetFooter from, ParquetFileReader reader, int group)
      throws IOException {
    List<PageIndex> indexes = new ArrayList<>();
    try {
      reader.readRowGroup(group).close();
      for (ColumnChunkMetaData chunk : from.block(group).getColumns()) {
        indexes.add(new PageIndex(reader.readColumnIndex(chunk), reader.readOffsetIndex(chunk)));
      }
    } catch (IOException | RuntimeException failure) {
      throw ParquetFooter.explained(from.file(), failure);
    }
    return indexes;
  }

  /** About how many bytes the file has. */
  public long size() throws IOException {
    return writer.getPos() + bufferedBytes();
  }

  private long bufferedBytes() {
    long bytes = 0;
    for (int c = 0; c < columns.length; c++) {
      bytes += columns[c].bufferedBytes() + pageWriters[c].getMemSize();
    }
    return bytes;
  }

  /** The rows so far. */
  public long rowCount() {
    return rows + batch.rowCount();
  }

  /** Ends the file and tells about it. */
  public WrittenFile finish() throws IOException {
    writeBatch();
    endRowGroup();
    writer.end(Map.of());
    pages.close();
    codecs.release();
    finished = true;
    FileStatus status = LakeFiles.fileSystem(file).getFileStatus(file);
    return new WrittenFile(
        status.getLen(),
        rows,
        status.getModificationTime(),
        FileStats.of(layout, schema, writer.getFooter().getBlocks(), statsColumns),
        copiedGroups);
  }

  private void writeBatch() throws IOException {
    for (int c = 0; c < columns.length; c++) {
      writeColumn(c);
    }
    rowsInGroup += batch.rowCount();
    rows += batch.rowCount();
    batch.clear();
  }

  private void writeColumn(int c) throws IOException {
    if (batch.look(c) < batch.rowCount() && !layout.nullable(c)) {
      throw new IllegalArgumentException(
          "column " + layout.name(c) + " must not be null in " + file);
    }
    columns[c].add(batch);
    columns[c].endFullPage(pageWriters[c]);
  }

  private void endRowGroup() throws IOException {
    if (rowsInGroup == 0) {
      return;
    }
    writer.startBlock(rowsInGroup);
    for (int c = 0; c < columns.length; c++) {
      columns[c].endRowGroup(pageWriters[c]);
    }
    pages.flushToFileWriter(writer);
    writer.endBlock();
    pages.close();
    rowGroups++;
    rowsInGroup = 0;
    pages = newPages();
  }

  private ColumnChunkPageWriteStore newPages() {
    ColumnChunkPageWriteStore fresh =
        new ColumnChunkPageWriteStore(
            codecs.getCompressor(CompressionCodecName.ZSTD),
            schema,
            HeapByteBufferAllocator.getInstance(),
            ParquetProperties.DEFAULT_COLUMN_INDEX_TRUNCATE_LENGTH,
            WITH_CHECKSUMS);
    for (int c = 0; c < pageWriters.length; c++) {
      pageWriters[c] = fresh.getPageWriter(schema.getColumns().get(c));
    }
    return fresh;
  }

  @Override
  public void close() throws IOException {
    if (!finished) {
      finished = true;
      codecs.release();
      try {
        writer.close();
      } finally {
        LakeFiles.fileSystem(file).delete(file, false);
      }
    }
  }
}
