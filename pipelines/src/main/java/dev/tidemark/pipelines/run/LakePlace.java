// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.parquet.LakeFiles;
import java.io.File;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.security.AccessControlException;

/** The place of a lake, looked at and left as it is. */
final class LakePlace {

  /** A first load of a few million rows with its landing takes about so much. */
  private static final long LEAST_FREE = 5L << 30;

  private final Path root;

  LakePlace(String root) {
    this.root = new Path(root);
  }

  /** Whether a run can write there, and how much. */
  Finding look() {
    try {
      FileSystem files = LakeFiles.fileSystem(root);
      Path there = root;
      while (!files.exists(there)) {
        Path parent = there.getParent();
        if (parent == null) {
          return fail("no part of the path exists");
        }
        there = parent;
      }
      if (!files.getFileStatus(there).isDirectory()) {
        return fail(there + " is not a folder");
      }
      if (!isWritable(files, there)) {
        return fail("the user may not write to " + there);
      }
      return space(
          root
              + (there.equals(root)
                  ? " can be written"
                  : " does not exist yet, the first run creates it"),
          files.getStatus(there).getRemaining());
    } catch (IOException e) {
      return fail(String.valueOf(e.getMessage()));
    }
  }

  static Finding space(String place, long free) {
    String told = String.format(Locale.ROOT, "%s, %.1f GiB are free", place, gib(free));
    return free < LEAST_FREE
        ? Finding.warn(
            "lake",
            told
                + String.format(
                    Locale.ROOT, "; have %.0f GiB or more before a load", gib(LEAST_FREE)))
        : Finding.ok("lake", told);
  }

  private static double gib(long bytes) {
    return bytes / (double) (1L << 30);
  }

  private Finding fail(String why) {
    return Finding.fail(
        "lake",
        "the lake "
            + root
            + " cannot be written ("
            + why
            + "); check lake.root and its permissions",
        Finding.Cause.UNREACHABLE);
  }

  /** The bits of a local folder say little of root, of lists and of read-only mounts: Java asks. */
  private static boolean isWritable(FileSystem files, Path folder) throws IOException {
    if (files.getUri().getScheme().equals("file")) {
      return new File(folder.toUri().getPath()).canWrite();
    }
    try {
      files.access(folder, FsAction.WRITE_EXECUTE);
      return true;
    } catch (AccessControlException refused) {
      return false;
    }
  }
}
