// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.table.DataFile;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
    return everyCut(root, buckets).reduce((older, newer) -> newer).orElseThrow();
  }

  /** The lake as each of its cuts shows it, from the oldest to the newest. */
  static Stream<PublishedLake> everyCut(Path root, int buckets) {
    List<PublishedCut> cuts = PublishedCut.all(root.toString());
    if (cuts.isEmpty()) {
      throw new AssertionError("nothing was published in " + root);
    }
    LakeTables tables = LakeTables.stored(buckets, Map.of(), DeltaTableStore.in(root.toString()));
    return cuts.stream().map(cut -> new PublishedLake(root, tables, cut.versions()));
  }

  /** The folder of the lake. */
  Path root() {
    return root;
  }

  /** Version by the table's path below the lake's root. */
  Map<String, Long> versions() {
    return versions;
  }

  /** The directory of a table. */
  Path directory(String table) {
    return root.resolve(table);
  }

  /**
   * What other engines are compared with: of every table the number of rows, then the sum of each
   * decimal column, in the order of {@link #decimals}; null where no row has a value.
   */
  Map<String, List<@Nullable Number>> figures() {
    Map<String, List<@Nullable Number>> figures = new TreeMap<>();
    for (TableSpec table : tables.all()) {
      figures.put(table.path(), figures(table));
    }
    return figures;
  }

  private List<@Nullable Number> figures(TableSpec table) {
    List<String> decimals = decimals(table.path());
    int[] columns = table.layout().columns(decimals);
    long[] rows = {0};
    @Nullable BigDecimal[] sums = new BigDecimal[columns.length];
    TableRows.of(table, snapshot(table), root.toString())
        .forEach(
            row -> {
              rows[0]++;
              for (int i = 0; i < columns.length; i++) {
                if (!row.isNull(columns[i])) {
                  BigDecimal sum = sums[i];
                  BigDecimal value = row.getDecimal(columns[i]);
                  sums[i] = sum == null ? value : sum.add(value);
                }
              }
            });
    List<@Nullable Number> figures = new ArrayList<>();
    figures.add(rows[0]);
    figures.addAll(Arrays.asList(sums));
    return figures;
  }

  /** The number of rows of a table, as its log has it. */
  long rowCount(String table) {
    return snapshot(tables.at(table)).files().stream().mapToLong(DataFile::rows).sum();
  }

  /** The columns of a table, as its files have them. */
  List<String> columns(String table) {
    return tables.at(table).layout().schema().getFieldNames();
  }

  /** The columns that tell its rows apart. */
  List<String> key(String table) {
    return tables.at(table).key();
  }

  /** The decimal columns of a table. */
  List<String> decimals(String table) {
    RowLayout layout = tables.at(table).layout();
    return layout.schema().getFieldNames().stream()
        .filter(
            name -> {
              ColumnType type = layout.type(layout.column(name));
              return type == ColumnType.DECIMAL || type == ColumnType.BIG_DECIMAL;
            })
        .toList();
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
