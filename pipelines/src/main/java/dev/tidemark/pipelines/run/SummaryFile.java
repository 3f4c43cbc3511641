// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The summary of a run as a file that appears whole or not at all. */
public final class SummaryFile {

  /** A summary that was not written, of a run that has ended. */
  public static final class UnwrittenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnwrittenException(String message, IOException cause) {
      super(message, cause);
    }
  }

  private final Path target;

  private SummaryFile(Path target) {
    this.target = target;
  }

  /**
   * A summary at that path.
   *
   * @throws ConfigException when nothing can be written there: told before a run, not after it
   */
  public static SummaryFile at(Path file) {
    Path target = file.toAbsolutePath().normalize();
    SummaryFile summary = new SummaryFile(target);
    try {
      if (Files.isDirectory(target)) {
        throw new IOException("it is a folder");
      }
      Path folder = target.getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      Files.writeString(summary.half(), "");
      Files.delete(summary.half());
    } catch (IOException e) {
      throw new ConfigException(
          "--summaryFile="
              + file
              + " cannot be written ("
              + reason(e)
              + "); name a file in a folder that can be written");
    }
    return summary;
  }

  /**
   * Writes the summary, in place of an older one.
   *
   * @throws UnwrittenException when that fails; the run itself is what it is
   */
  public void write(RunSummary summary) {
    try {
      Files.writeString(half(), summary.toJson() + "\n");
      Files.move(
          half(), target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UnwrittenException(
          "the summary "
              + target
              + " cannot be written ("
              + reason(e)
              + "); the run itself is "
              + summary.outcome()
              + ", find its summary on standard output",
          e);
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
