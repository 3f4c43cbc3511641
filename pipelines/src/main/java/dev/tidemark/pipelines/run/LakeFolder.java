// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.parquet.LakeFiles;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The lake's root, tried before anything else is done. */
public final class LakeFolder {

  private LakeFolder() {}

  /** Creates the lake's root if need be and tries to write a file there. */
  public static void requireWritable(String root) {
    Path folder = new Path(root);
    Path probe = new Path(folder, "_write_probe");
    try {
      FileSystem files = LakeFiles.fileSystem(folder);
      files.mkdirs(folder);
      files.create(probe, true).close();
      files.delete(probe, false);
    } catch (IOException e) {
      throw new LakeUnavailableException(
          "the lake "
              + root
              + " cannot be written ("
              + e.getMessage()
              + "); check the path and its permissions",
          e);
    }
  }

  /** Whether a folder is there. */
  static boolean exists(String folder) {
    Path path = new Path(folder);
    try {
      return LakeFiles.fileSystem(path).exists(path);
    } catch (IOException e) {
      throw new LakeUnavailableException(
          "the lake's folder "
              + folder
              + " cannot be looked at ("
              + e.getMessage()
              + "); check its permissions",
          e);
    }
  }
}
