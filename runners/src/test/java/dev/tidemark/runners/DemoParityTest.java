// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidemark.pipelines.table.TableDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The demo through the launcher, on the direct runner and on Spark: it proves the same on both. */
class DemoParityTest {

  static Stream<DemoRuns> runners() {
    return Stream.of(DemoRuns.DIRECT, DemoRuns.SPARK);
  }

  @ParameterizedTest
  @MethodSource("runners")
  void theDemoEndsWellWithAllItsEvidence(DemoRuns demo) throws Exception {
    Launch launch = demo.launch();

    assertThat(launch.progress(), launch.exitCode(), is(0));
    JsonNode summary = new ObjectMapper().readTree(launch.lastLine());
    assertThat(summary.path("evidence_holds").isBoolean(), is(true));
    assertThat(summary.path("evidence_holds").asBoolean(), is(true));
    assertThat(
        launch.output().stream().filter(line -> line.startsWith("  WRONG ")).toList(),
        is(List.of()));
    assertThat(
        launch.output().stream().filter(line -> line.startsWith("  ok ")).count(),
        is((long) summary.path("evidence").size()));
  }

  @ParameterizedTest
  @MethodSource("runners")
  void theSummaryTellsOfFourDaysAndOneThatWasEmpty(DemoRuns demo) throws Exception {
    JsonNode runs = new ObjectMapper().readTree(demo.launch().lastLine()).path("runs");

    List<String> outcomes = new ArrayList<>();
    runs.forEach(
        run -> outcomes.add(run.path("run_id").asText() + " " + run.path("outcome").asText()));
    assertThat(
        outcomes,
        is(
            List.of(
                "day-1 LOADED",
                "day-2 LOADED",
                "day-3 LOADED",
                "day-4 LOADED",
                "day-4-again EMPTY")));
  }

  @Test
  void everyTableHasTheSameDigestOnBothRunners() {
    Map<String, TableDigest> direct = DemoRuns.DIRECT.lake().digests();

    assertThat(DemoRuns.SPARK.lake().digests(), is(direct));
  }

  @Test
  void bothRunnersPublishTheSameVersions() {
    assertThat(DemoRuns.SPARK.lake().versions(), is(DemoRuns.DIRECT.lake().versions()));
  }
}
