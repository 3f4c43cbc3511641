// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads a Parquet file into blocks of packed rows: each column is decoded a batch at a time, then
 * the batch is packed row by row.
 *
 * <p>Columns are found by name. A wanted column that the file does not have reads as null if it is
 * nullable, and is refused by name if it is not; so is a null in a column that is not nullable, and
 * a type that the column cannot hold. Decimals are brought to the column's scale if that is exact,
 * times to micros likewise. Files by Beam, Avro, Spark and Delta Kernel are read alike. The
 * checksum of each page is verified where the writer left one; a file that is not what was written
 * is a {@link DamagedFileException}.
 */
public final class ParquetBlockReader implements Closeable {

  private final ParquetFooter footer;
  private final InputFile file;
  private final ParquetFileReader reader;
  private final RowLayout layout;

  /** Per column of the layout; null where the column is not read. */
  private final ColumnDecoder[] decoders;

  /** The columns of the layout that {@link #decoders} are for. */
  private final int[] columns;

  /** The numbers of all decoders. */
  private final int[] all;

  private final MessageType projection;

  private ParquetBlockReader(
      ParquetFooter footer,
      ParquetFileReader reader,
      RowLayout layout,
      List<ColumnDecoder> decoders,
      MessageType projection) {
    this.footer = footer;
    file = footer.file();
    this.reader = reader;
    this.layout = layout;
    this.decoders = decoders.toArray(new ColumnDecoder[0]);
    columns = decoders.stream().mapToInt(ColumnDecoder::column).toArray();
    all = IntStream.range(0, columns.length).toArray();
    this.projection = projection;
  }

  /** Opens a file to read all columns of a layout. */
  public static ParquetBlockReader open(InputFile file, RowLayout layout) throws IOException {
    return openColumns(file, layout, layout.schema().getFieldNames());
  }

  /** Opens a file to read some columns of a layout; the others are null in every row. */
  public static ParquetBlockReader openColumns(
      InputFile file, RowLayout layout, List<String> wanted) throws IOException {
    return openColumns(ParquetFooter.read(file), layout, wanted);
  }

  /** The same of a file whose footer is known. */
  public static ParquetBlockReader openColumns(
      ParquetFooter footer, RowLayout layout, List<String> wanted) throws IOException {
    InputFile file = footer.file();
    MessageType schema = footer.schema();
    List<ColumnDecoder> decoders = new ArrayList<>();
    List<Type> types = new ArrayList<>();
    for (String name : wanted) {
      int column = layout.column(name);
      if (schema.containsField(name)) {
        Type type = schema.getType(name);
        decoders.add(ColumnDecoder.of(file, type, layout, column));
        types.add(type);
      } else if (!layout.nullable(column)) {
        throw new IllegalArgumentException(
            "file " + file + " has no column " + name + ", which must not be null");
      }
    }
    MessageType projection = new MessageType(schema.getName(), types);
    ParquetFileReader reader = footer.open();
    reader.setRequestedSchema(projection);
    return new ParquetBlockReader(footer, reader, layout, decoders, projection);
  }

  /** The number of row groups. */
  public int rowGroupCount() {
    return footer.rowGroupCount();
  }

  /** The number of rows. */
  public long rowCount() {
    return reader.getRecordCount();
  }

  /** Reads one row group, counted from 0. */
  public void readRowGroup(int group, Consumer<byte[]> blocks) throws IOException {
    BlockBuilder block = new BlockBuilder();
    forEachRow(
        group,
        row -> {
          row.appendTo(block);
          if (block.isFull()) {
            blocks.accept(block.take());
          }
        });
    if (!block.isEmpty()) {
      blocks.accept(block.take());
    }
  }

  /** Hands on the rows of a row group, each until the next is read. */
  public void forEachRow(int group, Consumer<RowWriter> consumer) throws IOException {
    long rows = footer.rowCount(group);
    ColumnPages[] pages = decoders.length == 0 ? new ColumnPages[0] : pages(group);
    RowWriter writer = new RowWriter(layout);
    for (long done = 0; done < rows; done += ColumnDecoder.BATCH) {
      int batch = (int) Math.min(ColumnDecoder.BATCH, rows - done);
      for (int d = 0; d < decoders.length; d++) {
        decode(d, pages[d], batch);
      }
      for (int row = 0; row < batch; row++) {
        consumer.accept(packed(row, all, writer));
      }
    }
  }

  /** Reads all row groups. */
  public void read(Consumer<byte[]> blocks) throws IOException {
    for (int group = 0; group < rowGroupCount(); group++) {
      readRowGroup(group, blocks);
    }
  }

  /**
   * Reads the rows of a row group that pass a test of some of the columns. Of the others, values
   * are decoded only where a row of the same batch has passed. The views are on a row until {@code
   * test} and {@code rows} return.
   *
   * @param tested the columns that the test looks at; it is given nulls in all others
   */
  public void readRowGroup(
      int group, Set<String> tested, Predicate<RowView> test, Consumer<RowView> rows)
      throws IOException {
    long count = footer.rowCount(group);
    ColumnPages[] pages = pages(group);
    int[] first = IntStream.of(all).filter(d -> tested.contains(name(d))).toArray();
    int[] others = IntStream.of(all).filter(d -> !tested.contains(name(d))).toArray();
    RowWriter writer = new RowWriter(layout);
    RowView row = new RowView(layout);
    long behind = 0;
    for (long done = 0; done < count; done += ColumnDecoder.BATCH) {
      int batch = (int) Math.min(ColumnDecoder.BATCH, count - done);
      for (int d : first) {
        decode(d, pages[d], batch);
      }
      BitSet passed = new BitSet(batch);
      for (int r = 0; r < batch; r++) {
        passed.set(r, test.test(packed(r, first, writer).show(row)));
      }
      if (passed.isEmpty()) {
        behind += batch;
        continue;
      }
      for (int d : others) {
        skip(d, pages[d], behind);
        decode(d, pages[d], batch);
      }
      behind = 0;
      for (int r = passed.nextSetBit(0); r >= 0; r = passed.nextSetBit(r + 1)) {
        rows.accept(packed(r, all, writer).show(row));
      }
    }
  }

  /** Writes a row of the batch with the columns of some decoders. */
  private RowWriter packed(int row, int[] some, RowWriter writer) {
    writer.clear();
    for (int d : some) {
      decoders[d].copy(row, writer);
    }
    return writer;
  }

  private String name(int d) {
    return layout.name(columns[d]);
  }

  private void skip(int d, ColumnPages values, long count) throws IOException {
    try {
      decoders[d].skip(values, count);
    } catch (RuntimeException failure) {
      throw ParquetFooter.explained(file, failure);
    }
  }

  /** Decodes values of a column. */
  private void decode(int d, ColumnPages values, int count) throws IOException {
    if (decoded(d, values, count) && !layout.nullable(columns[d])) {
      throw new IllegalArgumentException("file " + file + " has a null in column " + name(d));
    }
  }

  /** Decodes values of a column; whether there was a null. */
  private boolean decoded(int d, ColumnPages values, int count) throws IOException {
    try {
      return decoders[d].decode(values, count);
    } catch (IllegalArgumentException | ArithmeticException unfit) {
      // a value that its column cannot hold
      throw unfit;
    } catch (RuntimeException failure) {
      throw ParquetFooter.explained(file, failure);
    }
  }

  private ColumnPages[] pages(int group) throws IOException {
    ColumnPages[] pages;
    try {
      pages = pagesOf(group);
    } catch (IOException | RuntimeException failure) {
      throw ParquetFooter.explained(file, failure);
    }
    for (int d = 0; d < pages.length; d++) {
      start(d, pages[d].dictionary());
    }
    return pages;
  }

  private void start(int d, @Nullable Dictionary dictionary) throws IOException {
    if (dictionary == null) {
      return;
    }
    try {
      decoders[d].start(dictionary);
    } catch (IllegalArgumentException | ArithmeticException unfit) {
      // a value that its column cannot hold
      throw unfit;
    } catch (RuntimeException failure) {
      throw ParquetFooter.explained(file, failure);
    }
  }

  private ColumnPages[] pagesOf(int group) throws IOException {
    PageReadStore store = reader.readRowGroup(group);
    ColumnPages[] pages = new ColumnPages[decoders.length];
    for (int d = 0; d < decoders.length; d++) {
      ColumnDescriptor column = projection.getColumns().get(d);
      pages[d] = new ColumnPages(store.getPageReader(column), column, footer.writer());
    }
    return pages;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
