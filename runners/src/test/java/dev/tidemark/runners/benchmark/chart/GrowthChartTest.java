// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.chart;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.both;
import static org.hamcrest.Matchers.closeTo;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrowthChartTest {

  private static final long LAKE = 5_000_000;
  private static final String REMEDY = "; name a file that the benchmark wrote";

  private final Path folder;
  private final List<String> results = new ArrayList<>();

  GrowthChartTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** At 0, 1 and 2 % the medians of 3 rounds are 10, 15 and 20: 10 s and 5 s per %. */
  @Test
  void nightsOfOneLakeAreALineOfTheirMedians() throws IOException {
    night(LAKE, 0, 4884, 0.004, 9, 10, 12);
    night(LAKE, 50_000, 4884, 0.004, 15, 14, 16);
    night(LAKE, 100_000, 4884, 0.004, 30, 20, 19);
    night(1_000_000, 0, 4884, 0.004, 1, 1, 1);
    night(LAKE, LAKE, 4884, 0.004, 99, 99, 99);

    Growth growth = Growth.along(GrowthAxis.INCREMENT, runs()).orElseThrow();

    assertThat(
        growth.spreads(Seconds.WALL),
        is(Map.of(0.0, spread(9, 10, 12), 1.0, spread(14, 15, 16), 2.0, spread(19, 20, 30))));
    assertThat(growth.line(Seconds.WALL).floor(), closeTo(10, 1e-9));
    assertThat(growth.line(Seconds.CPU).slope(), closeTo(10, 1e-9));
    assertThat(
        GrowthChart.label(GrowthAxis.INCREMENT, Seconds.WALL, growth.line(Seconds.WALL)),
        is("wall: 10.0 s + 5.00 s per %"));
    assertThat(growth.conditions(), is("5M rows in 4,884 sections"));
  }

  @Test
  void lakesOfAllSizesAreComparedAtOneIncrement() throws IOException {
    night(LAKE, 10_000, 4884, 0.004, 12);
    night(1_000_000, 10_000, 4884, 0.004, 11);
    night(1_000_000, 100_000, 4884, 0.004, 30);
    night(100_000, 10_000, 4884, 0.004, 10, 11);

    Growth growth = Growth.along(GrowthAxis.TABLE_SIZE, runs()).orElseThrow();

    assertThat(
        growth.spreads(Seconds.WALL),
        is(Map.of(0.1, spread(10, 10.5, 11), 1.0, spread(11, 11, 11), 5.0, spread(12, 12, 12))));
    assertThat(growth.conditions(), is("10k rows come in, 4,884 sections"));
  }

  /** One large section less is a few sections less; ten times as many are another matter. */
  @Test
  void skewIsComparedAtAboutAsManySections() throws IOException {
    night(LAKE, 50_000, 4884, 0.004, 10, 10);
    night(LAKE, 50_000, 48_084, 0.004, 90);
    night(LAKE, 50_000, 4789, 0.4, 11);

    Growth growth = Growth.along(GrowthAxis.SKEW, runs()).orElseThrow();

    assertThat(
        growth.spreads(Seconds.WALL),
        is(Map.of(0.4, spread(10, 10, 10), 40.0, spread(11, 11, 11))));
  }

  @Test
  void nightsThatAreAllAlikeAreNoGrowth() throws IOException {
    night(LAKE, 50_000, 4884, 0.004, 10, 11);

    assertThat(Growth.along(GrowthAxis.INCREMENT, runs()), is(Optional.empty()));
  }

  /** Of the larger size: 4 / 10 and 6 / 10; the third round has no rival. Warm counts by itself. */
  @Test
  void ratiosAreTakenRoundByRound() throws IOException {
    add("upsert", "tidemark", 100_000, 1, "cold", 1, "{}");
    add("upsert", "spark", 100_000, 1, "cold", 1, "{}");
    for (int round = 1; round <= 3; round++) {
      add("upsert", "tidemark", 2_000_000, round, "cold", 2 + 2 * round, "{}");
    }
    add("upsert", "spark", 2_000_000, 1, "cold", 10, "{}");
    add("upsert", "spark", 2_000_000, 2, "cold", 10, "{}");
    add("upsert", "tidemark", 2_000_000, 1, "warm", 1, "{}");
    add("upsert", "tidemark", 2_000_000, 1, "warm", 3, "{}");
    add("upsert", "spark", 2_000_000, 1, "warm", 8, "{}");

    assertThat(
        Ratios.to("spark", Seconds.WALL, runs()),
        is(
            Map.of(
                "upsert, 2M, cold", spread(0.4, 0.5, 0.6),
                "upsert, 2M, warm", spread(0.25, 0.25, 0.25))));
    assertThat(Ratios.to("duckdb", Seconds.WALL, runs()), is(Map.of()));
  }

  @Test
  void equalFiguresGiveEqualDrawings() throws IOException {
    night(LAKE, 0, 4884, 0.004, 9, 10, 12);
    night(LAKE, 50_000, 4884, 0.004, 15, 14, 16);
    add("upsert", "tidemark", 2_000_000, 1, "cold", 4, "{}");
    add("upsert", "spark", 2_000_000, 1, "cold", 10, "{}");
    add("extract", "tidemark", 2_000_000, 1, "cold", 8, "{}");
    add("extract", "spark", 2_000_000, 1, "cold", 10, "{}");

    List<Path> once = GrowthChart.draw(List.of(file()), folder.resolve("once"));
    List<Path> again = GrowthChart.draw(List.of(file()), folder.resolve("again"));

    assertThat(
        once.stream().map(path -> path.getFileName().toString()).toList(),
        contains("increment.svg", "beside-spark.svg"));
    assertThat(
        Files.readString(once.get(0)), containsString(">A night against its increment</text"));
    assertThat(
        "only what the budget is of",
        Files.readString(once.get(1)),
        both(containsString(">upsert, 2M, cold</text")).and(not(containsString("extract"))));
    assertThat(texts(again), is(texts(once)));
    assertThat(texts(once).stream().map(String::length).toList(), everyItem(is(lessThan(60_000))));
  }

  @Test
  void aFileThatIsNotTheBenchmarksIsRefusedInASentence() throws IOException {
    Path file = folder.resolve("results.json");
    assertThat(
        refusal(file, "{\"results\": ["), is(file + " cannot be drawn: it is not JSON" + REMEDY));
    assertThat(
        refusal(file, "{}"), is(file + " cannot be drawn: it has no list of results" + REMEDY));
    assertThat(
        refusal(file, "{\"results\": [{\"job\": \"upsert\", \"engine\": 7}]}"),
        is(file + " cannot be drawn: result 1 has the engine 7, not a text" + REMEDY));
    assertThat(
        refusal(file, "{\"results\": [{\"job\": \"upsert\", \"engine\": \"spark\"}]}"),
        is(file + " cannot be drawn: result 1 has no rows, which is a number" + REMEDY));
    Files.delete(file);
    assertThat(refusal(file), is(file + " cannot be drawn: there is no such file" + REMEDY));
  }

  @Test
  void aFileWithoutGrowthOrRivalsIsRefused() throws IOException {
    night(LAKE, 0, 4884, 0.004, 9);
    Path file = file();

    assertThat(
        refusal(file),
        is(
            file
                + " cannot be drawn: none of its jobs has a rival, and its nights are all alike;"
                + " measure with --jobs=all"));
  }

  private String refusal(Path file, String content) throws IOException {
    return refusal(Files.writeString(file, content));
  }

  private String refusal(Path file) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> GrowthChart.draw(List.of(file), folder))
            .getMessage());
  }

  private static List<String> texts(List<Path> files) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Path file : files) {
      texts.add(Files.readString(file));
    }
    return texts;
  }

  /** A night of some rounds. */
  private void night(long rows, long increment, int sections, double share, double... wall) {
    for (int round = 1; round <= wall.length; round++) {
      add(
          "nightly",
          "tidemark",
          rows,
          round,
          "cold",
          wall[round - 1],
          String.format(
              Locale.ROOT,
              "{\"increment_rows\": %d, \"sections\": %d, \"share_of_largest\": %s}",
              increment,
              sections,
              share));
    }
  }

  /** A result; the processor works twice as long. */
  private void add(
      String job,
      String engine,
      long rows,
      int round,
      String phase,
      double wall,
      String parameters) {
    results.add(
        String.format(
            Locale.ROOT,
            "{\"job\": \"%s\", \"engine\": \"%s\", \"rows\": %d, \"round\": %d, \"phase\": \"%s\","
                + " \"wall_seconds\": %s, \"cpu_seconds\": %s, \"peak_bytes\": 1, \"parameters\": %s}",
            job,
            engine,
            rows,
            round,
            phase,
            wall,
            2 * wall,
            parameters));
  }

  private List<Run> runs() throws IOException {
    return BenchmarkFile.read(file());
  }

  private Path file() throws IOException {
    return Files.writeString(
        folder.resolve("results.json"),
        "{\"started\": \"2026-06-01T00:00:00Z\", \"results\": ["
            + String.join(",\n", results)
            + "]}");
  }

  private static Spread spread(double least, double median, double most) {
    return new Spread(least, median, most);
  }
}
