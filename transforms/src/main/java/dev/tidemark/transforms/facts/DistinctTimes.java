// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Distinct instants in micros, eight to sixteen bytes each however many rows have them. Written,
 * they take one to six: what was submitted in two places at one time is one submission, so counts
 * alone could not be added up.
 */
public final class DistinctTimes {

  private static final int GROUP_BITS = 7;
  private static final int GROUP = (1 << GROUP_BITS) - 1;
  private static final int MORE = 1 << GROUP_BITS;

  private long[] times = new long[8];
  private int size;

  /** None yet. */
  public DistinctTimes() {}

  /** Adds a time. */
  public void add(long time) {
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

  /** Adds those that {@link #toBytes()} wrote. */
  public void addAll(byte[] written) {
    long time = 0;
    for (int at = 0; at < written.length; ) {
      long step = 0;
      int shift = 0;
      byte group;
      do {
        group = written[at++];
        step |= (long) (group & GROUP) << shift;
        shift += GROUP_BITS;
      } while ((group & MORE) != 0);
      time += step;
      add(time);
    }
  }

  /**
   * Writes them: in ascending order the steps from one to the next, the first from 1970, each in
   * groups of seven bits from the lowest, with the eighth set if more follow. Equal times give equal
   * bytes, none give none.
   */
  public byte[] toBytes() {
    settle();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(size * 6);
    long before = 0;
    for (int i = 0; i < size; i++) {
      // as an unsigned number: a time before 1970 takes ten bytes
      long step = times[i] - before;
      before = times[i];
      for (; step >>> GROUP_BITS != 0; step >>>= GROUP_BITS) {
        bytes.write((int) (step & GROUP) | MORE);
      }
      bytes.write((int) step);
    }
    return bytes.toByteArray();
  }

  /** How many there are. */
  public int count() {
    settle();
    return size;
  }

  /** The earliest of at least one. */
  public long first() {
    settle();
    return times[0];
  }

  /** The latest of at least one. */
  public long last() {
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
