// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import dev.tidemark.pipelines.config.FindingKind;
import dev.tidemark.pipelines.control.Observation;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Collectors;

/** Texts as the control store and a message can hold them. */
final class Texts {

  private static final int LONGEST_KEY = 400;
  private static final int LONGEST_SENTENCE = 2000;

  private Texts() {}

  static Observation observation(String key, FindingKind kind, String about, String text) {
    String line =
        text.lines()
            .map(String::strip)
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining(" "));
    return new Observation(
        within(LONGEST_KEY, key),
        kind,
        within(LONGEST_KEY, about),
        line.length() <= LONGEST_SENTENCE ? line : line.substring(0, LONGEST_SENTENCE) + " …");
  }

  /** The text, or its beginning and its digest, so that two long ones stay two. */
  static String within(int longest, String text) {
    if (text.length() <= longest) {
      return text;
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      String end = " #" + HexFormat.of().formatHex(digest, 0, 12);
      return text.substring(0, longest - end.length()) + end;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
