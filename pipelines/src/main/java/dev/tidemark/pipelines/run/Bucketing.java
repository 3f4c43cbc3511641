// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.LakeConfig;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.table.DataFile;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.StoredTable;
import dev.tidemark.pipelines.table.TableMismatchException;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The number of a lake's buckets. A lake that is stored has its own, in each of its tables; a new
 * one has what the configuration says, or what suits the rows that it begins with: a power of two,
 * so that its largest table has at most {@value #ROWS} rows a bucket.
 */
final class Bucketing {

  /** A worker holds a bucket of this size with ease, and a small change rewrites little. */
  static final long ROWS = 250_000;

  static final int LEAST = 4;
  static final int MOST = 1024;

  /** So many times as many rows a bucket as would be chosen are worth a warning. */
  private static final int OUTGROWN = 4;

  private Bucketing() {}

  /** The number for a lake whose largest table has so many rows. */
  static int forRows(long rows) {
    int buckets = LEAST;
    while (buckets < MOST && rows > buckets * ROWS) {
      buckets *= 2;
    }
    return buckets;
  }

  /** Divides a new lake, by the rows that it begins with unless the configuration says how. */
  static LakeBuckets divide(LakeConfig lake, LakeTables tables, Map<String, DueTables.Due> due) {
    Integer configured = lake.buckets();
    if (configured != null) {
      return LakeBuckets.of(configured);
    }
    long most = 0;
    for (Map.Entry<String, DueTables.Due> table : due.entrySet()) {
      if (tables.isSpread(tables.silver(table.getKey()))) {
        most = Math.max(most, table.getValue().rowsToRead());
      }
    }
    return new LakeBuckets(forRows(most), most, null, null);
  }

  /**
   * The number that the stored tables have; empty if none of them is stored.
   *
   * @throws TableMismatchException when they disagree, or the configuration says another number
   */
  static OptionalInt stored(LakeConfig lake, LakeTables tables, TableStore store) {
    SortedMap<Integer, String> found = stored(tables, store);
    if (found.isEmpty()) {
      return OptionalInt.empty();
    }
    int count = found.firstKey();
    if (found.size() > 1) {
      int other = found.lastKey();
      throw new TableMismatchException(
          String.format(
              "table %s has %d buckets and table %s has %d, since a change of their number was"
                  + " broken off; run --pipeline=rebucket again, which ends it",
              found.get(count), count, found.get(other), other));
    }
    Integer configured = lake.buckets();
    if (configured != null && configured != count) {
      throw new TableMismatchException(
          String.format(
              "lake.buckets is %d, but the tables of the lake %s have %d; leave it out, or run"
                  + " --pipeline=rebucket to change the tables",
              configured, lake.root(), count));
    }
    return OptionalInt.of(count);
  }

  /** The numbers that stored tables have, each with the path of a table that has it. */
  static SortedMap<Integer, String> stored(LakeTables tables, TableStore store) {
    SortedMap<Integer, String> found = new TreeMap<>();
    for (TableSpec table : tables.spread()) {
      store
          .stored(table.path())
          .map(StoredTable::buckets)
          .ifPresent(buckets -> found.putIfAbsent(buckets, table.path()));
    }
    return found;
  }

  /** What to say of a lake that has outgrown its buckets. */
  static Optional<String> outgrown(LakeTables tables, LakeSnapshot snapshot) {
    return tables.spread().stream()
        .max(Comparator.comparingLong(table -> rows(snapshot, table)))
        .flatMap(table -> outgrown(table.path(), rows(snapshot, table), tables.buckets()));
  }

  static Optional<String> outgrown(String table, long rows, int buckets) {
    int better = forRows(rows);
    if (rows <= buckets * ROWS * OUTGROWN || better <= buckets) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            "%s has %d rows in %d buckets, each of which one worker merges; run"
                + " --pipeline=rebucket, which would make it %d",
            table, rows, buckets, better));
  }

  /** The rows of the largest of the tables that are spread over the buckets. */
  static long largest(LakeTables tables, LakeSnapshot snapshot) {
    return tables.spread().stream().mapToLong(table -> rows(snapshot, table)).max().orElse(0);
  }

  /** The rows of its files; those of a file that another engine did not count are left out. */
  private static long rows(LakeSnapshot snapshot, TableSpec table) {
    return snapshot.table(table).files().stream()
        .mapToLong(DataFile::rows)
        .filter(rows -> rows > 0)
        .sum();
  }
}
