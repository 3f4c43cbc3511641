// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * What tells actual rows from the expected ones: rows that are missing, extra, or changed in some
 * cells, and its table. Rows are bags: two equal rows need two equal partners.
 */
final class RowDiff {

  /** A table longer than this helps nobody. */
  private static final int LINES_SHOWN = 50;

  private record Difference(@Nullable Row expected, @Nullable Row actual, String note) {
    String kind() {
      if (expected == null) {
        return "extra";
      }
      return actual == null ? "missing" : "changed";
    }
  }

  private final List<String> columns;
  private final List<String> keys;
  private final double tolerance;
  private final List<Difference> differences = new ArrayList<>();
  private int same;

  RowDiff(List<String> columns, List<String> keys, double tolerance) {
    this.columns = columns;
    this.keys = keys;
    this.tolerance = tolerance;
  }

  /** Compares as bags; with a key, the leftovers of one key are paired as changed. */
  RowDiff inAnyOrder(List<Row> expected, List<Row> actual) {
    Map<List<@Nullable Object>, List<Row>> expectedByKey = group(expected, keys);
    Map<List<@Nullable Object>, List<Row>> actualByKey = group(actual, keys);
    expectedByKey.forEach(
        (key, rows) -> {
          List<Row> others = actualByKey.remove(key);
          match(rows, others == null ? List.of() : others);
        });
    actualByKey.values().forEach(rows -> match(List.of(), rows));
    return this;
  }

  /** Compares the first with the first, the second with the second, and so on. */
  RowDiff byPlace(List<Row> expected, List<Row> actual) {
    for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
      Row wanted = i < expected.size() ? expected.get(i) : null;
      Row found = i < actual.size() ? actual.get(i) : null;
      if (wanted != null && found != null && sameRow(wanted, found)) {
        same++;
      } else {
        differences.add(new Difference(wanted, found, "row " + (i + 1)));
      }
    }
    return this;
  }

  /** Of the same rows, checks the order too. */
  RowDiff thenByPlace(List<Row> expected, List<Row> actual) {
    return isEmpty() ? new RowDiff(columns, keys, tolerance).byPlace(expected, actual) : this;
  }

  private void match(List<Row> expected, List<Row> actual) {
    List<Row> wanted = new ArrayList<>();
    Map<List<@Nullable Object>, List<Row>> unmatched = group(actual, columns);
    for (Row row : expected) {
      List<Row> equals = unmatched.get(values(row, columns));
      if (equals == null || equals.isEmpty()) {
        wanted.add(row);
      } else {
        equals.remove(equals.size() - 1);
        same++;
      }
    }
    List<Row> found = new ArrayList<>();
    unmatched.values().forEach(found::addAll);
    if (tolerance > 0) {
      matchWithinTolerance(wanted, found);
    }
    int pairs = keys.isEmpty() ? 0 : Math.min(wanted.size(), found.size());
    for (int i = 0; i < pairs; i++) {
      differences.add(new Difference(wanted.get(i), found.get(i), ""));
    }
    wanted.stream().skip(pairs).forEach(r -> differences.add(new Difference(r, null, "")));
    found.stream().skip(pairs).forEach(r -> differences.add(new Difference(null, r, "")));
  }

  /**
   * Finds as many partners as there can be and removes them from both lists. "Within a tolerance"
   * is not transitive, so taking the first partner that fits could starve a later row.
   */
  private void matchWithinTolerance(List<Row> wanted, List<Row> found) {
    int[] partner = new int[found.size()];
    Arrays.fill(partner, -1);
    for (int w = 0; w < wanted.size(); w++) {
      findPartner(w, wanted, found, partner, new boolean[found.size()]);
    }
    Set<Integer> matched = new HashSet<>();
    for (int f = found.size() - 1; f >= 0; f--) {
      if (partner[f] >= 0) {
        matched.add(partner[f]);
        found.remove(f);
        same++;
      }
    }
    for (int w = wanted.size() - 1; w >= 0; w--) {
      if (matched.contains(w)) {
        wanted.remove(w);
      }
    }
  }

  private boolean findPartner(
      int w, List<Row> wanted, List<Row> found, int[] partner, boolean[] seen) {
    for (int f = 0; f < found.size(); f++) {
      if (seen[f] || !sameRow(wanted.get(w), found.get(f))) {
        continue;
      }
      seen[f] = true;
      if (partner[f] < 0 || findPartner(partner[f], wanted, found, partner, seen)) {
        partner[f] = w;
        return true;
      }
    }
    return false;
  }

  private boolean sameRow(Row a, Row b) {
    return columns.stream().allMatch(c -> sameCell(a, b, c));
  }

  private boolean sameCell(Row a, Row b, String column) {
    return Cells.same(a.getValue(column), b.getValue(column), tolerance);
  }

  private static Map<List<@Nullable Object>, List<Row>> group(List<Row> rows, List<String> by) {
    Map<List<@Nullable Object>, List<Row>> groups = new LinkedHashMap<>();
    for (Row row : rows) {
      groups.computeIfAbsent(values(row, by), k -> new ArrayList<>()).add(row);
    }
    return groups;
  }

  private static List<@Nullable Object> values(Row row, List<String> columns) {
    List<@Nullable Object> values = new ArrayList<>(columns.size());
    for (String column : columns) {
      values.add(Cells.hashable(row.getValue(column)));
    }
    return values;
  }

  boolean isEmpty() {
    return differences.isEmpty();
  }

  /** Counts, then a table in which a changed cell reads {@code expected -> actual}. */
  String format() {
    Map<String, Integer> counts = new HashMap<>();
    differences.forEach(d -> counts.merge(d.kind(), 1, Integer::sum));
    StringBuilder text = new StringBuilder();
    for (String kind : List.of("missing", "extra", "changed")) {
      if (counts.containsKey(kind)) {
        text.append(counts.get(kind)).append(' ').append(kind).append(", ");
      }
    }
    text.append(same).append(" as expected");
    text.append(
        counts.containsKey("changed") ? "; a changed cell reads expected -> actual\n" : "\n");
    text.append(table(counts.size() == 1 && counts.containsKey("changed")).format());
    if (differences.size() > LINES_SHOWN) {
      text.append("\nand ").append(differences.size() - LINES_SHOWN).append(" more");
    }
    return text.toString();
  }

  /** With changed rows only, columns that nowhere differ are left out, keys excepted. */
  private TextTable table(boolean onlyChanged) {
    List<String> shown =
        onlyChanged
            ? columns.stream()
                .filter(c -> keys.contains(c) || differences.stream().anyMatch(d -> differs(d, c)))
                .toList()
            : columns;
    List<String> header = new ArrayList<>(shown);
    header.add(0, "");
    List<List<String>> lines = new ArrayList<>();
    for (Difference difference :
        differences.subList(0, Math.min(LINES_SHOWN, differences.size()))) {
      List<String> line = new ArrayList<>();
      line.add((difference.kind() + " " + difference.note()).strip());
      shown.forEach(column -> line.add(cell(difference, column)));
      lines.add(line);
    }
    return new TextTable(header, lines);
  }

  private boolean differs(Difference difference, String column) {
    Row expected = difference.expected();
    Row actual = difference.actual();
    return expected != null && actual != null && !sameCell(expected, actual, column);
  }

  private String cell(Difference difference, String column) {
    Row expected = difference.expected();
    Row actual = difference.actual();
    if (expected != null && actual != null && differs(difference, column)) {
      return Cells.format(expected.getValue(column))
          + " -> "
          + Cells.format(actual.getValue(column));
    }
    Row row = expected != null ? expected : actual;
    return row == null ? "" : Cells.format(row.getValue(column));
  }
}
