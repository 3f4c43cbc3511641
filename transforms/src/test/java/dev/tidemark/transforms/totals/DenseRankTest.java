// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DenseRankTest {

  @Test
  void equalAmountsShareARankAndTheNextAmountHasTheNext() {
    assertThat(ranked(2, 100, 200, 300, 200), contains("1: 300", "2: 200", "2: 200"));
    assertThat(ranked(3, 100, 200, 300, 200), contains("1: 300", "2: 200", "2: 200", "3: 100"));
  }

  @Test
  void aRankIsDecidedByTheAmountAndNotByItsDecimals() {
    DenseRank<String> ranks = new DenseRank<>(1);
    ranks.add(new BigDecimal("2.0"), "a");
    ranks.add(new BigDecimal("2.00"), "b");

    assertThat(ranks.ranked().stream().map(DenseRank.Ranked::item).toList(), contains("a", "b"));
  }

  @Test
  void theNextAmountTakesThePlaceOfTheLastOneWithAllItsTies() {
    assertThat(ranked(2, 1, 1, 2, 3), contains("1: 3", "2: 2"));
    assertThat(ranked(1, 3, 2, 3, 1), contains("1: 3", "1: 3"));
  }

  @Test
  void nothingAddedHasNoRanks() {
    assertThat(ranked(1), is(empty()));
  }

  @Test
  void theLastRankIsKnownOnceAllAreTaken() {
    DenseRank<String> ranks = new DenseRank<>(2);
    ranks.add(new BigDecimal("3"), "a");
    ranks.add(new BigDecimal("3"), "b");
    assertThat(ranks.last(), is(nullValue()));

    ranks.add(new BigDecimal("1"), "c");
    assertThat(ranks.last(), is(new BigDecimal("1")));
  }

  @Test
  void noRankIsRefused() {
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> new DenseRank<String>(0)).getMessage(),
        is("there must be at least 1 rank, not 0"));
  }

  /** The rank is one more than the number of greater amounts, equal ones counted once. */
  @Property(tries = 300)
  void everythingWithinTheRanksIsKept(
      @ForAll @Size(max = 30) List<@IntRange(min = -5, max = 5) Integer> amounts,
      @ForAll @IntRange(min = 1, max = 12) int ranks) {
    List<String> expected =
        amounts.stream()
            .sorted((a, b) -> b - a)
            .filter(amount -> rank(amounts, amount) <= ranks)
            .map(amount -> rank(amounts, amount) + ": " + amount)
            .toList();

    assertThat(ranked(ranks, amounts.stream().mapToInt(a -> a).toArray()), is(expected));
  }

  private static long rank(List<Integer> amounts, int amount) {
    return 1 + amounts.stream().filter(other -> other > amount).distinct().count();
  }

  private static List<String> ranked(int count, int... amounts) {
    DenseRank<Integer> ranks = new DenseRank<>(count);
    for (int amount : amounts) {
      ranks.add(BigDecimal.valueOf(amount), amount);
    }
    return ranks.ranked().stream().map(ranked -> ranked.rank() + ": " + ranked.item()).toList();
  }
}
