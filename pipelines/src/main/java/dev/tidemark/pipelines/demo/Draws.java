// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import java.math.BigDecimal;
import java.util.List;

/**
 * Numbers that look random and are the same on every machine and in every year: SplitMix64. (The
 * JDK promises the sequence of {@code java.util.Random} only, and that one correlates for
 * neighbouring seeds.)
 */
final class Draws {

  private long state;

  private Draws(long seed) {
    this.state = seed;
  }

  /**
   * A sequence of its own for one thing (a section, a table), so that a change in one place leaves
   * the others as they were.
   */
  static Draws of(String purpose, long thing) {
    long seed = 0x7469_6465_6d61_726bL;
    for (int i = 0; i < purpose.length(); i++) {
      seed = mix(seed ^ purpose.charAt(i));
    }
    return new Draws(mix(seed ^ thing));
  }

  /** From 0 to bound − 1. */
  int below(int bound) {
    state += 0x9e37_79b9_7f4a_7c15L;
    return (int) Long.remainderUnsigned(mix(state), bound);
  }

  /** From low to high, both included. */
  int between(int low, int high) {
    return low + below(high - low + 1);
  }

  boolean percent(int chance) {
    return below(100) < chance;
  }

  <T> T oneOf(List<T> values) {
    return values.get(below(values.size()));
  }

  /** An amount with pence, both bounds in whole units. */
  BigDecimal amount(int low, int high) {
    return BigDecimal.valueOf(between(low * 100, high * 100), 2);
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
    return z ^ (z >>> 31);
  }
}
