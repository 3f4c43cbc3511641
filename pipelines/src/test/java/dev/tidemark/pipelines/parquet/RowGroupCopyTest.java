// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row groups of a file of three, of two rows each, that are copied into another file. */
class RowGroupCopyTest {

  private static final List<Row> ROWS =
      List.of(
          id(1, AllTypes.full()),
          id(2, AllTypes.before1970()),
          id(3, AllTypes.allNull()),
          id(4, AllTypes.full()),
          id(5, AllTypes.full()),
          id(6, AllTypes.before1970()));

  private static final int FOOTER_LENGTH = 8;

  @TempDir private java.nio.file.Path directory = java.nio.file.Path.of("");
  private Path source = new Path("/");

  @BeforeEach
  void writeThreeRowGroups() throws IOException {
    source = file("source");
    try (ParquetBlockWriter writer = writer(source)) {
      write(writer, ROWS);
      writer.finish();
    }
  }

  @Test
  void aCopyHasTheBytesTheBoundsAndTheIndexesOfTheOriginal() throws IOException {
    Path copy = file("copy");
    WrittenFile written;
    try (ParquetBlockWriter writer = writer(copy)) {
      ParquetFooter footer = ParquetFooter.read(source);
      assertThat(footer.rowGroupCount(), is(3));
      assertThat(footer.rowCount(1), is(2L));
      write(writer, List.of(id(7, AllTypes.full())));
      writer.copy(footer, 1);
      writer.copy(footer, 2);
      written = writer.finish();
    }

    List<Row> expected = new ArrayList<>(List.of(id(7, AllTypes.full())));
    expected.addAll(ROWS.subList(2, 6));
    assertThat(AllTypes.read(copy, AllTypes.SCHEMA), is(expected));
    assertThat(written.rows(), is(5L));
    assertThat(
        written.stats(),
        containsString("\"numRecords\":5,\"minValues\":{\"id\":3},\"maxValues\":{\"id\":7}"));
    for (int c = 0; c < AllTypes.SCHEMA.getFieldCount(); c++) {
      assertThat(chunk(copy, 1, c), is(chunk(source, 1, c)));
      assertThat(chunk(copy, 2, c), is(chunk(source, 2, c)));
    }
  }

  /** What is in a file of a column in a row group: its pages, bounds, and where pages start. */
  private static String chunk(Path path, int group, int column) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(LakeFiles.inputFile(path))) {
      ColumnChunkMetaData chunk = reader.getRowGroups().get(group).getColumns().get(column);
      byte[] all = Files.readAllBytes(java.nio.file.Path.of(path.toString()));
      int from = (int) chunk.getStartingPos();
      byte[] pages = Arrays.copyOfRange(all, from, from + (int) chunk.getTotalSize());
      OffsetIndex offsets = reader.readOffsetIndex(chunk);
      return Arrays.toString(pages)
          + chunk.getStatistics()
          + chunk.getEncodings()
          + chunk.getValueCount()
          + reader.readColumnIndex(chunk)
          + (offsets.getOffset(0) - from)
          + (chunk.getFirstDataPageOffset() - from)
          + (chunk.getDictionaryPageOffset() == 0 ? "" : chunk.getDictionaryPageOffset() - from);
    }
  }

  /**
   * Pages have checksums; their heads have none, and damage in one that the copy takes along is
   * found like damage of the original, when it is read.
   */
  @Test
  void aFlippedByteIsRefusedByTheCopyOrByWhoReadsIt() throws IOException {
    java.nio.file.Path original = java.nio.file.Path.of(source.toString());
    byte[] sound = Files.readAllBytes(original);
    int dataEnds = dataEnds(sound);
    int refused = 0;
    int flips = 0;
    for (int at = 4; at < dataEnds; at += 5) {
      byte[] flipped = sound.clone();
      flipped[at] ^= 0x10;
      Files.write(original, flipped);
      Path copy = file("copy");
      flips++;
      try {
        copyAll(copy);
      } catch (DamagedFileException damage) {
        assertThat(damage.getMessage(), containsString("file " + source + " is damaged"));
        refused++;
        continue;
      }
      try {
        assertThat("byte " + at, AllTypes.read(copy, AllTypes.SCHEMA), is(ROWS));
      } catch (UncheckedIOException | IllegalArgumentException damage) {
        assertThat(damage.getMessage(), containsString("file " + copy));
      }
      Files.delete(java.nio.file.Path.of(copy.toString()));
    }
    assertThat(refused, greaterThan(flips / 3));
  }

  private void copyAll(Path copy) throws IOException {
    try (ParquetBlockWriter writer = writer(copy)) {
      ParquetFooter footer = ParquetFooter.read(source);
      for (int group = 0; group < footer.rowGroupCount(); group++) {
        writer.copy(footer, group);
      }
      writer.finish();
    }
  }

  @Test
  void aFileOfAnotherSchemaIsNotCopied() throws IOException {
    Schema other = Schema.builder().addInt64Field("id").build();
    AllTypes.write(file("other"), other, List.of(Row.withSchema(other).addValue(1L).build()));
    ParquetFooter footer = ParquetFooter.read(file("other"));
    assertThat(footer.isWrittenAs(AllTypes.LAYOUT), is(false));
    assertThat(footer.isWrittenAs(RowLayout.of(other)), is(true));

    try (ParquetBlockWriter writer = writer(file("copy"))) {
      Exception refused =
          assertThrows(IllegalArgumentException.class, () -> writer.copy(footer, 0));
      assertThat(refused.getMessage(), containsString("has another schema than"));
    }
  }

  private static Row id(long id, Row row) {
    return Row.fromRow(row).withFieldValue("id", id).build();
  }

  private static ParquetBlockWriter writer(Path file) throws IOException {
    return ParquetBlockWriter.create(file, AllTypes.LAYOUT, List.of("id"), List.of(), 2);
  }

  private static void write(ParquetBlockWriter writer, List<Row> rows) throws IOException {
    RowBlocks blocks = RowBlocks.of(AllTypes.SCHEMA, rows);
    RowView view = new RowView(AllTypes.LAYOUT);
    for (long ref : blocks.refs()) {
      writer.write(view.at(blocks, ref));
    }
  }

  /** Where the pages end: at the first index, or the footer. */
  private static int dataEnds(byte[] file) {
    int at = file.length - FOOTER_LENGTH;
    int footer = (file[at] & 0xff) | (file[at + 1] & 0xff) << 8 | (file[at + 2] & 0xff) << 16;
    return at - footer;
  }

  private Path file(String name) {
    return new Path(directory.resolve(name + ".parquet").toString());
  }
}
