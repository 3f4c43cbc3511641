// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The demo's report as a browser shows it. Pictures of it stay under {@code target/report}, to be
 * looked at. Skipped where no Chromium is installed.
 */
@Tag("browser")
class ReportInBrowserTest {

  private static final Path PICTURES = Path.of("target", "report").toAbsolutePath();
  private static final String SECTIONS = "document.querySelector('#gpi').parentNode.querySelector";

  @TempDir private static Path folder = Path.of("");
  private static Optional<Chromium> started = Optional.empty();
  private static Path report = Path.of("");

  @BeforeAll
  static void start() throws IOException {
    Optional<Path> program = Chromium.installed();
    assumeTrue(program.isPresent(), "no chromium or google-chrome on the PATH: nothing is shown");
    report = DemoRuns.DIRECT.report();
    Files.createDirectories(PICTURES);
    started = Optional.of(Chromium.start(program.orElseThrow(), folder));
  }

  @AfterAll
  static void stop() {
    started.ifPresent(Chromium::close);
  }

  private static Chromium browser() {
    return started.orElseThrow();
  }

  @Test
  void nothingIsComplainedOfAndNothingIsAskedForButTheFile() {
    browser().open(report, 1280, "light");
    assertThat(browser().complaints(), is(empty()));
    List<String> asked =
        browser().requests().stream().filter(url -> !url.startsWith("data:")).toList();
    assertThat(asked, contains(report.toUri().toString()));
  }

  @ParameterizedTest
  @CsvSource({"360,light", "360,dark", "768,light", "1280,light", "1280,dark"})
  void noPageIsWiderThanItsScreen(int width, String scheme) throws IOException {
    browser().open(report, width, scheme);
    assertThat(
        browser().evaluate("document.documentElement.scrollWidth").asInt(),
        is(lessThanOrEqualTo(width)));
    int height = browser().evaluate("document.documentElement.scrollHeight").asInt();
    browser()
        .screenshot(PICTURES.resolve(scheme + "-" + width + ".png"), 0, Math.min(height, 16_000));
  }

  @Test
  void aHeadingSortsItsTableAndSaysSo() {
    browser().open(report, 1280, "light");
    String level = SECTIONS + "('thead th:nth-child(5)')";

    browser().evaluate(level + ".querySelector('button').click()");
    List<Double> down = written();
    assertThat(down, hasSize(50));
    assertThat(down, is(down.stream().sorted(Comparator.reverseOrder()).toList()));
    assertThat(browser().evaluate(level + ".ariaSort").asText(), is("descending"));

    browser().evaluate(level + ".querySelector('button').click()");
    List<Double> up = new ArrayList<>(down);
    Collections.reverse(up);
    assertThat(written(), is(up));
    assertThat(browser().evaluate(level + ".ariaSort").asText(), is("ascending"));
    assertThat(
        "one heading at a time",
        browser().evaluate(SECTIONS + "All('th[aria-sort]:not([aria-sort=none])').length").asInt(),
        is(1));
  }

  private static List<Double> written() {
    List<Double> written = new ArrayList<>();
    for (JsonNode text :
        browser()
            .evaluate(
                "Array.from("
                    + SECTIONS
                    + "All('tbody tr')).map(row => row.cells[4].textContent.replaceAll(',', ''))")) {
      written.add(Double.valueOf(text.asText()));
    }
    return written;
  }

  @Test
  void aTableIsSortedByKeyboardAndShowsWhereTheFocusIs() {
    browser().open(report, 1280, "light");
    String heading = "document.activeElement.closest('#gpi ~ .scroll thead th')";
    for (int tabs = 0;
        tabs < 100 && !browser().evaluate(heading + " !== null").asBoolean();
        tabs++) {
      browser().press("Tab", 9);
    }
    assertThat(browser().evaluate(heading + ".ariaSort").asText(), is("none"));
    assertThat(
        browser().evaluate("getComputedStyle(document.activeElement).outlineStyle").asText(),
        is("solid"));

    browser().press("Enter", 13);

    assertThat(browser().evaluate(heading + ".ariaSort").asText(), is("descending"));
  }

  @Test
  void darkScreensGetDarkPaper() {
    browser().open(report, 1280, "dark");
    assertThat(colour("backgroundColor"), is("rgb(21, 24, 28)"));
    assertThat(colour("color"), is("rgb(232, 229, 222)"));

    browser().open(report, 1280, "light");
    assertThat(colour("backgroundColor"), is("rgb(253, 252, 249)"));
    assertThat(colour("color"), is("rgb(27, 32, 37)"));
  }

  private static String colour(String property) {
    return browser().evaluate("getComputedStyle(document.body)." + property).asText();
  }

  @Test
  void lettersOfTheHeatMapCanBeReadOnAPhone() {
    browser().open(report, 360, "light");
    assertThat(
        browser()
            .evaluate("parseFloat(getComputedStyle(document.querySelector('td.cell')).fontSize)")
            .asDouble(),
        is(greaterThanOrEqualTo(10.0)));
    assertThat(
        "all twelve months are on the screen",
        browser()
            .evaluate(
                "document.querySelector('table.heat').scrollWidth"
                    + " - document.querySelector('table.heat').parentNode.clientWidth")
            .asInt(),
        is(lessThanOrEqualTo(0)));
  }

  @Test
  void whatIsFoldedIsPrinted() throws IOException {
    browser().open(report, 1280, "dark");
    browser()
        .evaluate(
            "window.opened = -1; window.addEventListener('beforeprint', () =>"
                + " { window.opened = document.querySelectorAll('details:not([open])').length; })");
    Path pdf = PICTURES.resolve("report.pdf");
    browser().print(pdf);

    assertThat("folded while it is printed", browser().evaluate("window.opened").asInt(), is(0));
    assertThat(
        "folded again",
        browser().evaluate("document.querySelectorAll('details[open]').length").asInt(),
        is(0));
    assertThat("bytes of the pdf", Files.size(pdf), is(lessThanOrEqualTo(2_000_000L)));
  }
}
