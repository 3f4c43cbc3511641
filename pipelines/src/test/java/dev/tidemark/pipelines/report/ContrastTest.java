// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text of every colour can be read on every paper that it stands on: WCAG 2.1, level AA. */
class ContrastTest {

  private static final double TEXT = 4.5;
  private static final double GRAPHICS = 3.0;
  private static final Pattern PALETTE = Pattern.compile(":root \\{([^}]*)\\}");
  private static final Pattern COLOUR = Pattern.compile("--([a-z-]+): #([0-9a-f]{6});");

  @ParameterizedTest
  @CsvSource({
    "ink, paper",
    "muted, paper",
    "accent, paper",
    "bad, paper",
    "look, paper",
    "good, paper",
    "on-missing, missing",
    "on-missing, hatch",
    "on-late, late",
    "on-received, received",
    "on-undated, undated",
  })
  void textIsReadableOnScreenInTheDarkAndOnPaper(String text, String paper) throws IOException {
    for (Map<String, Integer> palette : palettes()) {
      assertThat(
          palette.toString(),
          contrast(colour(palette, text), colour(palette, paper)),
          is(greaterThanOrEqualTo(TEXT)));
    }
  }

  @ParameterizedTest
  @CsvSource({"fill, paper", "fill-bad, paper", "ink, track"})
  void barsAndMarksStandOut(String bar, String paper) throws IOException {
    for (Map<String, Integer> palette : palettes()) {
      assertThat(
          palette.toString(),
          contrast(colour(palette, bar), colour(palette, paper)),
          is(greaterThanOrEqualTo(GRAPHICS)));
    }
  }

  private static int colour(Map<String, Integer> palette, String name) {
    return Objects.requireNonNull(palette.get(name), name);
  }

  /** The light one, the dark one and the one for paper. */
  private static List<Map<String, Integer>> palettes() throws IOException {
    List<Map<String, Integer>> palettes = new ArrayList<>();
    try (InputStream in =
        Objects.requireNonNull(ReportPage.class.getResourceAsStream("report.css"))) {
      Matcher roots = PALETTE.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      while (roots.find()) {
        Map<String, Integer> palette = new HashMap<>();
        Matcher colours = COLOUR.matcher(roots.group(1));
        while (colours.find()) {
          palette.put(colours.group(1), Integer.parseInt(colours.group(2), 16));
        }
        palettes.add(palette);
      }
    }
    assertThat(palettes.size(), is(3));
    return palettes;
  }

  private static double contrast(int one, int other) {
    double a = luminance(one) + 0.05;
    double b = luminance(other) + 0.05;
    return Math.max(a, b) / Math.min(a, b);
  }

  private static double luminance(int colour) {
    return 0.2126 * linear(colour >> 16 & 255)
        + 0.7152 * linear(colour >> 8 & 255)
        + 0.0722 * linear(colour & 255);
  }

  private static double linear(int channel) {
    double share = channel / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }
}
