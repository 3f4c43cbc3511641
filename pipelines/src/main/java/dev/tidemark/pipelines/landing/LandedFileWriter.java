// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import dev.tidemark.pipelines.parquet.LakeFileException;
import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.pipelines.parquet.ParquetBlockWriter;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes one part of a landing: fill {@link #row()}, {@link #write()}, and so on, then {@link
 * #finish()}. The file carries a name that no reader takes for data until it is whole, and every
 * writer has a name of its own, so that a part which is written twice never mixes. No rows make no
 * file. A writer that is closed before it is finished leaves nothing.
 */
public final class LandedFileWriter implements Closeable {
  private final LandingTarget target;
  private final String part;
  private final String name;
  private final RowWriter row;
  private final RowView view;
  private final BlockBuilder rows = new BlockBuilder();
  private @Nullable ParquetBlockWriter writer;

  LandedFileWriter(LandingTarget target, String part) {
    this.target = target;
    this.part = part;
    this.name = LandingLayout.fileName(target.attempt(), part, LandingTarget.newName());
    RowLayout layout = RowLayout.of(target.schema());
    this.row = new RowWriter(layout);
    this.view = new RowView(layout);
  }

  /** The next row. Its columns keep their values from one row to the next. */
  public RowWriter row() {
    return row;
  }

  /** Adds the row. */
  public void write() {
    row.appendTo(rows);
    if (rows.isFull()) {
      flush();
    }
  }

  private void flush() {
    try {
      if (writer == null) {
        writer = ParquetBlockWriter.create(unfinished(), row.layout(), List.of());
      }
      byte[] block = rows.take();
      for (int at = 0; at < block.length; at += view.length()) {
        writer.write(view.at(block, at));
      }
    } catch (IOException failure) {
      throw unwritten(failure);
    }
  }

  /** Gives the file its final name. */
  public LandedPart finish() {
    if (!rows.isEmpty()) {
      flush();
    }
    if (writer == null) {
      return new LandedPart(target.table(), part, null);
    }
    try {
      writer.finish();
      Path file = new Path(target.directory(), name);
      if (!LakeFiles.fileSystem(file).rename(unfinished(), file)) {
        throw new IOException("it cannot be given its name; check that nobody cleans the folder");
      }
    } catch (IOException failure) {
      throw unwritten(failure);
    }
    writer = null;
    return new LandedPart(target.table(), part, target.directory() + "/" + name);
  }

  private LakeFileException unwritten(IOException failure) {
    return LakeFileException.of(
        "cannot write the landed file " + new Path(target.directory(), name), failure);
  }

  /** Readers skip what starts with an underscore, and what does not end in .parquet. */
  private Path unfinished() {
    return new Path(target.directory(), LandingLayout.unfinishedName(name));
  }

  @Override
  public void close() throws IOException {
    if (writer != null) {
      writer.close();
      LakeFiles.fileSystem(unfinished()).delete(unfinished(), false);
      writer = null;
    }
  }
}
