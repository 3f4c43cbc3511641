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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/**
 * Silver and quarantine hold the latest image of each source row, however the images come: every
 * row is a case of its own, so one lake of many rows tries many.
 */
class LatestImagesPropertyTest {

  private static final int ROWS = 120;
  private static final int RUNS = 4;
  private static final TransactionTable[] ALL = TransactionTable.values();

  @Property(tries = 3, edgeCases = net.jqwik.api.EdgeCasesMode.NONE)
  void anyOrderSplitAndRepeatGivesWhatOneRunOverAllImagesGives(@ForAll long seed)
      throws IOException, SQLException {
    Random random = new Random(seed);
    List<List<Image>> batches = batches(random);
    List<Image> all = batches.stream().flatMap(List::stream).collect(Collectors.toList());
    Collections.shuffle(all, random);
    Path folder = Files.createTempDirectory("images");
    try {
      TransactionLake atOnce = new TransactionLake(folder.resolve("at-once"));
      run(atOnce, all, Increment.LARGE);
      TransactionLake split = new TransactionLake(folder.resolve("split"));
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

  private static void assertEqual(TransactionLake lake, TransactionLake other, List<Image> all) {
    for (TransactionTable table : ALL) {
      assertThat(lake.entries(table), is(other.entries(table)));
      assertThat(standing(lake, table), is(expected(table, all)));
    }
    assertThat(lake.digests(), is(other.digests()));
  }

  private static void run(TransactionLake lake, List<Image> images, Increment size) {
    Map<String, List<String>> figures = lake.run(images, size, ALL);
    long rows = images.stream().map(Image::id).distinct().count();
    for (TransactionTable table : ALL) {
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

  /** Where each row stands, with what: for rows that have but one latest image. */
  private static List<String> expected(TransactionTable table, List<Image> all) {
    Map<Long, List<Image>> rows = all.stream().collect(Collectors.groupingBy(Image::id));
    List<String> expected = new ArrayList<>();
    rows.forEach(
        (id, images) -> {
          Image latest = latest(images);
          if (latest == null) {
            expected.add(id + " tied");
          } else {
            expected.add(
                isBad(table, latest)
                    ? id + " bad"
                    : "%d %s %s %s".formatted(id, latest.umr(), latest.section(), latest.deleted()));
          }
        });
    expected.sort(null);
    return expected;
  }

  private static final Set<Long> TIED = new HashSet<>();

  private static @Nullable Image latest(List<Image> images) {
    Comparator<Image> byTime =
        Comparator.comparing(Image::modified, Comparator.nullsFirst(Comparator.naturalOrder()));
    Image latest = Collections.max(images, byTime);
    boolean isTied =
        images.stream().filter(i -> Objects.equals(i.modified(), latest.modified())).count() > 1;
    if (isTied) {
      TIED.add(latest.id());
    }
    return isTied ? null : latest;
  }

  private static boolean isBad(TransactionTable table, Image image) {
    return image.umr() == null
        || image.certificate() == null
        || image.amount() == null && table != TransactionTable.RISK;
  }

  private static List<String> standing(TransactionLake lake, TransactionTable table) {
    String path =
        switch (table) {
          case RISK -> "silver/risk_transaction";
          case PREMIUM -> "silver/premium_transaction";
          case CLAIM -> "silver/claim_transaction";
        };
    return Stream.concat(
            lake.rows(path, table.idColumn(), "umr", "section_no", "is_deleted").stream(),
            lake.entries(table).stream().map(e -> e.substring(0, e.indexOf(' ')) + " bad"))
        .map(
            row -> {
              String id = row.substring(0, row.indexOf(' '));
              return TIED.contains(Long.parseLong(id)) ? id + " tied" : row;
            })
        .sorted()
        .toList();
  }

  /**
   * Images of rows in any order over the runs, but those of one row with one time in one run: in
   * others the later batch would win.
   */
  private static List<List<Image>> batches(Random random) {
    TIED.clear();
    List<List<Image>> batches = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      batches.add(new ArrayList<>());
    }
    for (long id = 1; id <= ROWS; id++) {
      Map<String, Integer> runOf = new HashMap<>();
      int images = 1 + random.nextInt(5);
      for (int i = 0; i < images; i++) {
        Image image = image(id, random);
        int run = runOf.computeIfAbsent(String.valueOf(image.modified()), t -> random.nextInt(RUNS));
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

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
