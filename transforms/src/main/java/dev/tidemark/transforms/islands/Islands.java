// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.islands;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs of consecutive whole numbers: {@code 5, 3, 4, 4, 9} gives 3–5 (three periods) and 9–9 (one).
 *
 * <p>The periods may come in any order and more than once. No periods give no islands.
 */
public final class Islands {
  private Islands() {}

  /** One run, both ends included, numbered from 1 in ascending order. */
  public record Island(int number, int start, int end) {
    /** How many periods the run holds. */
    public int length() {
      return end - start + 1;
    }
  }

  /** The runs of these periods in ascending order. The array is left as it is. */
  public static List<Island> of(int... periods) {
    if (periods.length == 0) {
      return List.of();
    }
    int[] sorted = periods.clone();
    Arrays.sort(sorted);
    List<Island> islands = new ArrayList<>();
    int start = sorted[0];
    int end = start;
    for (int period : sorted) {
      if ((long) period > end + 1L) {
        islands.add(new Island(islands.size() + 1, start, end));
        start = period;
      }
      end = period;
    }
    islands.add(new Island(islands.size() + 1, start, end));
    return islands;
  }
}
