// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.demo.DemoDay;
import dev.tidemark.pipelines.source.SourcePools;
import dev.tidemark.pipelines.table.TableDigest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The artifacts as they are shipped, on a Spark cluster: {@code mvn -P dist,cluster verify}. Its
 * folders stay under {@code target/cluster}, with what each process said.
 */
class ClusterIT {

  private static final Path FOLDER = Path.of("target", "cluster").toAbsolutePath();
  private static final Path BUNDLED = artifact("tidemark.bundled");
  private static final Path LAUNCHER = artifact("tidemark.launcher");
  private static final Duration A_RUN = Duration.ofMinutes(5);

  private static Server sources;
  private static StandaloneCluster cluster;

  @BeforeAll
  static void start() throws SQLException {
    DemoLake.remove(FOLDER);
    sources = Server.createTcpServer("-tcpPort", "0").start();
    cluster = StandaloneCluster.start(artifact("tidemark.sparkHome"), FOLDER.resolve("spark"));
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
    SourcePools.closeAll();
    sources.stop();
  }

  @Test
  void everyDayHasTheDigestsOfTheDirectRunnerHoweverItIsLaunched() {
    DemoLake direct = lake("direct");
    DemoLake submitted = lake("submitted");
    DemoLake launched = lake("launched");
    for (int day = DemoDay.FIRST; day <= DemoDay.LAST; day++) {
      for (DemoLake lake : List.of(direct, submitted, launched)) {
        lake.source().advanceTo(day);
      }
      assertThat(direct.run(day).exitCode(), is(0));
      Map<String, TableDigest> expected = direct.digests();

      endsWell(submit(submitted, day));
      assertThat(submitted.digests(), is(expected));

      endsWell(launch(launched, day));
      assertThat(launched.digests(), is(expected));
    }
  }

  @Test
  void aWorkerThatIsKilledInTheMiddleOfARunCostsNothing() {
    DemoLake direct = lake("undisturbed");
    assertThat(direct.run(DemoDay.FIRST).exitCode(), is(0));
    DemoLake lake = lake("disturbed");

    ChildJava run = submit(lake, DemoDay.FIRST);
    run.waitUntil("rows are landed", () -> isAnythingIn(lake.root() + "/landing"), A_RUN);
    cluster.killWorker();
    endsWell(run);
    cluster.addWorker();

    assertThat(lake.digests(), is(direct.digests()));
  }

  private static void endsWell(ChildJava run) {
    Launch launch = run.ended(A_RUN);
    assertThat(launch.progress(), launch.exitCode(), is(0));
    assertThat(launch.lastLine(), containsString("\"outcome\":\"LOADED\""));
  }

  private static DemoLake lake(String name) {
    return DemoLake.withSourceIn(FOLDER.resolve(name)).servedAt(sources.getPort());
  }

  private static ChildJava submit(DemoLake lake, int day) {
    SourcePools.closeAll();
    return cluster.submit(
        BUNDLED,
        lake.folder().getFileName() + "-" + day,
        lake.commandLine(day, "--runner=SparkRunner"));
  }

  private static ChildJava launch(DemoLake lake, int day) {
    SourcePools.closeAll();
    List<String> java = new ArrayList<>(List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"));
    java.addAll(List.of("-Dspark.driver.host=127.0.0.1", "-Dspark.executor.memory=512m"));
    java.addAll(List.of("-jar", LAUNCHER.toString()));
    java.addAll(lake.commandLine(day, "--runner=SparkRunner", "--sparkMaster=" + cluster.url()));
    return ChildJava.start(
        FOLDER.resolve("launches"), lake.folder().getFileName() + "-" + day, Map.of(), java);
  }

  private static boolean isAnythingIn(String folder) {
    if (!Files.exists(Path.of(folder))) {
      return false;
    }
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      return files.anyMatch(file -> file.toString().endsWith(".parquet"));
    } catch (UncheckedIOException | IOException moving) {
      return false;
    }
  }

  private static Path artifact(String property) {
    return Path.of(Objects.requireNonNull(System.getProperty(property), property));
  }
}
