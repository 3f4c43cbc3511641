// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import org.jspecify.annotations.Nullable;

/**
 * What a contender may cost at most, by the median.
 *
 * @param measure what is limited
 * @param phase of both contenders
 * @param contender whom it limits
 * @param rival whose median is the unit; null when the limit is in the measure's own
 * @param limit so many times the rival, or so many seconds or megabytes
 */
record Budget(
    Measure measure, Phase phase, String contender, @Nullable String rival, double limit) {

  /** At most so many times what a rival takes. */
  static Budget times(double limit, String rival, Measure measure, Phase phase, String contender) {
    return new Budget(measure, phase, contender, rival, limit);
  }

  /** At most so many seconds or megabytes, the first time. */
  static Budget atMost(double limit, Measure measure, String contender) {
    return new Budget(measure, Phase.COLD, contender, null, limit);
  }
}
