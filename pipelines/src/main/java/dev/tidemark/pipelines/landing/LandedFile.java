// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import dev.tidemark.pipelines.parquet.DamagedFileException;
import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.transforms.block.RowLayout;
import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.io.InputFile;

/**
 * One landed Parquet file.
 *
 * @param path its full path
 * @param rows rows in it, from its footer
 * @param bytes its size
 */
public record LandedFile(String path, long rows, long bytes) implements Serializable {

  /**
   * Opens it to be read.
   *
   * @throws DamagedFileException when it is gone, or no longer has these rows and bytes
   */
  public ParquetBlockReader open(RowLayout layout) throws IOException {
    InputFile file = LakeFiles.inputFile(new Path(path));
    requireAsLanded(file.getLength(), bytes, "bytes");
    ParquetBlockReader reader = ParquetBlockReader.open(file, layout);
    try {
      requireAsLanded(reader.rowCount(), rows, "rows");
      return reader;
    } catch (DamagedFileException other) {
      reader.close();
      throw other;
    }
  }

  private void requireAsLanded(long found, long landed, String what) throws DamagedFileException {
    if (found != landed) {
      throw DamagedFileException.other(path, found, landed, what);
    }
  }
}
