// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.util.Arrays;
import java.util.List;

/** The middle of what was measured, and between what it lies. */
final class Medians {

  /** Of one measure of one contender. */
  record Spread(double least, double median, double most) {}

  private final List<Result> results;

  private Medians(List<Result> results) {
    this.results = results;
  }

  static Medians of(List<Result> results) {
    return new Medians(List.copyOf(results));
  }

  /** Whether a contender was measured in a phase. */
  boolean has(String contender, Phase phase) {
    return results.stream().anyMatch(result -> is(result, contender, phase));
  }

  /** What was measured of a contender in a phase. */
  Spread of(String contender, Phase phase, Measure measure) {
    double[] values =
        results.stream()
            .filter(result -> is(result, contender, phase))
            .mapToDouble(result -> measure.of(result.measurement()))
            .sorted()
            .toArray();
    if (values.length == 0) {
      throw new IllegalArgumentException(contender + " was not measured " + phase.label());
    }
    return new Spread(values[0], median(values), values[values.length - 1]);
  }

  private static double median(double[] sorted) {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1
        ? sorted[middle]
        : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
  }

  private static boolean is(Result result, String contender, Phase phase) {
    return result.contender().equals(contender) && result.measurement().phase() == phase;
  }
}
