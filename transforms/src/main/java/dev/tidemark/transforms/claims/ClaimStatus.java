// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.claims;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a claim stands in one position, written in capitals or small letters. A text that is none of
 * these is kept, in capitals, and says nothing about the reserve.
 */
public enum ClaimStatus {
  OPEN(true),
  CLOSED(false),
  REOPENED(true),
  DENIED(false),
  WITHDRAWN(false);

  private static final Map<String, ClaimStatus> BY_NAME =
      Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(ClaimStatus::name, s -> s));

  private final boolean hasReserve;

  ClaimStatus(boolean hasReserve) {
    this.hasReserve = hasReserve;
  }

  /** The status of a trimmed text, null for null and for a text that is none. */
  public static @Nullable ClaimStatus parse(@Nullable String sent) {
    String text = text(sent);
    return text == null ? null : BY_NAME.get(text);
  }

  /** What the claim_status column shows: the text in capitals. */
  public static @Nullable String text(@Nullable String sent) {
    return sent == null ? null : sent.toUpperCase(Locale.ROOT);
  }

  /** Whether there may be money outstanding: not once the claim is closed, denied or withdrawn. */
  public boolean hasReserve() {
    return hasReserve;
  }
}
