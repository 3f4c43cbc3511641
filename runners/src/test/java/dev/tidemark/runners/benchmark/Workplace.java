// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of the benchmarks: data that is made once and used by every run with the same
 * parameters, what a round makes, and results. It runs the source's server, one at a time.
 */
final class Workplace implements AutoCloseable {

  private static final String COMPLETE = "_complete";

  private final Path folder;
  private @Nullable BenchmarkSource source;

  private Workplace(Path folder) {
    this.folder = folder;
  }

  static Workplace in(Path folder) {
    return new Workplace(folder);
  }

  Path folder() {
    return folder;
  }

  /** Makes data, in a folder that is empty before and complete after. */
  interface Maker {
    void make(Path folder) throws Exception;
  }

  /** The folder of some data, which is made if it is not complete. */
  Path data(String name, Maker maker) throws Exception {
    Path data = data(name);
    if (!Files.exists(data.resolve(COMPLETE))) {
      empty(data);
      maker.make(data);
      Files.createFile(data.resolve(COMPLETE));
    }
    return data;
  }

  /** Where some data lies. */
  Path data(String name) {
    return folder.resolve("data").resolve(name);
  }

  /** The folder of what the rounds of a job make. */
  Path rounds(Job job) {
    return folder.resolve("rounds").resolve(job.name() + "-" + job.scale().label());
  }

  /** The folder of results. */
  Path results() throws IOException {
    return Files.createDirectories(folder.resolve("results"));
  }

  /** The running source of a size; one of another size is stopped. */
  BenchmarkSource source(Scale scale) throws Exception {
    BenchmarkSource running = source;
    if (running != null && !running.scale().equals(scale)) {
      close();
      running = null;
    }
    if (running == null) {
      Path data = data("postgresql-" + scale.label(), at -> BenchmarkSource.fill(at, scale));
      running = BenchmarkSource.start(data, scale);
      source = running;
    }
    return running;
  }

  /** Removes a folder with all that is in it, and makes it anew. */
  static Path empty(Path directory) throws IOException {
    delete(directory);
    return Files.createDirectories(directory);
  }

  /** Removes a folder with all that is in it, if it is there. */
  static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * Copies a lake or a table. A Parquet file is never changed once it is written, so that the copy
   * shares it: copying it would fill the disk's cache with what the measured work has to write.
   */
  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else if (file.toString().endsWith(".parquet")) {
          Files.createLink(copy, file);
        } else {
          Files.copy(file, copy);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (source != null) {
      source.close();
      source = null;
    }
  }
}
