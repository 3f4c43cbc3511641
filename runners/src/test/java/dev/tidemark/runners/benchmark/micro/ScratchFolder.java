// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.micro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
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
  List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  /** Removes every file but these. */
  void keepOnly(List<Path> kept) throws IOException {
    for (Path file : files()) {
      if (!kept.contains(file)) {
        Files.delete(file);
      }
    }
  }

  /** Removes the folder. */
  void remove() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
