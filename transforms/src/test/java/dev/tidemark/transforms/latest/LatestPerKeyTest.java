// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.latest;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsFirst;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LatestPerKeyTest {

  private static final Schema SCHEMA =
      Schema.builder()
          .addNullableField("certificate_ref", FieldType.STRING)
          .addNullableField("submitted_at", Columns.TIMESTAMP)
          .addNullableField("bdx_version", FieldType.INT32)
          .addField("is_deleted", FieldType.BOOLEAN)
          .addField("premium", FieldType.INT64)
          .addField("id", FieldType.INT64)
          .build();

  private static final RowLayout LAYOUT = RowLayout.of(SCHEMA);

  private static final LatestPerKey LATEST =
      LatestPerKey.of(
              LAYOUT,
              List.of("certificate_ref"),
              List.of(Order.desc("submitted_at"), Order.desc("bdx_version"), Order.desc("id")))
          .detectingTies(2, "id");

  @Test
  void theLaterSubmissionWins() {
    assertThat(
        winners(row("C1", 5, 1, 1200, 1), row("C1", 12, 1, 1250, 2), row("C2", 5, 1, 800, 3)),
        containsInAnyOrder("C1 1250 of 2", "C2 800 of 1"));
  }

  @Test
  void equalTimestampsAreSettledByTheHigherVersion() {
    assertThat(
        winners(row("C1", 5, 2, 1250, 1), row("C1", 5, 1, 1200, 2)),
        containsInAnyOrder("C1 1250 of 2"));
  }

  @Test
  void equalTimestampsAndVersionsAreSettledByTheHigherIdAndAmbiguous() {
    assertThat(
        winners(row("C1", 5, 1, 1250, 1), row("C1", 5, 1, 1200, 2), row("C1", 4, 1, 9, 3)),
        containsInAnyOrder("C1 1200 of 3 ambiguous"));
  }

  @Test
  void aTieWithTheSamePayloadIsNotAmbiguous() {
    assertThat(
        winners(row("C1", 5, 1, 1250, 1), row("C1", 5, 1, 1250, 2)),
        containsInAnyOrder("C1 1250 of 2"));
  }

  @Test
  void aTieAmongLosersIsNotAmbiguous() {
    assertThat(
        winners(row("C1", 5, 1, 1, 1), row("C1", 5, 1, 2, 2), row("C1", 6, 1, 3, 3)),
        containsInAnyOrder("C1 3 of 3"));
  }

  @Test
  void aNullTimestampNeverWinsAndTwoOfThemTie() {
    assertThat(
        winners(row("C1", null, 9, 1, 1), row("C1", 1, null, 2, 2)),
        containsInAnyOrder("C1 2 of 2"));
    assertThat(
        winners(row("C1", null, null, 1, 1), row("C1", null, null, 2, 2)),
        containsInAnyOrder("C1 2 of 2 ambiguous"));
  }

  @Test
  void aNullKeyIsAKeyOfItsOwn() {
    assertThat(
        winners(row(null, 1, 1, 1, 1), row("", 1, 1, 2, 2), row(null, 2, 1, 3, 3)),
        containsInAnyOrder("null 3 of 2", " 2 of 1"));
  }

  @Test
  void rowsThatDoNotCompeteNeitherWinNorCountNorTie() {
    int deleted = LAYOUT.column("is_deleted");
    LatestPerKey live = LATEST.where(row -> !row.getBoolean(deleted));

    assertThat(
        winners(
            live,
            List.of(
                deleted(row("C1", 9, 1, 1, 1)),
                deleted(row("C1", 5, 1, 2, 2)),
                row("C1", 5, 1, 3, 3),
                deleted(row("C2", 5, 1, 4, 4)))),
        containsInAnyOrder("C1 3 of 1"));
  }

  @Test
  void everyRowThatDoesNotWinIsToldWithTheColumnThatDecided() {
    int deleted = LAYOUT.column("is_deleted");
    List<String> losers = new ArrayList<>();
    LATEST
        .where(row -> !row.getBoolean(deleted))
        .forEachRow(
            RowBlocks.of(
                SCHEMA,
                List.of(
                    row("C1", 4, 9, 1, 1),
                    row("C1", 5, null, 1, 2),
                    row("C1", 5, 1, 2, 3),
                    row("C1", 5, 1, 1, 4),
                    row("C1", 5, 1, 2, 4),
                    deleted(row("C1", 9, 1, 1, 5)),
                    deleted(row("C2", 9, 1, 1, 6)),
                    row("C3", 9, 1, 1, 7))),
            (winner, versions, ambiguous) -> {},
            (loser, winner, decidedBy, ambiguous) ->
                losers.add(
                    loser.getLong(5)
                        + " by "
                        + decidedBy
                        + (winner == null ? " alone" : "")
                        + (ambiguous ? " ambiguous" : "")));
    assertThat(
        losers,
        containsInAnyOrder(
            "1 by 0",
            "2 by 1",
            "3 by 2 ambiguous",
            "4 by 3 ambiguous",
            "5 by -1",
            "6 by -1 alone"));
  }

  @Test
  void nothingHasNoWinner() {
    assertThat(winners(), empty());
  }

  @Test
  void anOrderIsRequiredAndTiesAreLookedForInIt() {
    assertThrows(
        IllegalArgumentException.class,
        () -> LatestPerKey.of(LAYOUT, List.of("certificate_ref"), List.of()));
    assertThrows(IllegalArgumentException.class, () -> LATEST.detectingTies(4));
    assertThrows(IllegalArgumentException.class, () -> LATEST.detectingTies(0));
    LATEST.detectingTies(1);
    LATEST.detectingTies(3);
    assertThrows(IllegalArgumentException.class, () -> LATEST.detectingTies(2, "nonesuch"));
  }

  @Property(tries = 500)
  void anyArrivalOrderAndAnyBlocksGiveTheWinnersOfAPlainSort(
      @ForAll("submissions") List<Row> rows,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 10) int rowsPerBlock) {
    List<Row> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(seed));
    List<byte[]> blocks = new ArrayList<>();
    for (int from = 0; from < shuffled.size(); from += rowsPerBlock) {
      blocks.addAll(
          RowBlocks.of(
                  SCHEMA, shuffled.subList(from, Math.min(shuffled.size(), from + rowsPerBlock)))
              .blocks());
    }

    assertThat(
        new HashSet<>(winners(LATEST, RowBlocks.of(blocks))),
        equalTo(new HashSet<>(reference(rows))));
  }

  @Provide
  Arbitrary<List<Row>> submissions() {
    return Combinators.combine(
            Arbitraries.of("C1", "C2", "").injectNull(0.2),
            Arbitraries.integers().between(1, 3).injectNull(0.2),
            Arbitraries.integers().between(0, 2).injectNull(0.2),
            Arbitraries.integers().between(1, 2),
            Arbitraries.integers().between(1, 4))
        .as((key, day, version, premium, id) -> row(key, day, version, premium, id))
        .withoutEdgeCases()
        .list()
        .ofMaxSize(25);
  }

  /** The rule once more, over Java values; rows that tie altogether differ in premium alone. */
  private static List<String> reference(List<Row> rows) {
    Comparator<Row> order =
        comparing((Row r) -> (Instant) r.getValue("submitted_at"), nullsFirst(naturalOrder()))
            .thenComparing(r -> r.getInt32("bdx_version"), nullsFirst(naturalOrder()))
            .thenComparing(r -> r.getInt64("id"))
            .thenComparing(r -> r.getInt64("premium"), Comparator.reverseOrder());
    Map<@Nullable String, List<Row>> byKey = new HashMap<>();
    for (Row row : rows) {
      byKey.computeIfAbsent(row.getString("certificate_ref"), k -> new ArrayList<>()).add(row);
    }
    List<String> winners = new ArrayList<>();
    byKey.forEach(
        (key, versions) -> {
          Row winner = Collections.max(versions, order);
          boolean ambiguous =
              versions.stream()
                  .anyMatch(
                      v ->
                          tieOf(v).equals(tieOf(winner))
                              && !v.getValue("premium").equals(winner.getValue("premium")));
          winners.add(
              key
                  + " "
                  + winner.getInt64("premium")
                  + " of "
                  + versions.size()
                  + (ambiguous ? " ambiguous" : ""));
        });
    return winners;
  }

  private static List<Object> tieOf(Row row) {
    return Arrays.asList(row.getValue("submitted_at"), row.getValue("bdx_version"));
  }

  private static List<String> winners(Row... rows) {
    return winners(LATEST, List.of(rows));
  }

  private static List<String> winners(LatestPerKey latest, List<Row> rows) {
    return winners(latest, RowBlocks.of(SCHEMA, rows));
  }

  private static List<String> winners(LatestPerKey latest, RowBlocks rows) {
    List<String> winners = new ArrayList<>();
    latest.forEachWinner(
        rows,
        (winner, versions, ambiguous) ->
            winners.add(
                winner.getStringOrNull(0)
                    + " "
                    + winner.getLong(4)
                    + " of "
                    + versions
                    + (ambiguous ? " ambiguous" : "")));
    return winners;
  }

  private static Row row(
      @Nullable String key,
      @Nullable Integer day,
      @Nullable Integer version,
      long premium,
      long id) {
    Instant submitted = day == null ? null : Instant.EPOCH.plusSeconds(86_400L * day);
    return Row.withSchema(SCHEMA)
        .addValues(Arrays.asList(key, submitted, version, false, premium, id))
        .build();
  }

  private static Row deleted(Row row) {
    return Row.fromRow(row).withFieldValue("is_deleted", true).build();
  }
}
