// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds where the latest image of each landed source row lies, of those of one shard: those that
 * were landed, wherever they went, and those that are stored. Silver or quarantine keeps the latest
 * alone, so every place that has another is told.
 *
 * <p>The image with the latest update time is the latest, one without a time the oldest; at one
 * time a landed image is later than a stored one, and of two landed ones a fixed one is: a good one
 * before a bad one, else that of the lower bucket. Images that wait for their time compete with
 * none; those that are stored leave as soon as their row came with another.
 *
 * <p>Memory: about 45 bytes per landed row of the shard; stored images of other rows cost none.
 */
final class LatestPlaces {

  private static final int NOWHERE = -1;

  private final Places places;
  private final IdIndex ids = new IdIndex();

  /** Where the first image that was met lies. */
  private int[] first = new int[0];

  private int[] landed = new int[0];
  private long[] landedTime = new long[0];
  private int[] stored = new int[0];
  private long[] storedTime = new long[0];

  /** Whether the row has images at more than one place. */
  private boolean[] apart = new boolean[0];

  private boolean isAnyApart;

  /** Whether another image, at another place, was landed with the same time as the latest. */
  private boolean[] tied = new boolean[0];

  private long twice = Long.MAX_VALUE;
  private long images;

  private LatestPlaces(Places places) {
    this.places = places;
  }

  /** Compares the images of a shard; {@code blocks} are gone through more than once. */
  static LatestPlaces of(Places places, Iterable<byte[]> blocks) {
    LatestPlaces latest = new LatestPlaces(places);
    for (byte[] block : blocks) {
      if (PlacedImages.isLanded(block)) {
        PlacedImages.forEach(block, latest::addLanded);
      }
    }
    for (byte[] block : blocks) {
      if (!PlacedImages.isLanded(block)) {
        PlacedImages.forEach(block, latest::addStored);
      }
    }
    return latest;
  }

  private void addLanded(long id, long time, int place) {
    images++;
    int before = ids.size();
    int row = ids.add(id);
    if (row == before) {
      reserve(ids.size());
      first[row] = place;
      landed[row] = NOWHERE;
      stored[row] = NOWHERE;
    } else {
      twice = Math.min(twice, id);
      note(row, place);
    }
    if (place == places.waiting()) {
      return;
    }
    if (landed[row] != NOWHERE && landed[row] != place && landedTime[row] == time) {
      tied[row] = true;
      landed[row] = Math.min(landed[row], place);
    } else if (landed[row] == NOWHERE || landedTime[row] < time) {
      landed[row] = place;
      landedTime[row] = time;
      tied[row] = false;
    }
  }

  private void note(int row, int place) {
    if (first[row] != place) {
      apart[row] = true;
      isAnyApart = true;
    }
  }

  private void addStored(long id, long time, int place) {
    int row = ids.find(id);
    if (row < 0) {
      return;
    }
    note(row, place);
    if (place != places.waiting() && (stored[row] == NOWHERE || storedTime[row] < time)) {
      stored[row] = place;
      storedTime[row] = time;
    }
  }

  /** Counts the landed rows, and names the least of those that came twice. */
  void count(String table, BucketOutcome outcome) {
    outcome.count(table + ".landed_keys", ids.size());
    if (images > ids.size()) {
      outcome.note(table + ".key_landed_twice", Long.toString(twice));
    }
    long equal = 0;
    for (int row = 0; row < ids.size(); row++) {
      equal += isEqualElsewhere(row) ? 1 : 0;
    }
    if (equal > 0) {
      outcome.count(table + ".equal_update_times", equal);
    }
  }

  private boolean isEqualElsewhere(int row) {
    return isMoved(row)
        && latest(row) == landed[row]
        && (tied[row]
            || stored[row] != NOWHERE
                && stored[row] != landed[row]
                && storedTime[row] == landedTime[row]);
  }

  /** What each place is told of rows that have images elsewhere; {@code blocks} as before. */
  Map<Integer, MovedRows> moved(Iterable<byte[]> blocks) {
    Map<Integer, MovedRows> moved = new TreeMap<>();
    if (!isAnyApart) {
      return moved;
    }
    for (byte[] block : blocks) {
      int origin = PlacedImages.isLanded(block) ? 0 : MovedRows.STORED;
      PlacedImages.forEach(
          block,
          (id, time, place) -> {
            int row = ids.find(id);
            if (row >= 0 && isMoved(row)) {
              int table = places.tableOf(place);
              moved
                  .computeIfAbsent(table, t -> new MovedRows())
                  .add(id, origin | whatToTell(row, table));
            }
          });
    }
    return moved;
  }

  /** Whether a row has images at more than one place, not counting landed ones that wait alone. */
  private boolean isMoved(int row) {
    return apart[row] && landed[row] != NOWHERE;
  }

  private int whatToTell(int row, int table) {
    return (latest(row) == table ? 0 : MovedRows.ELSEWHERE)
        | (landed[row] == table ? 0 : MovedRows.COUNTED_ELSEWHERE)
        | (stored[row] != NOWHERE && stored[row] != places.quarantine() ? MovedRows.IN_SILVER : 0);
  }

  /** The place of the latest image, of a row that has a landed one. */
  private int latest(int row) {
    return stored[row] != NOWHERE && storedTime[row] > landedTime[row] ? stored[row] : landed[row];
  }

  private void reserve(int size) {
    if (size > first.length) {
      int capacity = Math.max(64, first.length * 2);
      first = Arrays.copyOf(first, capacity);
      landed = Arrays.copyOf(landed, capacity);
      landedTime = Arrays.copyOf(landedTime, capacity);
      stored = Arrays.copyOf(stored, capacity);
      storedTime = Arrays.copyOf(storedTime, capacity);
      apart = Arrays.copyOf(apart, capacity);
      tied = Arrays.copyOf(tied, capacity);
    }
  }
}
