// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import org.jspecify.annotations.Nullable;

/**
 * The unique market reference of a contract: B, the broker's four digits, the broker's own text.
 */
public final class Umr {
  private static final int BROKER_END = 5;
  private static final int LONGEST = 17;

  private Umr() {}

  /**
   * Whether the text matches {@code ^B\d{4}[A-Z0-9]{1,12}$}, with the digits and letters of ASCII.
   */
  public static boolean isWellFormed(String umr) {
    int length = umr.length();
    if (length <= BROKER_END || length > LONGEST || umr.charAt(0) != 'B') {
      return false;
    }
    for (int i = 1; i < length; i++) {
      char c = umr.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit && (i < BROKER_END || c < 'A' || c > 'Z')) {
        return false;
      }
    }
    return true;
  }

  /** Characters 2 to 5, also of a malformed reference; null when it is shorter than that. */
  public static @Nullable String brokerCode(String umr) {
    return umr.length() < BROKER_END ? null : umr.substring(1, BROKER_END);
  }
}
