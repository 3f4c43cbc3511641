// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.nightly.DerivedBucket.Sent;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.LargestRisks.RankedBy;
import dev.tidemark.transforms.facts.LargestRisks.Ranking;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/**
 * What is derived of a bucket by the groups that each night touches is what is derived of its rows
 * at once, held or spilled.
 */
class TouchedGroupsPropertyTest {

  private static final int NIGHTS = 4;
  private static final int FIRST_ROWS = 100;
  private static final int CHANGES = 6;

  /** Enough for what a night changes, too little for the groups of that. */
  private static final String LITTLE_MEMORY = "4000";

  private static final String MEMORY = "tidemark.bucketMemory";

  @Property(tries = 3, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void nightsOfTouchedGroupsAddUpToWhatIsDerivedAtOnce(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    for (TransactionTable table : TransactionTable.values()) {
      assertNightsAddUp(table, random);
      System.setProperty(MEMORY, LITTLE_MEMORY);
      try {
        assertNightsAddUp(table, random);
      } finally {
        System.clearProperty(MEMORY);
      }
    }
  }

  private static void assertNightsAddUp(TransactionTable table, Random random) throws IOException {
    RankedBy by = random.nextBoolean() ? RankedBy.CERTIFICATE : RankedBy.TRANSACTION;
    Ranking ranking = new Ranking(1 + random.nextInt(3), by);
    Path folder = Files.createTempDirectory("groups");
    try {
      Map<Long, Sent> rows = new TreeMap<>();
      for (long id = 1; id <= FIRST_ROWS; id++) {
        rows.put(id, sent(id, random));
      }
      DerivedBucket nights = new DerivedBucket(folder.resolve("nights"), table, ranking);
      nights.run(rows.values(), List.of(), false);
      for (int night = 1; night <= NIGHTS; night++) {
        run(nights, rows, random);
      }
      DerivedBucket atOnce = new DerivedBucket(folder.resolve("at-once"), table, ranking);
      atOnce.run(rows.values(), List.of(), true);
      assertEqual(nights, atOnce);
    } finally {
      delete(folder);
    }
  }

  /** Some rows come anew or changed, some as they were, and some go. */
  private static void run(DerivedBucket bucket, Map<Long, Sent> rows, Random random) {
    List<Sent> come = new ArrayList<>();
    List<Sent> gone = new ArrayList<>();
    List<Long> known = new ArrayList<>(rows.keySet());
    for (int c = 0; c < CHANGES; c++) {
      long id = known.remove(random.nextInt(known.size()));
      Sent row = Objects.requireNonNull(rows.get(id));
      switch (random.nextInt(6)) {
        case 0 -> gone.add(row);
        case 1 -> come.add(row);
        case 2 -> come.add(sent(1_000_000 + random.nextInt(1_000_000), random));
        default -> come.add(corrected(row, random));
      }
    }
    gone.forEach(row -> rows.remove(row.id()));
    come.forEach(row -> rows.put(row.id(), row));
    bucket.run(come, gone, false);
    assertThat(
        bucket.figures().get(StoredPayments.MART_FIGURE),
        is(bucket.figures().get(StoredPayments.PAID_FIGURE)));
  }

  private static void assertEqual(DerivedBucket nights, DerivedBucket atOnce) {
    assertThat(nights.digests(), is(atOnce.digests()));
    for (String partials : atOnce.partials()) {
      assertThat(nights.partials(partials), is(atOnce.partials(partials)));
    }
    assertThat(ofTheLake(nights), is(ofTheLake(atOnce)));
  }

  /** The figures but for those that tell of what a night derived. */
  private static Map<String, BigDecimal> ofTheLake(DerivedBucket bucket) {
    Map<String, BigDecimal> figures = new TreeMap<>(bucket.figures());
    figures.remove(StoredPayments.MART_FIGURE);
    figures.remove(StoredPayments.PAID_FIGURE);
    figures.keySet().removeIf(name -> name.endsWith(".ambiguous_duplicates"));
    return figures;
  }

  private static Sent sent(long id, Random random) {
    return new Sent(
        id,
        1 + random.nextInt(4),
        random.nextInt(3),
        random.nextInt(4) == 0 ? null : random.nextInt(2),
        random.nextInt(3) == 0 ? "CANCELLATION" : "NEW",
        1 + random.nextInt(3),
        random.nextInt(8) * 100,
        random.nextBoolean() ? "GBP" : "EUR",
        random.nextInt(8) == 0 ? null : 1 + random.nextInt(5),
        random.nextInt(8) == 0);
  }

  /** Another amount, or another row altogether: of another key or section. */
  private static Sent corrected(Sent row, Random random) {
    Sent other = sent(row.id(), random);
    return random.nextBoolean()
        ? other
        : new Sent(
            row.id(),
            row.section(),
            row.certificate(),
            row.number(),
            row.type(),
            row.month(),
            other.amount(),
            row.currency(),
            other.submitted(),
            other.deleted());
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
