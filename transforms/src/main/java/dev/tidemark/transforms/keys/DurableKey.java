// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.keys;

import dev.tidemark.transforms.block.RowView;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
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
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private static final int HASH_BYTES = 32;

  private final MessageDigest digest = sha256();
  private byte[] parts = new byte[256];
  private int length;
  private final byte[] hex = new byte[2 * HASH_BYTES];

  /** The key of these parts, in this order. */
  public String of(@Nullable String... keyParts) {
    for (String part : keyParts) {
      add(part);
    }
    return new String(take(), StandardCharsets.US_ASCII);
  }

  /** Adds a part of a key, behind those that were added since the last {@link #take}. */
  public void add(@Nullable String part) {
    if (part == null) {
      addNull();
    } else {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      add(bytes, 0, bytes.length);
    }
  }

  /** Adds a STRING column of a row as a part of a key. */
  public void add(RowView row, int column) {
    if (row.isNull(column)) {
      addNull();
    } else {
      add(row.block(), row.valueOffset(column), row.valueLength(column));
    }
  }

  /** The key of the parts that were added, as ASCII; the array is used again for the next. */
  public byte[] take() {
    digest.update(parts, 0, length);
    length = 0;
    byte[] hash = digest.digest();
    for (int i = 0; i < hash.length; i++) {
      hex[2 * i] = HEX[hash[i] >>> 4 & 0xf];
      hex[2 * i + 1] = HEX[hash[i] & 0xf];
    }
    return hex;
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

  private void addNull() {
    reserve(Integer.BYTES);
    addLength(-1);
  }

  private void add(byte[] bytes, int from, int count) {
    reserve(Integer.BYTES + count);
    addLength(count);
    System.arraycopy(bytes, from, parts, length, count);
    length += count;
  }

  private void reserve(int more) {
    if (length + more > parts.length) {
      parts = Arrays.copyOf(parts, Math.max(parts.length * 2, length + more));
    }
  }

  private void addLength(int count) {
    parts[length++] = (byte) (count >>> 24);
    parts[length++] = (byte) (count >>> 16);
    parts[length++] = (byte) (count >>> 8);
    parts[length++] = (byte) count;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java runtime has no SHA-256; use a standard JDK.", e);
    }
  }
}
