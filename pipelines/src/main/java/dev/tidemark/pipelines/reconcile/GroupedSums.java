// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.table.TableRows;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One figure per group. A group that was never added to is another thing than one that is zero. */
final class GroupedSums {

  private final Map<Group, BigDecimal> sums = new HashMap<>();

  /** The sums of an amount by section and a date. */
  static GroupedSums of(TableRows rows, String date, String amount) {
    int umr = rows.layout().column("umr");
    int sectionNo = rows.layout().column("section_no");
    int day = rows.layout().column(date);
    int value = rows.layout().column(amount);
    GroupedSums sums = new GroupedSums();
    rows.only("umr", "section_no", date, amount)
        .forEach(
            row ->
                sums.add(
                    Group.on(row.getString(umr), row.getString(sectionNo), row.getInt(day)),
                    row.getDecimal(value)));
    return sums;
  }

  void add(Group group, BigDecimal value) {
    sums.merge(group, value, BigDecimal::add);
  }

  void add(Group group, long value) {
    add(group, BigDecimal.valueOf(value));
  }

  /** Checks that both sides have the same groups, each with the same figure. */
  Check mustEqual(String name, GroupedSums other) {
    Set<Group> differing = new TreeSet<>();
    sums.forEach(
        (group, sum) -> {
          if (!same(sum, other.sums.get(group))) {
            differing.add(group);
          }
        });
    for (Group group : other.sums.keySet()) {
      if (!sums.containsKey(group)) {
        differing.add(group);
      }
    }
    String right = other.total();
    if (!differing.isEmpty()) {
      Group first = differing.iterator().next();
      right +=
          " ("
              + first
              + ": "
              + text(sums.get(first))
              + " <> "
              + text(other.sums.get(first))
              + Checks.more(differing.size() - 1)
              + ")";
    }
    return new Check(name, total(), right, differing.isEmpty());
  }

  private String total() {
    return sums.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add).toPlainString();
  }

  private static boolean same(BigDecimal a, @Nullable BigDecimal b) {
    return b != null && a.compareTo(b) == 0;
  }

  private static String text(@Nullable BigDecimal sum) {
    return sum == null ? "none" : sum.toPlainString();
  }
}
