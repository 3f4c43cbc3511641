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
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
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
  private static final Pattern UNFINISHED = Pattern.compile("_part-.*\\.unfinished");
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
    String root = lakeRoot + "/landing/" + table;
    FileSystem files = LakeFiles.fileSystem(new Path(root));
    List<String> directories = new ArrayList<>();
    for (String directory : landings(files, root)) {
      if (files.exists(new Path(manifest(directory)))) {
        directories.add(directory);
      }
    }
    return directories;
  }

  /** The folders of one table, with a manifest or without, by logical time. */
  private static List<String> landings(FileSystem files, String root) throws IOException {
    List<String> directories = new ArrayList<>();
    // level by level: listing a tree at once asks a local disk for every file's owner
    for (String year : folders(files, new Path(root), "\\d{4}")) {
      String ofYear = root + "/" + year;
      for (String month : folders(files, new Path(ofYear), "\\d{2}")) {
        String ofMonth = ofYear + "/" + month;
        for (String day : folders(files, new Path(ofMonth), "\\d{2}")) {
          String ofDay = ofMonth + "/" + day;
          for (String time : folders(files, new Path(ofDay), "\\d{6}")) {
            directories.add(ofDay + "/" + time);
          }
        }
      }
    }
    return directories;
  }

  /** The files of all tables that were begun before some time and never finished. */
  public List<FileStatus> unfinished(Instant before) throws IOException {
    String root = lakeRoot + "/landing";
    FileSystem files = LakeFiles.fileSystem(new Path(root));
    List<FileStatus> unfinished = new ArrayList<>();
    for (String table : folders(files, new Path(root), "[^_.].*")) {
      for (String directory : landings(files, root + "/" + table)) {
        for (FileStatus file : files.listStatus(new Path(directory))) {
          if (UNFINISHED.matcher(file.getPath().getName()).matches()
              && file.getModificationTime() < before.toEpochMilli()) {
            unfinished.add(file);
          }
        }
      }
    }
    return unfinished;
  }

  /** The name of a landed file until it is whole. */
  static String unfinishedName(String fileName) {
    return "_" + fileName + ".unfinished";
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
