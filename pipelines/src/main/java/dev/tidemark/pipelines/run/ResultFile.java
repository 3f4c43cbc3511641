// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file that a run leaves beside the lake, as its summary: it appears whole or not at all, in
 * place of an older one.
 */
public final class ResultFile {

  /** A file that was not written, of a run that has ended. */
  public static final class UnwrittenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnwrittenException(String message, IOException cause) {
      super(message, cause);
    }
  }

  private final String option;
  private final Path target;

  private ResultFile(String option, Path target) {
    this.option = option;
    this.target = target;
  }

  /**
   * A file at that path; the folders above it are made.
   *
   * @param option names it, such as {@code --summaryFile}
   * @throws ConfigException when nothing can be written there: told before a run, not after it
   */
  public static ResultFile at(String option, Path file) {
    Path target = file.toAbsolutePath().normalize();
    ResultFile result = new ResultFile(option, target);
    try {
      if (Files.isDirectory(target)) {
        throw new IOException("it is a folder");
      }
      Path folder = target.getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.writeString(result.half(), "");
      Files.delete(result.half());
    } catch (IOException e) {
      throw new ConfigException(
          option
              + "="
              + file
              + " cannot be written ("
              + reason(e)
              + "); name a file in a folder that can be written");
    }
    return result;
  }

  /**
   * Writes the whole file, in UTF-8.
   *
   * @throws UnwrittenException when that fails; the run itself is what it is
   */
  public void write(String text) {
    try {
      Files.writeString(half(), text);
      Files.move(
          half(), target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UnwrittenException(
          option + "=" + target + " cannot be written (" + reason(e) + ")", e);
    }
  }

  private Path half() {
    return target.resolveSibling("." + target.getFileName() + ".tmp");
  }

  private static String reason(IOException e) {
    return e.getClass() == IOException.class
        ? String.valueOf(e.getMessage())
        : e.getClass().getSimpleName() + " " + e.getMessage();
  }
}
