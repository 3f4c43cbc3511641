// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.transforms.facts.LargestRisks;
import dev.tidemark.transforms.facts.LargestRisks.RankedBy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankingTest {

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path root;

  @SuppressWarnings("NullAway.Init")
  private DeltaTableStore store;

  @BeforeEach
  void openTheLake() {
    store = DeltaTableStore.in(root.toString());
  }

  @Test
  void aLakeWithoutTheMartHasNothingToMakeAgain() {
    assertThat(ranked(5, RankedBy.TRANSACTION).madeOtherwise(store).isEmpty(), is(true));
  }

  @Test
  void anotherRankingThanTheStoredOneMakesTheMartAgainOfAllFacts() {
    commit(ranked(10, RankedBy.CERTIFICATE));

    assertThat(ranked(10, RankedBy.CERTIFICATE).madeOtherwise(store).isEmpty(), is(true));
    assertThat(
        ranked(5, RankedBy.TRANSACTION).madeOtherwise(store),
        is(
            Rebuild.ofEverything(
                "largest_risks is made again: marts.largestRisks was 10 by certificate and is 5 by"
                    + " transaction")));
  }

  @Test
  void whoeverReadsOnlyIsToldNothingAndChangesNothing() {
    commit(ranked(5, RankedBy.TRANSACTION));

    assertThat(Samples.TABLES.madeOtherwise(store).isEmpty(), is(true));
    assertThat(Samples.TABLES.mart(Marts.LARGEST_RISKS).derivedBy().isEmpty(), is(true));
  }

  private static LakeTables ranked(int ranks, RankedBy by) {
    return Samples.TABLES.ranking(new LargestRisks.Ranking(ranks, by));
  }

  private void commit(LakeTables tables) {
    store.commit(tables.mart(Marts.LARGEST_RISKS), -1, List.of(), "test", 1);
  }
}
