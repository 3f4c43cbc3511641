// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.latest;

import dev.tidemark.transforms.block.KeyGroups;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowOrder;
import dev.tidemark.transforms.block.RowView;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the winner of each key: the row that comes first in an order.
 *
 * <p>NULL sorts last, in keys null equals null, and rows that tie on every order column are settled
 * by their bytes: the winners of a set of rows are the same for every order in which they arrive
 * and every way in which they are cut into blocks. Equal to
 *
 * <pre>{@code
 * SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY key ORDER BY order NULLS LAST) AS n,
 *                          COUNT(*) OVER (PARTITION BY key) AS versions FROM rows) WHERE n = 1
 * }</pre>
 *
 * <p>Needs about 40 bytes of memory per row beside the blocks, however the rows spread over keys,
 * and makes no object per row.
 */
public final class LatestPerKey {

  /** Takes the winner of a key. */
  @FunctionalInterface
  public interface Winners {

    /**
     * Takes one key's winner.
     *
     * @param winner is on the winning row until the method returns
     * @param versions how many rows competed, the winner included
     * @param ambiguous whether another row tied with the winner where {@link #detectingTies} looks,
     *     and said something else
     */
    void accept(RowView winner, int versions, boolean ambiguous);
  }

  /** Takes the rows of a key that did not win. */
  @FunctionalInterface
  public interface Losers {

    /** Stands for the order column that decided when the row did not compete. */
    int DID_NOT_COMPETE = -1;

    /**
     * Takes a row that is not the winner of its key.
     *
     * @param loser is on the row until the method returns
     * @param winner is on the winner of the key, null when no row of the key competes
     * @param decidedBy which column of the order put the winner first, counted from 0; as many as
     *     there are when all are equal and the bytes decided; {@link #DID_NOT_COMPETE}
     * @param ambiguous whether the row tied with the winner where {@link #detectingTies} looks, and
     *     said something else
     */
    void accept(RowView loser, @Nullable RowView winner, int decidedBy, boolean ambiguous);
  }

  /** Not a reference to a row. */
  private static final long NOBODY = -1;

  private final RowLayout layout;
  private final List<String> key;
  private final List<Order> order;
  private final @Nullable RowOrder tie;
  private final int[] payload;
  private final Predicate<RowView> competes;

  /** The columns of the order. */
  private final int[] steps;

  private LatestPerKey(
      RowLayout layout,
      List<String> key,
      List<Order> order,
      @Nullable RowOrder tie,
      int[] payload,
      Predicate<RowView> competes) {
    this.layout = layout;
    this.key = key;
    this.order = order;
    this.tie = tie;
    this.payload = payload;
    this.competes = competes;
    steps = layout.columns(order.stream().map(Order::column).toList());
  }

  /** Winners per {@code key}, the first in {@code order}; at least one column of each. */
  public static LatestPerKey of(RowLayout layout, List<String> key, List<Order> order) {
    if (order.isEmpty()) {
      throw new IllegalArgumentException("the latest row needs an order of at least one column");
    }
    RowKey.of(layout, key);
    RowOrder.by(layout, order);
    return new LatestPerKey(
        layout, List.copyOf(key), List.copyOf(order), null, new int[0], row -> true);
  }

  /**
   * Reports a winner as ambiguous when another row is equal in the first {@code columns} order
   * columns and differs in some column that is neither among these, nor in the key, nor ignored.
   */
  public LatestPerKey detectingTies(int columns, String... ignoredColumns) {
    if (columns < 1 || columns > order.size()) {
      throw new IllegalArgumentException(
          "ties are looked for in 1 to " + order.size() + " order columns, not " + columns);
    }
    List<Order> first = order.subList(0, columns);
    Set<String> ignored = new HashSet<>(key);
    first.forEach(o -> ignored.add(o.column()));
    for (String column : ignoredColumns) {
      ignored.add(layout.name(layout.column(column)));
    }
    List<String> compared =
        layout.schema().getFieldNames().stream().filter(name -> !ignored.contains(name)).toList();
    return new LatestPerKey(
        layout, key, order, RowOrder.by(layout, first), layout.columns(compared), competes);
  }

  /** Lets only such rows compete; a key without any has no winner. */
  public LatestPerKey where(Predicate<RowView> condition) {
    return new LatestPerKey(layout, key, order, tie, payload, condition);
  }

  /** Hands on the winner of each key, keys in the order of their first row. */
  public void forEachWinner(RowBlocks rows, Winners winners) {
    forEach(rows, winners, null);
  }

  /**
   * As {@link #forEachWinner}; after each winner come all other rows of its key, so every row once.
   */
  public void forEachRow(RowBlocks rows, Winners winners, Losers losers) {
    forEach(rows, winners, losers);
  }

  private void forEach(RowBlocks rows, Winners winners, @Nullable Losers losers) {
    KeyGroups groups = KeyGroups.of(rows, RowKey.of(layout, key));
    RowOrder ranking = RowOrder.by(layout, order);
    RowView winner = new RowView(layout);
    RowView rival = new RowView(layout);
    for (int g = 0; g < groups.groupCount(); g++) {
      int versions = 0;
      long first = NOBODY;
      for (int i = 0; i < groups.groupSize(g); i++) {
        long ref = groups.ref(g, i);
        if (competes.test(rival.at(rows, ref))) {
          if (versions == 0 || ranking.compare(rival, winner) < 0) {
            winner.at(rows, ref);
            first = ref;
          }
          versions++;
        }
      }
      if (versions > 0) {
        winners.accept(
            winner, versions, versions > 1 && isAmbiguous(rows, groups, g, winner, rival));
      }
      if (losers != null && groups.groupSize(g) > Math.min(versions, 1)) {
        handOn(rows, groups, g, first, losers);
      }
    }
  }

  private boolean isAmbiguous(
      RowBlocks rows, KeyGroups groups, int group, RowView winner, RowView rival) {
    for (int i = 0; tie != null && i < groups.groupSize(group); i++) {
      rival.at(rows, groups.ref(group, i));
      if (tiesWith(rival, winner) && competes.test(rival)) {
        return true;
      }
    }
    return false;
  }

  private boolean tiesWith(RowView rival, RowView winner) {
    return tie != null && tie.compareColumns(rival, winner) == 0 && !samePayload(rival, winner);
  }

  /** Hands on the rows of a key but the one at {@code first}. */
  private void handOn(RowBlocks rows, KeyGroups groups, int group, long first, Losers losers) {
    RowView loser = new RowView(layout);
    RowView winner = first == NOBODY ? null : new RowView(layout).at(rows, first);
    for (int i = 0; i < groups.groupSize(group); i++) {
      long ref = groups.ref(group, i);
      if (ref == first) {
        continue;
      }
      loser.at(rows, ref);
      if (winner == null || !competes.test(loser)) {
        losers.accept(loser, winner, Losers.DID_NOT_COMPETE, false);
      } else {
        losers.accept(loser, winner, decidedBy(loser, winner), tiesWith(loser, winner));
      }
    }
  }

  private int decidedBy(RowView loser, RowView winner) {
    for (int i = 0; i < steps.length; i++) {
      if (!loser.sameValue(steps[i], winner, steps[i])) {
        return i;
      }
    }
    return steps.length;
  }

  private boolean samePayload(RowView a, RowView b) {
    for (int column : payload) {
      if (!a.sameValue(column, b, column)) {
        return false;
      }
    }
    return true;
  }
}
