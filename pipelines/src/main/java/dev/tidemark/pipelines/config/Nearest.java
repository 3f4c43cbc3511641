// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known word that a misspelt one most likely meant. */
public final class Nearest {
  private Nearest() {}

  /**
   * The word with the fewest edits, ignoring case; ties go to the first in alphabetical order.
   * Empty when no word is within a third of the length (two edits for short words).
   */
  static Optional<String> to(String word, Collection<String> known) {
    int most = Math.max(2, word.length() / 3);
    return known.stream()
        .filter(k -> edits(word, k) <= most)
        .min(Comparator.<String>comparingInt(k -> edits(word, k)).thenComparing(k -> k));
  }

  /** {@code ; did you mean X?}, or the list of what is known. */
  public static String suggestion(String word, Collection<String> known) {
    return to(word, known)
        .map(k -> "; did you mean " + k + "?")
        .orElseGet(() -> "; known here: " + String.join(", ", known));
  }

  private static int edits(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
