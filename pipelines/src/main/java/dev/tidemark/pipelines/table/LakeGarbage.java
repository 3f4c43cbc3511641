// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.pipelines.parquet.LakeFiles;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finds the files of a lake's tables that no version needs which is to stay readable, and deletes
 * them. Nobody may write to the lake meanwhile; what is younger than the retention stays, so that
 * another engine may.
 *
 * <p>A data file is needed when it is live in a version that was the latest at some time since the
 * retention began, in a version that is kept by number, or when an intent is to add it. Whoever
 * wrote it: a file that the log names is a data file. The log itself is left alone: Delta cuts it
 * at its checkpoints.
 */
public final class LakeGarbage {

  private static final String LOG = "_delta_log";
  private static final Pattern COMMIT = Pattern.compile("(\\d{20})\\.json");
  private static final Pattern PLAN = Pattern.compile("\\d+\\.plan\\.json");

  private final String lakeRoot;
  private final List<Intent> pending;
  private final Set<String> added = new HashSet<>();

  private LakeGarbage(String lakeRoot) throws IOException {
    this.lakeRoot = lakeRoot;
    pending = Intents.in(lakeRoot).all();
    for (Intent intent : pending) {
      for (TableChange change : intent.changes()) {
        Path table = new Path(lakeRoot, change.table());
        for (DataFile file : change.added()) {
          added.add(qualified(file.in(table)));
        }
      }
    }
  }

  /** The garbage of a lake. */
  public static LakeGarbage in(String lakeRoot) {
    try {
      return new LakeGarbage(lakeRoot);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot look at the lake " + lakeRoot, failure);
    }
  }

  /**
   * The data files of a table that were written before some time and that nobody needs.
   *
   * @param path the table's path below the lake's root
   * @param before when the retention began
   * @param versions kept beside those that were the latest at some time since
   */
  public Garbage ofTable(String path, Instant before, Set<Long> versions) {
    Path table = new Path(lakeRoot, path);
    try {
      Set<String> needed = needed(path, table, before.toEpochMilli(), versions);
      List<FileStatus> garbage = new ArrayList<>();
      for (FileStatus file : filesBelow(table, name -> name.contains("=") || isVisible(name))) {
        String name = file.getPath().getName();
        boolean isOld = file.getModificationTime() < before.toEpochMilli();
        if (isOld
            && isVisible(name)
            && name.endsWith(".parquet")
            && !needed.contains(qualified(file.getPath()))) {
          garbage.add(file);
        }
      }
      return Garbage.of(path, garbage);
    } catch (IOException failure) {
      throw DurableFile.failed("cannot look for files of table " + path + " to delete", failure);
    }
  }

  /**
   * Plans that no intent came of, and files that were not finished, beside the intents and the
   * cuts.
   */
  public List<Garbage> leftovers(Instant before) {
    Set<String> plans =
        pending.stream()
            .map(intent -> PlanFile.path(lakeRoot, intent.batchId()).getName())
            .collect(Collectors.toSet());
    List<Garbage> garbage = new ArrayList<>();
    for (Path folder : List.of(Intents.directory(lakeRoot), PublishedCut.directory(lakeRoot))) {
      try {
        List<FileStatus> old = new ArrayList<>();
        for (FileStatus file : filesBelow(folder, name -> false)) {
          String name = file.getPath().getName();
          boolean isPlan = PLAN.matcher(name).matches() && !plans.contains(name);
          boolean isUnfinished = name.startsWith(".");
          if ((isPlan || isUnfinished) && file.getModificationTime() < before.toEpochMilli()) {
            old.add(file);
          }
        }
        garbage.add(Garbage.of(folder.getName(), old));
      } catch (IOException failure) {
        throw DurableFile.failed("cannot look for files in " + folder + " to delete", failure);
      }
    }
    return garbage;
  }

  /** Deletes the files; one that is gone already is none the worse. */
  public static void delete(Garbage garbage) {
    for (Path file : garbage.files()) {
      try {
        FileSystem files = LakeFiles.fileSystem(file);
        files.delete(file, false);
        // what Hadoop's own local file system leaves beside a file that another engine wrote
        files.delete(new Path(file.getParent(), "." + file.getName() + ".crc"), false);
      } catch (IOException failure) {
        throw DurableFile.failed("cannot delete " + file, failure);
      }
    }
  }

  private Set<String> needed(String path, Path table, long before, Set<Long> versions)
      throws IOException {
    Set<String> needed = new HashSet<>(added);
    DeltaLog log = DeltaLog.of(table, path);
    Optional<DeltaLog.State> latest = log.latest();
    if (latest.isEmpty()) {
      return needed;
    }
    addLive(latest.get(), table, needed);
    NavigableMap<Long, FileStatus> commits = commits(table);
    // the version that was the latest when the retention began, and all since
    long first = commits.isEmpty() ? latest.get().version() : commits.firstKey();
    for (Map.Entry<Long, FileStatus> commit : commits.entrySet()) {
      if (commit.getValue().getModificationTime() < before) {
        first = commit.getKey();
      }
    }
    addLive(log.at(first), table, needed);
    for (FileStatus commit : commits.tailMap(first, false).values()) {
      addAdded(commit.getPath(), table, needed);
    }
    Set<Long> numbers = new HashSet<>(versions);
    pending.forEach(intent -> numbers.add(intent.baseVersions().getOrDefault(path, -1L)));
    for (long version : numbers) {
      if (version < first && commits.containsKey(version)) {
        addLive(log.at(version), table, needed);
      }
    }
    return needed;
  }

  private static void addLive(DeltaLog.State state, Path table, Set<String> needed)
      throws IOException {
    for (DataFile file : state.liveFiles()) {
      needed.add(qualified(file.in(table)));
    }
  }

  /** What a commit adds, by the log's protocol: an action a line. */
  private static void addAdded(Path commit, Path table, Set<String> needed) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                LakeFiles.fileSystem(commit).open(commit), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode file = Json.MAPPER.readTree(line).path("add").path("path");
        if (file.isTextual()) {
          needed.add(qualified(DataFile.resolve(file.asText(), table)));
        }
      }
    }
  }

  private static NavigableMap<Long, FileStatus> commits(Path table) throws IOException {
    NavigableMap<Long, FileStatus> commits = new TreeMap<>();
    for (FileStatus file : filesBelow(new Path(table, LOG), name -> false)) {
      Matcher name = COMMIT.matcher(file.getPath().getName());
      if (name.matches()) {
        commits.put(Long.parseLong(name.group(1)), file);
      }
    }
    return commits;
  }

  private static List<FileStatus> filesBelow(Path folder, Predicate<String> entered)
      throws IOException {
    List<FileStatus> files = new ArrayList<>();
    try {
      for (FileStatus child : LakeFiles.fileSystem(folder).listStatus(folder)) {
        if (!child.isDirectory()) {
          files.add(child);
        } else if (entered.test(child.getPath().getName())) {
          files.addAll(filesBelow(child.getPath(), entered));
        }
      }
    } catch (FileNotFoundException absent) {
      return files;
    }
    return files;
  }

  /** By Delta's convention: neither the log nor anything that an engine hides. */
  private static boolean isVisible(String name) {
    return !name.startsWith("_") && !name.startsWith(".");
  }

  private static String qualified(Path file) throws IOException {
    return LakeFiles.fileSystem(file).makeQualified(file).toString();
  }
}
