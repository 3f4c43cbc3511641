// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of the derived tables say, from {@code column-descriptions.txt}: by the column's
 * name, or by table and name where one table means something of its own.
 */
final class ColumnDescriptions {

  private static final String FILE = "column-descriptions.txt";

  private final Map<String, String> sentences;
  private final Set<String> unused;

  private ColumnDescriptions(Map<String, String> sentences) {
    this.sentences = sentences;
    unused = new TreeSet<>(sentences.keySet());
  }

  static ColumnDescriptions read() throws IOException {
    Map<String, String> sentences = new LinkedHashMap<>();
    for (String line : lines()) {
      int colon = line.indexOf(": ");
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (colon < 0 || sentences.put(line.substring(0, colon), line.substring(colon + 2)) != null) {
        throw new AssertionError(FILE + ": described twice, or not at all: " + line);
      }
    }
    return new ColumnDescriptions(sentences);
  }

  private static List<String> lines() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(ColumnDescriptions.class.getResourceAsStream(FILE))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /** The sentence of a column; null where nobody described it. */
  @Nullable String of(TableSpec table, String column) {
    for (String name : List.of(table.path() + "." + column, column)) {
      String sentence = sentences.get(name);
      if (sentence != null) {
        unused.remove(name);
        return sentence;
      }
    }
    return null;
  }

  /** What was described and never asked for. */
  Set<String> unused() {
    return unused;
  }
}
