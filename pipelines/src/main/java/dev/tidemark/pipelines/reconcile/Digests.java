// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.pipelines.table.TableStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The digest of every table of a published cut: two lakes of the same content print the same lines,
 * however often and on whatever runner they were loaded.
 *
 * @param byPath table path to digest
 */
public record Digests(SortedMap<String, TableDigest> byPath) {

  public Digests {
    byPath = Collections.unmodifiableSortedMap(new TreeMap<>(byPath));
  }

  /**
   * Reads every table of the latest published cut, one after another.
   *
   * @throws IllegalStateException when nothing is published
   */
  public static Digests of(String lakeRoot, LakeTables tables, TableStore store) {
    return of(Cut.latest(lakeRoot, tables, store), lakeRoot);
  }

  /**
   * Reads every table of some published cut, one after another.
   *
   * @throws dev.tidemark.pipelines.table.GoneVersionException when the files of one were deleted
   */
  public static Digests of(
      PublishedCut published, String lakeRoot, LakeTables tables, TableStore store) {
    return of(Cut.of(published, lakeRoot, tables, store), lakeRoot);
  }

  private static Digests of(Cut cut, String lakeRoot) {
    SortedMap<String, TableDigest> digests = new TreeMap<>();
    for (TableSpec table : cut.tables().all()) {
      if (cut.has(table)) {
        digests.put(table.path(), TableDigest.of(table, cut.snapshot(table), lakeRoot));
      }
    }
    return new Digests(digests);
  }

  /** One line per table: {@code gold/dim_broker 25 rows <sha256>}, sorted and in columns. */
  public List<String> lines() {
    int widest = byPath.keySet().stream().mapToInt(String::length).max().orElse(1);
    int digits =
        byPath.values().stream()
            .mapToInt(digest -> Long.toString(digest.rowCount()).length())
            .max()
            .orElse(1);
    String format = "%-" + widest + "s  %" + digits + "d rows  %s";
    List<String> lines = new ArrayList<>();
    byPath.forEach(
        (path, digest) ->
            lines.add(
                String.format(Locale.ROOT, format, path, digest.rowCount(), digest.sha256())));
    return lines;
  }
}
