// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/**
 * Files of one place that nobody needs any more.
 *
 * @param place a table's path, or another folder, below the lake's root
 * @param files the files
 * @param bytes of all of them
 */
public record Garbage(String place, List<Path> files, long bytes) {

  public Garbage {
    files = List.copyOf(files);
  }

  /** The garbage that some files are. */
  public static Garbage of(String place, List<FileStatus> files) {
    return new Garbage(
        place,
        files.stream().map(FileStatus::getPath).toList(),
        files.stream().mapToLong(FileStatus::getLen).sum());
  }
}
