// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import dev.tidemark.pipelines.parquet.DamagedFileException;
import dev.tidemark.pipelines.parquet.LakeFileException;
import dev.tidemark.pipelines.parquet.LakeFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Files that appear whole or not at all: written under a temporary name, forced to disk, renamed.
 */
final class DurableFile {

  /** Writes the content. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private DurableFile() {}

  /** Writes a file in place of one that may be there. */
  static void replace(Path file, Content content) throws IOException {
    FileSystem fileSystem = LakeFiles.fileSystem(file);
    Path temporary = write(fileSystem, file, content);
    if (isLocal(fileSystem)) {
      java.nio.file.Path target = local(fileSystem, file);
      Files.move(local(fileSystem, temporary), target, StandardCopyOption.ATOMIC_MOVE);
      forceDirectory(target);
    } else {
      fileSystem.delete(file, false);
      if (!fileSystem.rename(temporary, file)) {
        throw new IOException("cannot rename " + temporary + " to " + file);
      }
    }
  }

  /** Writes a file unless it is there; whether it was written. */
  static boolean create(Path file, Content content) throws IOException {
    FileSystem fileSystem = LakeFiles.fileSystem(file);
    if (fileSystem.exists(file)) {
      return false;
    }
    Path temporary = write(fileSystem, file, content);
    try {
      if (!isLocal(fileSystem)) {
        return fileSystem.rename(temporary, file);
      }
      java.nio.file.Path target = local(fileSystem, file);
      try {
        // a link, unlike a rename, fails when the name is taken
        Files.createLink(target, local(fileSystem, temporary));
      } catch (FileAlreadyExistsException taken) {
        return false;
      } catch (UnsupportedOperationException noLinks) {
        Files.move(local(fileSystem, temporary), target);
      }
      forceDirectory(target);
      return true;
    } finally {
      fileSystem.delete(temporary, false);
    }
  }

  private static Path write(FileSystem fileSystem, Path file, Content content) throws IOException {
    fileSystem.mkdirs(file.getParent());
    Path temporary = new Path(file.getParent(), "." + file.getName() + "." + UUID.randomUUID());
    try (FSDataOutputStream out = fileSystem.create(temporary, false);
        OutputStream buffered = new BufferedOutputStream(out, 1 << 16)) {
      content.writeTo(buffered);
      buffered.flush();
      out.hsync();
    } catch (IOException | RuntimeException | Error failure) {
      fileSystem.delete(temporary, false);
      throw failure;
    }
    if (isLocal(fileSystem)) {
      try (FileChannel channel =
          FileChannel.open(local(fileSystem, temporary), StandardOpenOption.WRITE)) {
        channel.force(true);
      }
    }
    return temporary;
  }

  private static boolean isLocal(FileSystem fileSystem) {
    return "file".equals(fileSystem.getUri().getScheme());
  }

  private static java.nio.file.Path local(FileSystem fileSystem, Path file) {
    return java.nio.file.Path.of(fileSystem.makeQualified(file).toUri().getPath());
  }

  /** Makes a new name in a directory durable, where the platform can. */
  private static void forceDirectory(java.nio.file.Path file) {
    java.nio.file.Path directory = file.getParent();
    if (directory == null) {
      return;
    }
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException unsupported) {
      // Windows opens no directories; the rename itself has happened
      return;
    }
  }

  /** Wraps an error of the lake's file system, with what was attempted. */
  static RuntimeException failed(String attempt, IOException cause) {
    if (cause instanceof DamagedFileException) {
      return new DamagedLakeException(String.valueOf(cause.getMessage()), cause);
    }
    return LakeFileException.of(attempt, cause);
  }
}
