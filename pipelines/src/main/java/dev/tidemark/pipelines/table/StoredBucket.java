// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;

/** The live files of a bucket. */
final class StoredBucket {

  private final TableSpec spec;
  private final Path table;
  private final List<StoredFile> files = new ArrayList<>();

  /** Of the files of a snapshot, of whose rows so many bytes are held. */
  StoredBucket(TableSpec spec, Path table, List<DataFile> files, long memory) {
    this.spec = spec;
    this.table = table;
    StoredGroup.Room room = new StoredGroup.Room(memory);
    files.forEach(file -> this.files.add(new StoredFile(file, table, spec, room)));
  }

  /** What is stored after a change; nothing is held of it. */
  StoredBucket after(TableChange change) {
    Stream<DataFile> stay =
        files.stream()
            .map(StoredFile::file)
            .filter(file -> !change.removed().contains(file.path()));
    return new StoredBucket(spec, table, Stream.concat(stay, change.added().stream()).toList(), 0);
  }

  boolean isEmpty() {
    return files.isEmpty();
  }

  /** The paths of the files as in the table's log. */
  List<String> paths() {
    return files.stream().map(file -> file.file().path()).toList();
  }

  /** Hands on all row groups, always in the same order. */
  void forEachGroup(Consumer<StoredGroup> groups) {
    files.forEach(file -> file.groups().forEach(groups));
  }

  /** The row groups that may hold a key of one of these ranges, in that order. */
  List<StoredGroup> groupsOf(KeyRange... ranges) {
    List<StoredGroup> candidates = new ArrayList<>();
    for (StoredFile file : files) {
      if (Stream.of(ranges).anyMatch(range -> range.mayMeet(file.file()))) {
        file.groups().stream()
            .filter(group -> Stream.of(ranges).anyMatch(group::mayMeet))
            .forEach(candidates::add);
      }
    }
    return candidates;
  }

  /**
   * The files that a row leaves; with them those that are small, when these are many. The oldest is
   * first: rows come by time, and what comes together is changed together.
   */
  List<StoredFile> toRewrite(LeavingRows leaving) {
    List<StoredFile> rewritten = new ArrayList<>();
    List<StoredFile> small = new ArrayList<>();
    for (StoredFile file : files) {
      if (leaving.anyOf(file)) {
        rewritten.add(file);
      } else if (file.isSmall()) {
        small.add(file);
      }
    }
    if (small.size() >= BucketMerge.FOLD_FILES) {
      rewritten.addAll(small);
    }
    rewritten.sort(Comparator.comparingLong(file -> file.file().modificationTime()));
    return rewritten;
  }
}
