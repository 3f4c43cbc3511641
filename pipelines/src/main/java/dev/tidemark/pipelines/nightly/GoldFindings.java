// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the gate found in one place: rows looked at, violations counted, and some of them named. */
final class GoldFindings {

  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, TreeSet<String>> named = new TreeMap<>();

  void lookedAt(String figure, long rows) {
    counts.merge(figure, rows, Long::sum);
  }

  /** Counts a row that goes against a rule; the first few of them in their order are named. */
  void add(GoldRule rule, String row) {
    counts.merge(rule.figure(), 1L, Long::sum);
    TreeSet<String> rows = named.computeIfAbsent(rule.rows(), name -> new TreeSet<>());
    rows.add(row);
    if (rows.size() > GoldRule.NAMED_ROWS) {
      rows.pollLast();
    }
  }

  /** As figures of the plan. */
  Map<String, List<String>> figures() {
    Map<String, List<String>> figures = new LinkedHashMap<>();
    counts.forEach((name, count) -> figures.put(name, List.of(Long.toString(count))));
    named.forEach((name, rows) -> figures.put(name, new ArrayList<>(rows)));
    return figures;
  }
}
