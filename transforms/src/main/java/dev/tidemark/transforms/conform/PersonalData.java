// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * What silver and quarantine may hold of a person's name: a keyed hash (HMAC-SHA-256, lower-case
 * hex, over the UTF-8 text as sent) where a salt is configured, else nothing; and a mask.
 *
 * <p>Equal names give equal hashes under one salt, so they can be counted and joined; without the
 * salt nobody can test a guess. A null name stays null in both. An instance belongs to one thread
 * and is not serialisable, so that a salt cannot travel inside a graph by accident.
 */
public final class PersonalData {
  /** Stands for a value that was there. */
  public static final String MASK = "***";

  private static final HexFormat HEX = HexFormat.of();

  private final @Nullable Mac mac;

  private PersonalData(@Nullable Mac mac) {
    this.mac = mac;
  }

  /** Hashes with this salt; a null or empty salt hashes nothing: every hash is null. */
  public static PersonalData saltedWith(@Nullable String salt) {
    return new PersonalData(salt == null || salt.isEmpty() ? null : hmac(salt));
  }

  /** The keyed hash of a value; null for null, and without a salt. */
  public @Nullable String hash(@Nullable String value) {
    if (mac == null || value == null) {
      return null;
    }
    return HEX.formatHex(mac.doFinal(value.getBytes(StandardCharsets.UTF_8)));
  }

  /** The value as a quarantine payload shows it: that it was there, and nothing more. */
  public static @Nullable String mask(@Nullable String value) {
    return value == null ? null : MASK;
  }

  private static Mac hmac(String salt) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(salt.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return mac;
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new IllegalStateException("This Java runtime has no HMAC-SHA-256; use a JDK.", e);
    }
  }
}
