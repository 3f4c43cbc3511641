// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What has one of the largest amounts: {@code dense_rank() over (order by amount desc) <= ranks}.
 * Equal amounts share a rank and are all kept; the next amount has the next rank.
 *
 * <p>Example: of 300, 200, 200 and 100, two ranks keep 300 (1), 200 (2) and 200 (2).
 *
 * <p>It holds no more than what it would give. Items of one rank come in the order in which they
 * were added.
 */
public final class DenseRank<T> {

  private final int ranks;
  private final TreeMap<BigDecimal, List<T>> items = new TreeMap<>(Comparator.reverseOrder());

  /** An item and its amount; ranks begin with 1. */
  public record Ranked<T>(int rank, BigDecimal amount, T item) {}

  /** So many ranks, at least one. */
  public DenseRank(int ranks) {
    if (ranks < 1) {
      throw new IllegalArgumentException("there must be at least 1 rank, not " + ranks);
    }
    this.ranks = ranks;
  }

  /** Adds an item. */
  public void add(BigDecimal amount, T item) {
    if (!mayHave(amount)) {
      return;
    }
    items.computeIfAbsent(amount, ties -> new ArrayList<>()).add(item);
    if (items.size() > ranks) {
      items.pollLastEntry();
    }
  }

  /** Whether an item of this amount would be among those within the ranks now. */
  public boolean mayHave(BigDecimal amount) {
    return items.size() < ranks || amount.compareTo(items.lastKey()) >= 0;
  }

  /** The amount of the last rank; null while a rank is free. */
  public @Nullable BigDecimal last() {
    return items.size() < ranks ? null : items.lastKey();
  }

  /** Those within the ranks, the largest first. */
  public List<Ranked<T>> ranked() {
    List<Ranked<T>> ranked = new ArrayList<>();
    int rank = 0;
    for (var ties : items.entrySet()) {
      rank++;
      for (T item : ties.getValue()) {
        ranked.add(new Ranked<>(rank, ties.getKey(), item));
      }
    }
    return ranked;
  }
}
