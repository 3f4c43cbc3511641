// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.nightly.TransactionLake.Image;
import dev.tidemark.pipelines.nightly.TransactionLake.Increment;
import dev.tidemark.transforms.conform.TransactionTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Silver and quarantine hold the latest image of each source row, however the images come: every
 * row is a case of its own, so one lake of many rows tries many.
 */
class LatestImagesPropertyTest {

  private static final int ROWS = 200;
  private static final int RUNS = 3;
  private static final Comparator<Image> BY_TIME =
      Comparator.comparing(Image::modified, Comparator.nullsFirst(Comparator.naturalOrder()));
  private static final List<TransactionTable> TABLES =
      List.of(TransactionTable.RISK, TransactionTable.PREMIUM);

  @Property(tries = 2, edgeCases = EdgeCasesMode.NONE)
  void anyOrderSplitAndRepeatGivesWhatOneRunOverAllImagesGives(@ForAll long seed)
      throws IOException, SQLException {
    Random random = new Random(seed);
    List<List<Image>> batches = batches(random);
    List<Image> all = batches.stream().flatMap(List::stream).collect(Collectors.toList());
    Collections.shuffle(all, random);
    Path folder = Files.createTempDirectory("images");
    try {
      TransactionLake atOnce = lake(folder.resolve("at-once"));
      run(atOnce, all, Increment.LARGE);
      TransactionLake split = lake(folder.resolve("split"));
      for (List<Image> images : batches) {
        run(split, images, random.nextBoolean() ? Increment.LARGE : Increment.SMALL);
      }
      assertEqual(split, atOnce, all);

      // whatever comes again changes nothing
      run(split, batches.get(random.nextInt(RUNS)), Increment.SMALL);
      Map<String, Long> before = split.versions();
      run(split, all, Increment.SMALL);
      assertThat(split.versions(), is(before));
      assertEqual(split, atOnce, all);
    } finally {
      delete(folder);
    }
  }

  private static TransactionLake lake(Path folder) throws SQLException {
    return new TransactionLake(folder, TABLES.toArray(new TransactionTable[0]));
  }

  private static void assertEqual(TransactionLake lake, TransactionLake other, List<Image> all) {
    for (TransactionTable table : TABLES) {
      assertThat(lake.entries(table), is(other.entries(table)));
      Map<Long, String> expected = expected(table, all);
      Map<Long, String> standing = standing(lake, table);
      assertThat(standing.keySet(), is(all.stream().map(Image::id).collect(Collectors.toSet())));
      standing.keySet().retainAll(expected.keySet());
      assertThat(standing, is(expected));
    }
    assertThat(lake.digests(), is(other.digests()));
  }

  private static void run(TransactionLake lake, List<Image> images, Increment size) {
    Map<String, List<String>> figures = lake.run(images, size);
    long rows = images.stream().map(Image::id).distinct().count();
    for (TransactionTable table : TABLES) {
      assertThat(
          table.tableName(),
          sum(figures, table, "inserted")
              + sum(figures, table, "updated")
              + sum(figures, table, "unchanged")
              + sum(figures, table, "landed_bad_keys"),
          is(rows));
      assertThat(sum(figures, table, "landed_keys"), is(rows));
    }
  }

  private static long sum(Map<String, List<String>> figures, TransactionTable table, String name) {
    return figures.getOrDefault(table.tableName() + "." + name, List.of()).stream()
        .mapToLong(Long::parseLong)
        .sum();
  }

  /** Where each row should stand, with what; of two images with one time, that is left open. */
  private static Map<Long, String> expected(TransactionTable table, List<Image> all) {
    Map<Long, String> expected = new TreeMap<>();
    all.stream()
        .collect(Collectors.groupingBy(Image::id))
        .forEach(
            (id, images) -> {
              Image latest = Collections.max(images, BY_TIME);
              if (images.stream().filter(i -> BY_TIME.compare(i, latest) == 0).count() == 1) {
                expected.put(id, isBad(table, latest) ? "bad" : inSilver(latest));
              }
            });
    return expected;
  }

  private static String inSilver(Image image) {
    return "%s %s %s".formatted(image.umr(), image.section(), image.deleted());
  }

  private static boolean isBad(TransactionTable table, Image image) {
    return image.umr() == null
        || image.certificate() == null
        || image.amount() == null && table == TransactionTable.PREMIUM;
  }

  /** Where each row stands; where it stands twice, both. */
  private static Map<Long, String> standing(TransactionLake lake, TransactionTable table) {
    Map<Long, String> standing = new TreeMap<>();
    lake.silver(table, "umr", "section_no", "is_deleted")
        .forEach(
            row -> standing.merge(idOf(row), row.substring(row.indexOf(' ') + 1), String::concat));
    lake.entries(table).forEach(entry -> standing.merge(idOf(entry), "bad", String::concat));
    return standing;
  }

  /**
   * Images of rows in any order over the runs, but those of one row with one time in one run: in
   * others the later batch would win.
   */
  private static List<List<Image>> batches(Random random) {
    List<List<Image>> batches = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      batches.add(new ArrayList<>());
    }
    for (long id = 1; id <= ROWS; id++) {
      Map<String, Integer> runOf = new HashMap<>();
      int images = 1 + random.nextInt(5);
      for (int i = 0; i < images; i++) {
        Image image = image(id, random);
        int run =
            runOf.computeIfAbsent(String.valueOf(image.modified()), t -> random.nextInt(RUNS));
        batches.get(run).add(image);
      }
    }
    batches.forEach(batch -> Collections.shuffle(batch, random));
    return batches;
  }

  private static Image image(long id, Random random) {
    int section = random.nextInt(6);
    int time = random.nextInt(6);
    return new Image(
        id,
        random.nextInt(10) == 0 ? null : "B0999CH00" + section / 2,
        "S" + section,
        random.nextInt(10) == 0 ? null : "C" + id % 20,
        random.nextInt(5) == 0 ? null : id + "." + (10 + random.nextInt(90)),
        "2024-02-0" + (1 + random.nextInt(5)) + "T00:00:00Z",
        time == 0 ? null : "2024-03-0" + time + "T00:00:00.000001Z",
        random.nextInt(6) == 0);
  }

  private static long idOf(String row) {
    return Long.parseLong(row.substring(0, row.indexOf(' ')));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
