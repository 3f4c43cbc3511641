// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.table.DataFile;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A lake as its published cut shows it: each table's version, digest and live files. */
final class PublishedLake {

  private final Path root;
  private final LakeTables tables;
  private final Map<String, Long> versions;

  private PublishedLake(Path root, LakeTables tables, Map<String, Long> versions) {
    this.root = root;
    this.tables = tables;
    this.versions = versions;
  }

  /** The newest cut of the lake, whose tables have that number of buckets. */
  static PublishedLake at(Path root, int buckets) {
    PublishedCut cut =
        PublishedCut.latest(root.toString())
            .orElseThrow(() -> new AssertionError("nothing was published in " + root));
    LakeTables tables = LakeTables.stored(buckets, Map.of(), DeltaTableStore.in(root.toString()));
    return new PublishedLake(root, tables, cut.versions());
  }

  /** Version by the table's path below the lake's root. */
  Map<String, Long> versions() {
    return versions;
  }

  /** The directory of a table. */
  Path directory(String table) {
    return root.resolve(table);
  }

  /** The digest of every table that the product knows, by path. */
  Map<String, TableDigest> digests() {
    Map<String, TableDigest> digests = new TreeMap<>();
    for (TableSpec table : tables.all()) {
      digests.put(table.path(), TableDigest.of(table, snapshot(table), root.toString()));
    }
    return digests;
  }

  /** The data files of a table that are live in the cut. */
  List<Path> files(String table) {
    return snapshot(tables.at(table)).files().stream()
        .map(DataFile::path)
        .map(path -> directory(table).resolve(URI.create(path).getPath()))
        .toList();
  }

  /**
   * The data files of a table that the cut does not know: of older versions, and of lost attempts.
   */
  List<Path> orphans(String table) {
    try (Stream<Path> files = Files.walk(directory(table))) {
      List<Path> live = files(table);
      return files
          .filter(file -> file.toString().endsWith(".parquet"))
          .filter(file -> !file.toString().contains("_delta_log"))
          .filter(file -> !live.contains(file))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TableSnapshot snapshot(TableSpec table) {
    Long version = versions.get(table.path());
    return version == null
        ? TableSnapshot.absent(table)
        : DeltaTableStore.in(root.toString()).pin(table, version);
  }
}
