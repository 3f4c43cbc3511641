// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import java.util.Arrays;

/**
 * Every source key that was landed, where its latest image lies, and in which tables it was found
 * since.
 *
 * <p>A hash table of primitive arrays: 35 to 70 bytes per key.
 */
final class LandedKeys {

  /** The key stands in silver. */
  static final int SILVER = 1;

  /** The key stands in quarantine. */
  static final int QUARANTINE = 2;

  /** The key was found more than once. */
  static final int AGAIN = 4;

  /** The rank of an image without an update time. */
  static final long NO_TIME = Long.MIN_VALUE + 1;

  /** The rank of an image that was dated later than the source's clock: any other is the latest. */
  static final long IN_THE_FUTURE = Long.MIN_VALUE;

  private static final int FIRST_CAPACITY = 1 << 12;

  private long[] keys = new long[FIRST_CAPACITY];
  private long[] times = new long[FIRST_CAPACITY];

  /** The row's number in reading order, from 1; 0 where the slot is free. */
  private long[] places = new long[FIRST_CAPACITY];

  private byte[] found = new byte[FIRST_CAPACITY];
  private int size;

  /**
   * Notes an image. Of two images of a key the one with the later time stays, at one time the one
   * that comes later.
   *
   * @param time of the update, or one of the ranks below every time
   * @param place the row's number in reading order, from 1
   */
  void add(long key, long time, long place) {
    int slot = slot(key);
    if (places[slot] == 0) {
      if (++size > keys.length / 4 * 3) {
        grow();
        slot = slot(key);
      }
      keys[slot] = key;
    } else if (time < times[slot]) {
      return;
    }
    times[slot] = time;
    places[slot] = place;
  }

  /** The number of distinct keys. */
  int size() {
    return size;
  }

  /** Whether the row with this number is the latest image of its key. */
  boolean isLatest(long key, long place) {
    return places[slot(key)] == place;
  }

  /** Notes that a key stands in a table; gives where it was found before, −1 if never landed. */
  int find(long key, int table) {
    int slot = slot(key);
    if (places[slot] == 0) {
      return -1;
    }
    int before = found[slot];
    found[slot] = (byte) (before | (before == 0 ? table : table | AGAIN));
    return before;
  }

  /** Where a landed key was found. */
  int foundIn(long key) {
    return found[slot(key)];
  }

  /** The keys that were found nowhere, ascending. */
  long[] lost() {
    long[] lost = new long[size];
    int n = 0;
    for (int slot = 0; slot < keys.length; slot++) {
      if (places[slot] != 0 && found[slot] == 0) {
        lost[n++] = keys[slot];
      }
    }
    lost = Arrays.copyOf(lost, n);
    Arrays.sort(lost);
    return lost;
  }

  private int slot(long key) {
    long hash = key * 0x9E3779B97F4A7C15L;
    int mask = keys.length - 1;
    int slot = (int) (hash >>> 32) & mask;
    while (places[slot] != 0 && keys[slot] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    long[] oldTimes = times;
    long[] oldPlaces = places;
    byte[] oldFound = found;
    int capacity = Math.multiplyExact(keys.length, 2);
    keys = new long[capacity];
    times = new long[capacity];
    places = new long[capacity];
    found = new byte[capacity];
    for (int old = 0; old < oldKeys.length; old++) {
      if (oldPlaces[old] != 0) {
        int slot = slot(oldKeys[old]);
        keys[slot] = oldKeys[old];
        times[slot] = oldTimes[old];
        places[slot] = oldPlaces[old];
        found[slot] = oldFound[old];
      }
    }
  }
}
