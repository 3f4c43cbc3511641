// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.nightly.PlacedImages.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Buckets 0 and 1, quarantine 2, waiting 3; source row 7. */
class LatestPlacesTest {

  private static final Places PLACES = new Places(2);
  private static final long NO_TIME = PlacedImages.NO_TIME;

  private final PlacedImages.Collector landed = new PlacedImages.Collector(1, Origin.LANDED);
  private final PlacedImages.Collector stored = new PlacedImages.Collector(1, Origin.STORED);

  @Test
  void aRowWithImagesAtOnePlaceConcernsNobody() {
    landed.add(7, 10, 1);
    landed.add(7, 11, 1);
    stored.add(7, 12, 1);

    assertThat(told(), is(Map.of()));
    assertThat(figures(), is("{T.landed_keys=1} {T.key_landed_twice=7}"));
  }

  @Test
  void aStoredRowThatDidNotLandConcernsNobody() {
    landed.add(8, 10, 1);
    stored.add(7, 10, 0);
    stored.add(7, 11, 1);

    assertThat(told(), is(Map.of()));
  }

  @Test
  void aCorrectedRowLeavesItsOldPlaceAndIsNotNew() {
    landed.add(7, 11, 1);
    stored.add(7, 10, 0);

    assertThat(told(), is(Map.of(0, "leaves", 1, "counts, known")));
  }

  @Test
  void aLateImageOfAnOldPlaceIsLeftOutAndCountedThere() {
    landed.add(7, 9, 0);
    stored.add(7, 10, 1);

    assertThat(told(), is(Map.of(0, "left out, counts, known", 1, "stays, known")));
  }

  @Test
  void atOneTimeTheLandedImageIsLaterThanTheStoredOneAndItIsCounted() {
    landed.add(7, 10, 0);
    stored.add(7, 10, 1);

    assertThat(told(), is(Map.of(0, "counts, known", 1, "leaves")));
    assertThat(figures(), is("{T.landed_keys=1, T.equal_update_times=1} {}"));
  }

  @Test
  void anImageWithoutATimeIsOlderThanAny() {
    landed.add(7, NO_TIME, 0);
    stored.add(7, -1, 1);

    assertThat(told(), is(Map.of(0, "left out, counts, known", 1, "stays, known")));
  }

  @Test
  void ofTwoLandedAtOneTimeTheLowerPlaceIsLaterSoAGoodOneIs() {
    landed.add(7, 10, 2);
    landed.add(7, 10, 1);
    landed.add(7, 10, 0);
    landed.add(7, 9, 0);

    assertThat(told(), is(Map.of(1, "left out", 2, "left out")));
    assertThat(figures(), is("{T.landed_keys=1, T.equal_update_times=1} {T.key_landed_twice=7}"));
  }

  @Test
  void ofTwoLandedImagesTheLatestCountsEvenIfAStoredOneIsLater() {
    landed.add(7, 9, 0);
    landed.add(7, 10, 2);
    stored.add(7, 11, 1);

    assertThat(
        told(), is(Map.of(0, "left out, known", 1, "stays, known", 2, "left out, counts, known")));
  }

  @Test
  void aBadImageOfAGoodRowAndAMendedOneLeaveTheOtherPlace() {
    landed.add(7, 11, 2);
    stored.add(7, 10, 0);
    assertThat(told(), is(Map.of(0, "leaves", 2, "counts, known")));

    landed.add(8, 11, 0);
    stored.add(8, 10, 2);
    assertThat(told(8), is(Map.of(2, "leaves")));
  }

  @Test
  void anImageThatWaitsCompetesWithNoneAndLeavesWhenItsRowComes() {
    landed.add(7, 10, 3);
    stored.add(7, 9, 0);
    assertThat("lands alone", told(), is(Map.of()));

    landed.add(8, 8, 0);
    stored.add(8, 10, 3);
    stored.add(8, 9, 0);
    assertThat("is stored", told(8), is(Map.of(0, "counts, known", 2, "leaves")));

    landed.add(9, 8, 0);
    landed.add(9, 10, 3);
    assertThat("lands beside another", told(9), is(Map.of(2, "left out")));
  }

  private Map<Integer, String> told() {
    return told(7);
  }

  /** What each place is told of a row. */
  private Map<Integer, String> told(long id) {
    List<byte[]> blocks = blocks();
    Map<Integer, String> told = new TreeMap<>();
    LatestPlaces.of(PLACES, blocks)
        .moved(blocks)
        .forEach(
            (place, built) -> {
              MovedRows rows = new MovedRows();
              rows.addAll(built.toBlock());
              if (!knows(rows, id)) {
                return;
              }
              List<Long> leaving = new ArrayList<>();
              rows.forEachLeaving(leaving::add);
              List<String> words = new ArrayList<>();
              if (leaving.contains(id)) {
                words.add("leaves");
              } else if (rows.isElsewhere(id)) {
                words.add("left out");
              }
              if (rows.countsHere(id)) {
                words.add("counts");
              } else if (!rows.isElsewhere(id)) {
                words.add("stays");
              }
              if (rows.wasInSilver(id) && !leaving.contains(id)) {
                words.add("known");
              }
              told.put(place, String.join(", ", words));
            });
    return told;
  }

  private static boolean knows(MovedRows rows, long id) {
    return rows.isElsewhere(id) || rows.wasInSilver(id) || !rows.countsHere(id);
  }

  private String figures() {
    BucketOutcome outcome = new BucketOutcome();
    LatestPlaces.of(PLACES, blocks()).count("T", outcome);
    return outcome.figures() + " " + outcome.notes();
  }

  private List<byte[]> blocks() {
    List<byte[]> blocks = new ArrayList<>();
    blocks.add(new byte[0]);
    // what is stored may come first
    stored.blocks(0).forEach(block -> blocks.add(block.getValue()));
    landed.blocks(0).forEach(block -> blocks.add(block.getValue()));
    return blocks;
  }
}
