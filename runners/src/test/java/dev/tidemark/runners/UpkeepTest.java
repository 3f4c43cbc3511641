// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.table.TableDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --pipeline=rebucket} and {@code --pipeline=vacuum}, as a command line has them. */
class UpkeepTest {

  private static final String SPARK = "--runner=SparkRunner --sparkMaster=local[2]";

  private static DemoLake loaded;

  private final DemoLake lake;

  UpkeepTest(@TempDir Path folder) {
    lake = loaded.copyTo(folder);
    undivided(lake);
  }

  @BeforeAll
  static void loadDayOne(@TempDir Path folder) {
    loaded = DemoLake.withSourceIn(folder);
    assertThat(loaded.run(1).exitCode(), is(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--runner=DirectRunner", SPARK})
  void aLakeInOtherBucketsHoldsTheSameAndOlderCutsAreRead(String runner) throws IOException {
    Map<String, TableDigest> before = lake.digests();
    List<String> digest = launch("--pipeline=digest").output();
    List<String> args = new ArrayList<>(List.of(runner.split(" ")));
    args.addAll(List.of("--pipeline=rebucket", "--buckets=8"));

    Launch rebucket = launch(args.toArray(new String[0]));

    assertThat(rebucket.progress(), rebucket.exitCode(), is(0));
    JsonNode summary = new ObjectMapper().readTree(rebucket.lastLine());
    assertThat(summary.path("run_id").asText(), startsWith("rebucket-2024-"));
    assertThat(summary.path("buckets").toString(), is("{\"count\":8,\"before\":2}"));
    // four of each table of transactions, the days of payments, and two marts made beside facts
    assertThat(summary.path("lake").size(), is(3 * 4 + 1 + 2));
    assertThat(
        rebucket.progress(), containsString("15 tables are written in 8 buckets in place of 2"));
    assertThat(lake.digests(), is(before));
    assertThat(launch("--pipeline=digest").output(), is(digest));

    lake.source().advanceTo(2);
    assertThat(lake.run(2).exitCode(), is(0));
    assertThat(lake.digests(), is(not(before)));
    assertThat(launch("--pipeline=reconcile").exitCode(), is(0));
    // back to the day, in the buckets of then and of now
    assertThat(launch("--pipeline=digest", "--cut=1").output(), is(digest));
    assertThat(launch("--pipeline=digest", "--cut=2").output(), is(digest));
    assertThat(
        complaint(launch("--pipeline=digest", "--cut=7")),
        allOf(startsWith("--cut=7 is not in _published"), containsString("there are 1, 2, 3 (")));
  }

  @Test
  void aVacuumDeletesWhatOnlyOlderCutsNeedAndSaysSoBeforehand() throws IOException {
    launch("--pipeline=rebucket", "--buckets=8");
    lake.source().advanceTo(2);
    assertThat(lake.run(2).exitCode(), is(0));
    Path orphan = Path.of(lake.root(), "gold/dim_broker/_bucket=0/part-00000-killed.zstd.parquet");
    Files.writeString(orphan, "half a file");
    Map<String, TableDigest> before = lake.digests();
    long files = age(Duration.ofDays(30));
    // the cuts are as old as their runs say: this job comes a month later
    Launch look = later("--pipeline=vacuum", "--dryRun");

    assertThat(look.progress(), look.exitCode(), is(0));
    JsonNode seen = new ObjectMapper().readTree(look.lastLine());
    assertThat(seen.path("dry_run").asBoolean(), is(true));
    assertThat(seen.path("expired_cuts").toString(), is("[1,2]"));
    assertThat(look.progress(), containsString("cuts that would expire: 1, 2"));
    assertThat(dataFiles(), is(files));
    assertThat(launch("--pipeline=digest", "--cut=1").exitCode(), is(0));

    Launch vacuum = later("--pipeline=vacuum");

    assertThat(vacuum.progress(), vacuum.exitCode(), is(0));
    JsonNode done = new ObjectMapper().readTree(vacuum.lastLine());
    assertThat(done.path("places"), is(seen.path("places")));
    assertThat(done.path("files").asLong() > 0, is(true));
    assertThat(dataFiles(), is(files - done.path("files").asLong()));
    assertThat(Files.exists(orphan), is(false));
    assertThat(lake.digests(), is(before));
    assertThat(launch("--pipeline=reconcile").exitCode(), is(0));
    assertThat(
        complaint(launch("--pipeline=digest", "--cut=1")),
        endsWith(
            "; there are 3 (--pipeline=vacuum takes those away that are older than its"
                + " retention)"));
    Path gpi = Path.of(lake.root()).resolveSibling("gpi.csv");
    assertThat(
        complaint(
            launch("--pipeline=export", "--table=mart/gpi_utilisation", "--to=" + gpi, "--cut=2")),
        startsWith("--cut=2 is not in _published"));
    assertThat(Files.exists(gpi), is(false));
    Launch latest =
        launch("--pipeline=export", "--table=mart/gpi_utilisation", "--to=" + gpi, "--cut=3");
    assertThat(latest.progress(), latest.exitCode(), is(0));
    assertThat(Files.exists(gpi), is(true));

    JsonNode again = new ObjectMapper().readTree(later("--pipeline=vacuum").lastLine());
    assertThat(again.path("files").asLong(), is(0L));
    assertThat(again.path("expired_cuts").size(), is(0));
    lake.source().advanceTo(3);
    assertThat(lake.run(3).exitCode(), is(0));
    assertThat(launch("--pipeline=reconcile").exitCode(), is(0));
  }

  @Test
  void whatIsYoungerThanTheRetentionStays() throws IOException {
    launch("--pipeline=rebucket", "--buckets=8");
    List<String> digest = launch("--pipeline=digest", "--cut=1").output();
    age(Duration.ofDays(5));

    Launch vacuum = launch("--pipeline=vacuum");

    assertThat(new ObjectMapper().readTree(vacuum.lastLine()).path("files").asLong(), is(0L));
    assertThat(launch("--pipeline=digest", "--cut=1").output(), is(digest));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rebucket", "vacuum"})
  void aLakeThatARunHoldsIsLeftAlone(String pipeline) {
    // an embedded control store that nobody has open knows no run any more
    try (ControlStore control = JdbcControlStore.open(lake.configuration().control())) {
      control.acquire(Set.of("Broker"), "night#other", DemoLake.NOW, Duration.ofMinutes(2));

      Launch refused = launch("--pipeline=" + pipeline);

      assertThat(refused.exitCode(), is(4));
      assertThat(complaint(refused), containsString("night#other"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rebucket", "vacuum"})
  void aLakeThatIsNotThereIsNamed(String pipeline) {
    Launch refused =
        launch("--pipeline=" + pipeline, "--lakeRoot=" + lake.folder().resolve("none"));

    assertThat(refused.exitCode(), is(2));
    assertThat(
        complaint(refused),
        allOf(
            startsWith("nothing is published in the lake "),
            endsWith("run --pipeline=nightly first")));
    assertThat(Files.exists(lake.folder().resolve("none")), is(false));
  }

  @Test
  void aNumberThatTheConfigurationContradictsIsRefused() {
    lake.configure("");

    Launch refused = launch("--pipeline=rebucket", "--buckets=8");

    assertThat(refused.exitCode(), is(2));
    assertThat(complaint(refused), startsWith("--buckets=8 is not lake.buckets, 2, which"));
    Launch same = launch("--pipeline=rebucket");
    assertThat(same.exitCode(), is(0));
    assertThat(same.lastLine(), containsString("\"outcome\":\"EMPTY\""));
  }

  @Test
  void aLakeThatHasItsBucketsGoesOnWithoutAConfiguredNumber() {
    lake.source().advanceTo(2);

    Launch run = lake.run(2);

    assertThat(run.exitCode(), is(0));
    assertThat(run.lastLine(), containsString("\"buckets\":{\"count\":2}"));
    Launch check = launch("--pipeline=check");
    assertThat(check.progress(), check.exitCode(), is(0));
  }

  private static void undivided(DemoLake lake) {
    lake.configureWholly(lake.yaml().replaceAll(" *buckets: 2\n", ""));
  }

  private Launch launch(String... args) {
    return Launch.at(DemoLake.NOW, all(args));
  }

  private Launch later(String... args) {
    return Launch.at(DemoLake.NOW.plus(Duration.ofDays(30)), all(args));
  }

  private String[] all(String... args) {
    return Stream.concat(Stream.of("--config=" + lake.config()), Stream.of(args))
        .toArray(String[]::new);
  }

  private static String complaint(Launch launch) {
    assertThat(launch.complaints().size(), is(1));
    return launch.complaints().get(0).substring("tidemark: ".length());
  }

  /** Makes every file of the lake so much older than the later job; gives how many hold data. */
  private long age(Duration old) throws IOException {
    try (Stream<Path> walk = Files.walk(Path.of(lake.root()))) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(
            file, FileTime.from(DemoLake.NOW.plus(Duration.ofDays(30)).minus(old)));
      }
    }
    return dataFiles();
  }

  private long dataFiles() throws IOException {
    try (Stream<Path> walk = Files.walk(Path.of(lake.root()))) {
      return walk.filter(file -> file.toString().endsWith(".parquet"))
          .filter(file -> !file.toString().contains("/landing/"))
          .filter(file -> !file.toString().contains("/_delta_log/"))
          .count();
    }
  }
}
