// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file is missing, or is not what was written: reading it again would not help. */
public final class DamagedFileException extends IOException {

  private static final long serialVersionUID = 1L;

  private static final String REMEDY =
      "restore it from a copy of the lake, or move its table away so that it is built anew";

  private final String fault;

  private DamagedFileException(String fault, String remedy, @Nullable Throwable cause) {
    super(fault + "; " + remedy, cause);
    this.fault = fault;
  }

  static DamagedFileException missing(Object file, Throwable cause) {
    return new DamagedFileException("file " + file + " is missing", REMEDY, cause);
  }

  /** A file whose bytes make no sense. */
  public static DamagedFileException unreadable(Object file, Throwable cause) {
    String why =
        cause.getMessage() == null
            ? cause.getClass().getSimpleName()
            : cause.getMessage().lines().findFirst().orElse("");
    return new DamagedFileException("file " + file + " is damaged (" + why + ")", REMEDY, cause);
  }

  /** A file that holds more or less than whoever names it says. */
  public static DamagedFileException other(Object file, long found, long named, String what) {
    return new DamagedFileException(
        "file " + file + " has " + found + " " + what + ", not the " + named + " that are named",
        REMEDY,
        null);
  }

  /** The same, where there is something better to do. */
  public DamagedFileException withRemedy(String remedy) {
    return new DamagedFileException(fault, remedy, this);
  }
}
