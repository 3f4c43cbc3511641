// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.micro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A temporary folder for files that nobody reads again. */
final class ScratchFolder {

  private final Path folder;
  private long names;

  ScratchFolder(String prefix) {
    try {
      folder = Files.createTempDirectory(prefix);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A name that was not given before. */
  String freshName() {
    return Long.toString(names++);
  }

  /** The files in it, at any depth. */
  List<Path> files() {
    return walk(path -> Files.isRegularFile(path));
  }

  /** Removes every file but these. */
  void keepOnly(List<Path> kept) {
    delete(walk(path -> Files.isRegularFile(path) && !kept.contains(path)));
  }

  /** Removes the folder. */
  void remove() {
    delete(walk(path -> true));
  }

  /** Those in a folder before the folder. */
  private List<Path> walk(Predicate<Path> wanted) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(wanted).sorted(Comparator.reverseOrder()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(List<Path> paths) {
    try {
      for (Path path : paths) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
