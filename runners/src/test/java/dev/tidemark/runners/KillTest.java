// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.pipelines.demo.DemoSource;
import dev.tidemark.pipelines.source.SourcePools;
import dev.tidemark.pipelines.table.Intents;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.runners.DemoLake.State;
import dev.tidemark.runners.KilledRun.Point;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The second day of the demo, killed somewhere and run again, leaves the lake and the marks of a
 * second day that nobody disturbed.
 */
class KillTest {

  private static final String SPARK = "--runner=SparkRunner";
  private static final String LOCAL = "--sparkMaster=local[2]";

  /** A lake of day 1 with the source of day 2. */
  private static DemoLake dayTwoDue;

  private static State undisturbed;
  private static Map<String, TableDigest> digests;

  /** The same, killed when it had made its intent durable. */
  private static DemoLake intentDurable;

  private final Path folder;

  KillTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeAll
  static void runUndisturbed(@TempDir Path due, @TempDir Path done, @TempDir Path killed)
      throws Exception {
    dayTwoDue = DemoLake.withSourceIn(due);
    assertThat(dayTwoDue.run(1).exitCode(), is(0));
    dayTwoDue.source().advanceTo(2);
    DemoLake loaded = dayTwoDue.copyTo(done);
    assertThat(loaded.run(2).exitCode(), is(0));
    undisturbed = loaded.state();
    digests = loaded.digests();
    assertThat(digests, is(not(dayTwoDue.digests())));
    intentDurable = dayTwoDue.copyTo(killed);
    kill(intentDurable, Point.INTENT_DURABLE);
  }

  @ParameterizedTest
  @EnumSource(
      value = Point.class,
      names = {"CAPTURED", "FIRST_TABLE_LANDED", "GRAPH_ENDED"})
  void killedBeforeItsIntentIsDurableARunStartsOver(Point point) throws Exception {
    DemoLake lake = dayTwoDue.copyTo(folder);
    State before = lake.state();
    kill(lake, point);
    assertThat(lake.state(), is(before));
    startsOver(lake);
  }

  @Test
  void killedOnceItsIntentIsDurableARunIsRolledForward() {
    DemoLake lake = intentDurable.copyTo(folder);
    assertThat(lake.state(), is(dayTwoDue.state()));
    rollsForward(lake);
  }

  /** The run that is killed here is one that rolls forward, which does just what the first does. */
  @ParameterizedTest
  @EnumSource(
      value = Point.class,
      names = {"HALF_THE_TABLES_COMMITTED", "ALL_TABLES_COMMITTED", "CUT_PUBLISHED", "MARKS_MOVED"})
  void killedWhilePublishingARunIsRolledForward(Point point) throws Exception {
    DemoLake lake = intentDurable.copyTo(folder);
    State before = lake.state();
    kill(lake, point);
    boolean isCutPublished = point.compareTo(Point.CUT_PUBLISHED) >= 0;
    assertThat(
        lake.state(),
        is(
            new State(
                (isCutPublished ? undisturbed : before).versions(),
                (point == Point.MARKS_MOVED ? undisturbed : before).marks())));
    rollsForward(lake);
  }

  @Test
  void onSparkARunThatIsKilledInItsGraphStartsOver() throws Exception {
    DemoLake lake = dayTwoDue.copyTo(folder);
    kill(lake, Point.FIRST_TABLE_LANDED, SPARK, LOCAL);
    startsOver(lake, SPARK, LOCAL);
  }

  @Test
  void onSparkARunThatIsKilledBetweenTwoCommitsIsRolledForward() throws Exception {
    DemoLake lake = dayTwoDue.copyTo(folder);
    kill(lake, Point.HALF_THE_TABLES_COMMITTED, SPARK, LOCAL);
    rollsForward(lake, SPARK, LOCAL);
  }

  private static void startsOver(DemoLake lake, String... options) {
    Launch again = lake.run(2, options);
    assertThat(again.progress(), again.exitCode(), is(0));
    assertThat(again.lastLine(), containsString("\"outcome\":\"LOADED\""));
    isAsUndisturbed(lake);
  }

  private static void rollsForward(DemoLake lake, String... options) {
    Launch again = lake.run(2, options);
    assertThat(again.progress(), again.exitCode(), is(0));
    assertThat(again.lastLine(), containsString("\"outcome\":\"EMPTY\",\"rolled_forward\":2"));
    isAsUndisturbed(lake);
  }

  private static void isAsUndisturbed(DemoLake lake) {
    assertThat(lake.digests(), is(digests));
    assertThat(lake.state(), is(undisturbed));
    assertThat(Intents.in(lake.root()).pending().isPresent(), is(false));
  }

  /** Starts the run in a process of its own, and kills that where it stops. */
  private static void kill(DemoLake lake, Point point, String... options)
      throws IOException, InterruptedException {
    SourcePools.closeAll();
    File errors = lake.folder().resolve("stderr").toFile();
    Process process =
        new ProcessBuilder(command(lake, point, options)).redirectError(errors).start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(
          "it said: " + Files.readString(errors.toPath()),
          out.readLine(),
          is(KilledRun.STOPPED + point));
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES), is(true));
  }

  private static List<String> command(DemoLake lake, Point point, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-Xmx1g",
            "-Duser.timezone=UTC",
            "-cp",
            System.getProperty("java.class.path"),
            KilledRun.class.getName(),
            point.name(),
            lake.config().toString(),
            DemoSource.logicalTime(2).toString()));
    command.addAll(Arrays.asList(options));
    return command;
  }
}
