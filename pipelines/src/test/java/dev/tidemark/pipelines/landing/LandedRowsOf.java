// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.transforms.block.RowBlocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.values.Row;

/** The rows of a landing, as its manifest names them. */
public final class LandedRowsOf {
  private LandedRowsOf() {}

  /** The rows of a folder; none when it holds no landing. */
  public static List<Row> folder(Path folder) throws IOException {
    if (!Files.exists(folder.resolve(LandingLayout.MANIFEST))) {
      return List.of();
    }
    LandedTable landed = LandingManifest.read(folder.toString()).landed(folder.toString());
    List<byte[]> blocks = new ArrayList<>();
    for (LandedFile file : landed.files()) {
      try (ParquetBlockReader reader =
          ParquetBlockReader.open(
              LakeFiles.inputFile(new org.apache.hadoop.fs.Path(file.path())), landed.layout())) {
        for (int group = 0; group < reader.rowGroupCount(); group++) {
          reader.readRowGroup(group, blocks::add);
        }
      }
    }
    return RowBlocks.of(blocks).toRows(landed.layout());
  }
}
