// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table as text: one line per row, the first one the header, cells parted by {@code |}.
 *
 * <p>Blank lines, a rule of dashes under the header, and a bar at both ends of a line are
 * decoration. A bar inside double quotes belongs to the text.
 */
record TextTable(List<String> header, List<List<String>> rows) {

  static TextTable parse(String text) {
    List<List<String>> lines =
        text.lines().map(String::strip).filter(l -> !l.isEmpty()).map(TextTable::cells).toList();
    if (lines.isEmpty()) {
      throw new IllegalArgumentException(
          "The text table is empty: its first line must name the columns.");
    }
    int first = lines.size() > 1 && isRule(lines.get(1)) ? 2 : 1;
    return new TextTable(lines.get(0), lines.subList(first, lines.size()));
  }

  private static boolean isRule(List<String> cells) {
    return cells.stream().allMatch(cell -> cell.matches(":?-{3,}:?"));
  }

  private static List<String> cells(String line) {
    boolean framed = line.length() > 1 && line.startsWith("|") && line.endsWith("|");
    String inner = framed ? line.substring(1, line.length() - 1) : line;
    List<String> cells = new ArrayList<>();
    int start = 0;
    boolean quoted = false;
    for (int i = 0; i < inner.length(); i++) {
      char c = inner.charAt(i);
      if (c == '"') {
        // A quote in the middle of a word is just a character.
        quoted = !quoted && inner.substring(start, i).isBlank();
      } else if (c == '\\' && quoted) {
        i++;
      } else if (c == '|' && !quoted) {
        cells.add(inner.substring(start, i).strip());
        start = i + 1;
      }
    }
    if (quoted) {
      throw new IllegalArgumentException(
          "A line of the text table opens a quote that it never closes: " + line);
    }
    cells.add(inner.substring(start).strip());
    return cells;
  }

  /** Writes the table with every column as wide as its widest cell. */
  String format() {
    int[] widths = new int[header.size()];
    for (int c = 0; c < widths.length; c++) {
      widths[c] = header.get(c).length();
      for (List<String> row : rows) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    List<List<String>> lines = new ArrayList<>();
    lines.add(header);
    lines.addAll(rows);
    return lines.stream().map(line -> format(line, widths)).collect(Collectors.joining("\n"));
  }

  private static String format(List<String> line, int[] widths) {
    StringBuilder text = new StringBuilder();
    for (int c = 0; c < widths.length; c++) {
      String cell = line.get(c);
      text.append(c == 0 ? "" : " | ").append(cell).append(" ".repeat(widths[c] - cell.length()));
    }
    return text.toString().stripTrailing();
  }
}
