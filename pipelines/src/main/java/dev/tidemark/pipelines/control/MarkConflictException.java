// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A mark is not the one that the run started from; nothing was moved. */
public final class MarkConflictException extends ControlStoreException {
  private static final long serialVersionUID = 1L;

  private final String table;
  private final @Nullable Mark expected;
  private final @Nullable Mark found;

  public MarkConflictException(String table, @Nullable Mark expected, @Nullable Mark found) {
    super(
        Reason.CONFLICT,
        "table "
            + table
            + ": this run started from mark "
            + describe(expected)
            + " but the control store now has "
            + describe(found)
            + "; no mark was moved, run again",
        null);
    this.table = table;
    this.expected = expected;
    this.found = found;
  }

  public String table() {
    return table;
  }

  public Optional<Mark> expected() {
    return Optional.ofNullable(expected);
  }

  public Optional<Mark> found() {
    return Optional.ofNullable(found);
  }

  private static String describe(@Nullable Mark mark) {
    return mark == null ? "none" : mark.toString();
  }
}
