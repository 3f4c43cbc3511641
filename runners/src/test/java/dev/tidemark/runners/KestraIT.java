// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.pipelines.source.SourcePools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The flow that the documentation offers, in Kestra: its trigger launches the jar of the
 * distribution. {@code mvn -P dist,kestra verify}, on a machine that has a Java 21 beside.
 */
@Tag("kestra")
class KestraIT {

  private static final Path OFFERED =
      Path.of("..", "docs", "schedulers", "kestra", "tidemark_nightly.yaml");

  /** What the tables of the demo's source hold at first. */
  private static final int ROWS_OF_DAY_1 = 7429;

  private static Path java;

  private final Path folder;
  private DemoLake lake;

  KestraIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeAll
  static void builds() throws Exception {
    Optional<Path> found = EmbeddedKestra.java();
    assumeTrue(
        found.isPresent(), "Kestra needs a JDK 21 or later: TIDEMARK_JDK21, or in /usr/lib/jvm");
    java = found.orElseThrow();
    EmbeddedKestra.build(java);
  }

  @BeforeEach
  void makesASource() {
    lake = DemoLake.withSourceIn(folder.resolve("demo"));
    SourcePools.closeAll();
  }

  @Test
  void whatCannotBeReachedIsTriedAgainAndWhatIsLoadedIsNotLoadedTwice() throws Exception {
    Path source = lake.folder().resolve("source").resolve("demo.mv.db");
    Path away = Files.move(source, source.resolveSibling("away"));
    try (EmbeddedKestra kestra = EmbeddedKestra.start(java, flows(""))) {
      kestra.logged("load", "exit code 4 is worth another attempt");
      Files.move(away, source);
      JsonNode loaded = kestra.logged("loaded", "LOADED");
      JsonNode first = kestra.ended(loaded.at("/execution").asText());

      assertThat(first.at("/state").asText(), is("SUCCESS"));
      assertThat(
          first.at("/tasks").findValuesAsText("task"), is(List.of("load", "outcome", "loaded")));
      assertThat(first.at("/tasks/0/attempts").asInt(), is(2));
      assertThat(first.at("/tasks/0/outputs/exitCode").asInt(), is(0));
      JsonNode summary = first.at("/tasks/0/outputs/summary");
      String time = first.at("/trigger/date").asText();
      assertThat(Instant.parse(summary.at("/logical_time").asText()), is(Instant.parse(time)));
      assertThat(summary.at("/run_id").asText(), is("kestra-" + time + "#2"));
      assertThat(
          loaded.at("/message").asText(),
          is("LOADED for " + time + ": " + ROWS_OF_DAY_1 + " rows landed"));

      kestra.replay(first.at("/execution").asText());
      JsonNode told =
          kestra.logged("load", "has succeeded already, for " + time + "; nothing is done");
      JsonNode again = kestra.ended(told.at("/execution").asText());

      assertThat(again.at("/execution"), is(not(first.at("/execution"))));
      assertThat(again.at("/tasks/0/outputs"), is(first.at("/tasks/0/outputs")));
    }
  }

  @Test
  void whatARunRefusesTakesItsOwnBranchAndIsNotTriedAgain() throws Exception {
    Launch loaded = lake.run(1);
    assertThat(loaded.progress(), loaded.exitCode(), is(0));
    lake.sql("DELETE FROM ref.Broker");
    SourcePools.closeAll();
    try (EmbeddedKestra kestra =
        EmbeddedKestra.start(java, flows("      - --pipeline=compare-keys\n"))) {
      JsonNode refused = kestra.logged("refused", "Nothing was published");
      JsonNode first = kestra.ended(refused.at("/execution").asText());

      assertThat(refused.at("/message").asText(), containsString("run again with --liftFuse"));
      assertThat(first.at("/state").asText(), is("FAILED"));
      assertThat(
          first.at("/tasks").findValuesAsText("task"),
          is(List.of("load", "outcome", "refused", "refused_is_a_failure")));
      assertThat(first.at("/tasks/0/attempts").asInt(), is(1));
      assertThat(first.at("/tasks/0/outputs/exitCode").asInt(), is(3));
      assertThat(first.at("/tasks/0/outputs/summary/outcome").asText(), is("FAILED"));
    }
  }

  /** The offered flow every two seconds, with this machine's paths and the runner of the tests. */
  private Path flows(String more) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String launcher = Objects.requireNonNull(System.getProperty("tidemark.launcher"));
    String flow = Files.readString(OFFERED);
    for (Map.Entry<String, String> here :
        Map.of(
                "cron: \"0 2 * * *\"",
                "cron: \"*/2 * * * * *\"\n    withSeconds: true",
                "- java\n",
                "- " + java + "\n      - -Xmx1g\n",
                "/opt/tidemark/tidemark.jar",
                launcher,
                "/etc/tidemark/tidemark.yaml",
                lake.config().toString(),
                "/var/lib/tidemark",
                folder.toString(),
                "SparkRunner",
                "DirectRunner",
                "      - --sparkMaster=local[4]\n",
                more,
                "interval: PT5M",
                "interval: PT2S")
            .entrySet()) {
      assertThat(flow, containsString(here.getKey()));
      flow = flow.replace(here.getKey(), here.getValue());
    }
    Path flows = Files.createDirectories(folder.resolve("flows"));
    Files.writeString(flows.resolve("tidemark_nightly.yaml"), flow);
    return flows;
  }
}
