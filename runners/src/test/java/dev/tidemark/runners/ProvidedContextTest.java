// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Launched inside a process that has its Spark context already, as a job of Databricks is. */
class ProvidedContextTest {

  private static final String[] PROVIDED = {
    "--runner=SparkRunner", "--usesProvidedSparkContext=true"
  };

  @ParameterizedTest
  @CsvSource({
    "org.apache.spark.serializer.JavaSerializer, ''",
    "org.apache.spark.serializer.KryoSerializer,"
        + " org.apache.beam.runners.spark.coders.SparkRunnerKryoRegistrator"
  })
  void aRunUsesTheContextThatIsThereAndLeavesItOpen(
      String serializer, String registrator, @TempDir Path folder) {
    DueDay day = DueDay.second();
    DemoLake lake = day.copyTo(folder);
    try (JavaSparkContext context = context(serializer, registrator)) {
      Main.main(day.commandLine(lake, PROVIDED).toArray(String[]::new));

      assertThat(context.sc().isStopped(), is(false));
      assertThat(context.parallelize(List.of(1, 2, 3)).count(), is(3L));
    }
    day.isPublished(lake);
  }

  @Test
  void aContextWhoseKryoDoesNotKnowBeamIsRefused(@TempDir Path folder) {
    DemoLake lake = DueDay.second().copyTo(folder);
    try (JavaSparkContext context = context("org.apache.spark.serializer.KryoSerializer", "")) {
      Launch launch = lake.run(2, PROVIDED);

      assertThat(launch.exitCode(), is(2));
      assertThat(
          launch.complaints().get(0),
          containsString(
              "add spark.kryo.registrator="
                  + "org.apache.beam.runners.spark.coders.SparkRunnerKryoRegistrator"));
      assertThat(context.sc().isStopped(), is(false));
    }
  }

  @Test
  void aRunThatFailsIsThrownAndEndsNoProcess() {
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () -> Main.main(new String[] {"--usesProvidedSparkContext", "--pipeline=nihgtly"}));

    assertThat(thrown.getMessage(), containsString("exit code 2"));
  }

  @Test
  void withoutAContextTheOptionIsNamed(@TempDir Path folder) {
    Launch launch = DueDay.second().copyTo(folder).run(2, PROVIDED);

    assertThat(launch.exitCode(), is(2));
    assertThat(
        launch.complaints().get(0),
        containsString("--usesProvidedSparkContext: no Spark context runs in this process"));
  }

  private static JavaSparkContext context(String serializer, String registrator) {
    return new JavaSparkContext(
        new SparkConf()
            .setMaster("local[2]")
            .setAppName("somebody else's")
            .set("spark.ui.enabled", "false")
            .set("spark.serializer", serializer)
            .set("spark.kryo.registrator", registrator));
  }
}
