// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

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
}
