// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.keys;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The durable key of a row: SHA-256, in lower-case hex, over its length-prefixed key parts.
 *
 * <p>Each part is its length in UTF-8 bytes (four bytes, big endian) followed by those bytes; a
 * null part is the length −1 and nothing else. So {@code ("A", "BC")} and {@code ("AB", "C")}
 * differ, and null differs from the empty text. Numbers and dates are passed as their text;
 * decimals are never key parts, because their scale would show.
 *
 * <p>An instance reuses one digest and belongs to one thread: give each kernel its own. The static
 * methods make a new one per call and suit code that makes few keys.
 *
 * <pre>{@code
 * DurableKey keys = new DurableKey();
 * String section = keys.of("B0999CH001", "S1");
 * String version = keys.versionOf(section, validFrom);
 * }</pre>
 */
public final class DurableKey {
  private static final HexFormat HEX = HexFormat.of();

  private final MessageDigest digest = sha256();

  /** The key of these parts, in this order. */
  public String of(@Nullable String... parts) {
    for (String part : parts) {
      add(part);
    }
    return HEX.formatHex(digest.digest());
  }

  /**
   * The key of one version: the durable key and the sequence (update time) that opened the version.
   * The sequence is written as ISO-8601 in UTC, so micros are kept.
   */
  public String versionOf(String key, Instant sequence) {
    return of(key, sequence.toString());
  }

  /** As {@link #of}, for a caller that makes only a few keys. */
  public static String key(@Nullable String... parts) {
    return new DurableKey().of(parts);
  }

  /** As {@link #versionOf}, for a caller that makes only a few keys. */
  public static String versionKey(String key, Instant sequence) {
    return new DurableKey().versionOf(key, sequence);
  }

  private void add(@Nullable String part) {
    if (part == null) {
      addLength(-1);
      return;
    }
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    addLength(bytes.length);
    digest.update(bytes);
  }

  private void addLength(int length) {
    digest.update((byte) (length >>> 24));
    digest.update((byte) (length >>> 16));
    digest.update((byte) (length >>> 8));
    digest.update((byte) length);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java runtime has no SHA-256; use a standard JDK.", e);
    }
  }
}
