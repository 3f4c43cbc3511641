// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A file of the lake that cannot be read or written. The message names it and says why, since a
 * runner may hand on no more than that.
 */
public final class LakeFileException extends UncheckedIOException {

  private static final long serialVersionUID = 1L;

  private LakeFileException(String message, IOException cause) {
    super(message, cause);
  }

  /** What was attempted, as in {@code cannot write FILE}, and why it failed. */
  public static LakeFileException of(String attempt, IOException cause) {
    return new LakeFileException(attempt + ": " + cause.getMessage(), cause);
  }
}
