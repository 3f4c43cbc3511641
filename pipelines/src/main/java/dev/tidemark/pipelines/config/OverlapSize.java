// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.io.Serializable;
import java.time.Duration;

/**
 * How far behind its mark a table is read again. What is configured is a time or a count of
 * numbers, and which of them fits is only known at the source; the default fits either.
 *
 * @param unit what was configured
 * @param time how far behind a mark that is a time
 * @param numbers how far behind a mark that is a number
 */
public record OverlapSize(Unit unit, Duration time, long numbers) implements Serializable {

  /** What a size is given in. */
  public enum Unit {
    /** Nothing was configured. */
    EITHER,
    TIME,
    NUMBERS
  }

  /** The time when none is configured. */
  static final Duration DEFAULT_TIME = Duration.ofMinutes(15);

  private static final long DEFAULT_NUMBERS = 1000;

  /** The size when none is configured. */
  public static OverlapSize byDefault() {
    return new OverlapSize(Unit.EITHER, DEFAULT_TIME, DEFAULT_NUMBERS);
  }

  /** A time. */
  public static OverlapSize of(Duration time) {
    return new OverlapSize(Unit.TIME, time, DEFAULT_NUMBERS);
  }

  /** So many numbers: the mark itself is the first of them. */
  public static OverlapSize of(long numbers) {
    return new OverlapSize(Unit.NUMBERS, DEFAULT_TIME, numbers);
  }

  /** As it is configured. */
  @Override
  public String toString() {
    return unit == Unit.NUMBERS ? Long.toString(numbers) : time.toString();
  }
}
