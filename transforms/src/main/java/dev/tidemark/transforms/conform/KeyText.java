// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import dev.tidemark.transforms.block.RowView;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Key parts as silver holds them: without surrounding white space, and null where nothing is left,
 * so that a blank key is a missing key. UMR, section number and transaction type are upper-cased as
 * well, by the rules of no language.
 */
public final class KeyText {
  private KeyText() {}

  /** The text without surrounding white space; null for null or blank. */
  public static @Nullable String trimmed(@Nullable String text) {
    if (text == null) {
      return null;
    }
    String stripped = text.strip();
    return stripped.isEmpty() ? null : stripped;
  }

  /** As {@link #trimmed}, in upper case. */
  public static @Nullable String upper(@Nullable String text) {
    String trimmed = trimmed(text);
    return trimmed == null ? null : trimmed.toUpperCase(Locale.ROOT);
  }

  /**
   * Whether a text that is not null is as {@link #trimmed} leaves it, which its first and last byte
   * tell of most. False where only the text itself can tell.
   */
  static boolean isTrimmed(RowView row, int column) {
    int from = row.valueOffset(column);
    int last = from + row.valueLength(column) - 1;
    byte[] block = row.block();
    return last >= from && block[from] > ' ' && block[last] > ' ';
  }

  /** As {@link #isTrimmed}, for {@link #upper}. */
  static boolean isUpper(RowView row, int column) {
    if (!isTrimmed(row, column)) {
      return false;
    }
    byte[] block = row.block();
    int from = row.valueOffset(column);
    for (int at = from + row.valueLength(column) - 1; at >= from; at--) {
      if (block[at] < 0 || (block[at] >= 'a' && block[at] <= 'z')) {
        return false;
      }
    }
    return true;
  }
}
