// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.chart;

import java.util.Arrays;
import java.util.Collection;

/** The middle of some figures, and between what they lie. */
record Spread(double least, double median, double most) {

  /** The spread of at least one figure; of an even number the median is between the middle two. */
  static Spread of(Collection<Double> figures) {
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1
            ? sorted[middle]
            : Arrays.stream(sorted, middle - 1, middle + 1).sum() / 2;
    return new Spread(sorted[0], median, sorted[sorted.length - 1]);
  }
}
