// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import java.util.Arrays;

/** Distinct instants in micros, eight to sixteen bytes each however many rows have them. */
final class DistinctTimes {

  private long[] times = new long[8];
  private int size;

  void add(long time) {
    if (size > 0 && times[size - 1] == time) {
      return;
    }
    if (size == times.length) {
      settle();
      if (size > times.length / 2) {
        times = Arrays.copyOf(times, times.length * 2);
      }
    }
    times[size++] = time;
  }

  /** How many there are. */
  int count() {
    settle();
    return size;
  }

  /** The earliest of at least one. */
  long first() {
    settle();
    return times[0];
  }

  /** The latest of at least one. */
  long last() {
    settle();
    return times[size - 1];
  }

  /** Sorts them, and drops what is there twice. */
  private void settle() {
    Arrays.sort(times, 0, size);
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || times[i] != times[i - 1]) {
        times[distinct++] = times[i];
      }
    }
    size = distinct;
  }
}
