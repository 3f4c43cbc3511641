// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a table a load reads: the rows of a window, rows whose mark no clock has reached
 * yet, rows without a mark; or all of them.
 *
 * @param window rows with {@code readLow < mark <= high}; null when the window is empty, and for a
 *     table that is read whole
 * @param futureAfter rows later than this are read too, to be quarantined; null when they are not
 * @param unmarked whether rows without a mark are read too
 */
public record ReadScope(@Nullable MarkWindow window, @Nullable Mark futureAfter, Unmarked unmarked)
    implements Serializable {

  /** What becomes of rows without a mark. */
  public enum Unmarked {
    /** They are not read. */
    LEFT,
    /** They are read with the window. */
    READ
  }

  /** Every row of the table. */
  public static ReadScope whole() {
    return new ReadScope(null, null, Unmarked.LEFT);
  }

  /** The rows of a window, its overlap too. */
  public static ReadScope of(MarkWindow window) {
    return new ReadScope(window, null, Unmarked.LEFT);
  }

  /** The rows later than a mark only. */
  public static ReadScope future(Mark after) {
    return new ReadScope(null, after, Unmarked.LEFT);
  }

  /** The rows without a mark only. */
  public static ReadScope unmarkedRows() {
    return new ReadScope(null, null, Unmarked.READ);
  }

  /** Rows later than the mark too. */
  public ReadScope withFuture(Mark after) {
    return new ReadScope(window, after, unmarked);
  }

  /** Rows without a mark too. */
  public ReadScope withUnmarked() {
    return new ReadScope(window, futureAfter, Unmarked.READ);
  }

  /** Whether every row is read. */
  public boolean isWhole() {
    return window == null && futureAfter == null && unmarked == Unmarked.LEFT;
  }
}
