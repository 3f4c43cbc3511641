// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import dev.tidemark.pipelines.parquet.LakeFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Where landed files lie: {@code <lake>/landing/<Table>/yyyy/MM/dd/HHmmss/}, by the run's logical
 * time in UTC. The one owner of these paths.
 *
 * @param lakeRoot folder or file-system URI of the lake
 */
public record LandingLayout(String lakeRoot) implements Serializable {
  static final String MANIFEST = "_manifest.json";
  private static final DateTimeFormatter FOLDER =
      DateTimeFormatter.ofPattern("uuuu/MM/dd/HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  public LandingLayout {
    while (lakeRoot.length() > 1 && lakeRoot.endsWith("/")) {
      lakeRoot = lakeRoot.substring(0, lakeRoot.length() - 1);
    }
  }

  /** Folder of one table and run, without a slash at its end. */
  public String directory(String table, Instant logicalTime) {
    return lakeRoot + "/landing/" + table + "/" + FOLDER.format(logicalTime);
  }

  /** The folders of one table that hold a manifest, by logical time. */
  public List<String> landed(String table) throws IOException {
    Path root = new Path(lakeRoot + "/landing/" + table);
    FileSystem files = LakeFiles.fileSystem(root);
    List<String> directories = new ArrayList<>();
    // level by level: listing a tree at once asks a local disk for every file's owner
    for (String year : folders(files, root, "\\d{4}")) {
      for (String month : folders(files, new Path(root, year), "\\d{2}")) {
        String yearMonth = year + "/" + month;
        for (String day : folders(files, new Path(root, yearMonth), "\\d{2}")) {
          String date = yearMonth + "/" + day;
          for (String time : folders(files, new Path(root, date), "\\d{6}")) {
            String directory = root + "/" + date + "/" + time;
            if (files.exists(new Path(manifest(directory)))) {
              directories.add(lakeRoot + "/landing/" + table + "/" + date + "/" + time);
            }
          }
        }
      }
    }
    return directories;
  }

  /** The names in a folder that match, sorted; a folder that does not exist has none. */
  private static List<String> folders(FileSystem files, Path folder, String pattern)
      throws IOException {
    try {
      return Arrays.stream(files.listStatus(folder))
          .map(status -> status.getPath().getName())
          .filter(name -> name.matches(pattern))
          .sorted()
          .toList();
    } catch (FileNotFoundException nothingLanded) {
      return List.of();
    }
  }

  /** The manifest of such a folder. */
  public static String manifest(String directory) {
    return directory + "/" + MANIFEST;
  }

  /**
   * A landed file of such a folder. The attempt keeps a repeated run apart from what it left
   * before, the writer keeps apart who writes the same part.
   */
  static String fileName(String attempt, String part, String writer) {
    return prefix(attempt) + part + "-" + writer + ".parquet";
  }

  /** Whether a landed file is of that attempt. */
  static boolean isOf(String attempt, String fileName) {
    return fileName.startsWith(prefix(attempt));
  }

  private static String prefix(String attempt) {
    return "part-" + attempt + "-";
  }
}
