// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import dev.tidemark.pipelines.parquet.LakeFiles;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.InputFile;

/** What a Parquet file's footer says of it. */
final class ParquetFooter {
  private ParquetFooter() {}

  static LandingManifest.File count(String path) throws IOException {
    InputFile file = LakeFiles.inputFile(new Path(path));
    try (ParquetFileReader reader = ParquetFileReader.open(file, LakeFiles.readOptions().build())) {
      String name = path.substring(path.lastIndexOf('/') + 1);
      return new LandingManifest.File(name, reader.getRecordCount(), file.getLength());
    }
  }
}
