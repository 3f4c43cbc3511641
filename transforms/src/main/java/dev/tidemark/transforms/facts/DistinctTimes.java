// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * Distinct instants in micros, and of how many rows each is: sixteen bytes for each instant however
 * many rows have it, up to twice that while they are collected. Written, an instant takes two to
 * seven: what was submitted in two places at one time is one submission, so how many there are
 * could not be added up; and it stays one until the last of its rows is taken away.
 */
public final class DistinctTimes {

  private static final int GROUP_BITS = 7;
  private static final int GROUP = (1 << GROUP_BITS) - 1;
  private static final int MORE = 1 << GROUP_BITS;

  private long[] times = new long[8];
  private long[] rows = new long[8];
  private int size;

  /** None yet. */
  public DistinctTimes() {}

  /** Adds the time of a row. */
  public void add(long time) {
    add(time, 1);
  }

  /** Adds those that {@link #toBytes()} wrote. */
  public void addAll(byte[] written) {
    addAll(written, 1);
  }

  /**
   * Takes away those that {@link #toBytes()} wrote.
   *
   * @throws ArithmeticException now or when they are asked for, if a time was not of so many rows
   */
  public void removeAll(byte[] written) {
    addAll(written, -1);
  }

  private void addAll(byte[] written, int sign) {
    long time = 0;
    for (int at = 0; at < written.length; ) {
      long step = number(written, at);
      at += length(written, at);
      long count = number(written, at);
      at += length(written, at);
      time += step;
      add(time, sign * count);
    }
  }

  private void add(long time, long count) {
    if (size > 0 && times[size - 1] == time) {
      rows[size - 1] += count;
      return;
    }
    if (size == times.length) {
      settle();
      if (size > times.length / 2) {
        times = Arrays.copyOf(times, times.length * 2);
        rows = Arrays.copyOf(rows, times.length);
      }
    }
    times[size] = time;
    rows[size++] = count;
  }

  private static long number(byte[] written, int at) {
    long number = 0;
    int shift = 0;
    for (int i = at; ; i++, shift += GROUP_BITS) {
      number |= (long) (written[i] & GROUP) << shift;
      if ((written[i] & MORE) == 0) {
        return number;
      }
    }
  }

  private static int length(byte[] written, int at) {
    int end = at;
    while ((written[end] & MORE) != 0) {
      end++;
    }
    return end + 1 - at;
  }

  /**
   * Writes them: in ascending order the step from one to the next, the first from 1970, and the
   * number of its rows, each in groups of seven bits from the lowest, with the eighth set if more
   * follow. Equal times of as many rows give equal bytes, none give none.
   */
  public byte[] toBytes() {
    settle();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(size * 7);
    long before = 0;
    for (int i = 0; i < size; i++) {
      // as an unsigned number: a time before 1970 takes ten bytes
      write(times[i] - before, bytes);
      write(rows[i], bytes);
      before = times[i];
    }
    return bytes.toByteArray();
  }

  private static void write(long number, ByteArrayOutputStream bytes) {
    long rest = number;
    for (; rest >>> GROUP_BITS != 0; rest >>>= GROUP_BITS) {
      bytes.write((int) (rest & GROUP) | MORE);
    }
    bytes.write((int) rest);
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

  /** Sorts them, counts the rows of each together, and drops those that no row has. */
  private void settle() {
    if (isSettled()) {
      return;
    }
    long[] sorted = Arrays.copyOf(times, size);
    Arrays.sort(sorted);
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[distinct++] = sorted[i];
      }
    }
    long[] counts = new long[distinct];
    for (int i = 0; i < size; i++) {
      counts[Arrays.binarySearch(sorted, 0, distinct, times[i])] += rows[i];
    }
    size = 0;
    for (int i = 0; i < distinct; i++) {
      if (counts[i] < 0) {
        throw new ArithmeticException("a time is of " + counts[i] + " rows");
      }
      if (counts[i] > 0) {
        times[size] = sorted[i];
        rows[size++] = counts[i];
      }
    }
  }

  private boolean isSettled() {
    for (int i = 0; i < size; i++) {
      if (rows[i] <= 0 || i > 0 && times[i - 1] >= times[i]) {
        return false;
      }
    }
    return true;
  }
}
