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

/** Launched inside a process that has its Spark context already, as a job of Databricks is. */
class ProvidedContextTest {

  private static final String[] PROVIDED = {
    "--runner=SparkRunner", "--usesProvidedSparkContext=true"
  };

  @Test
  void aRunUsesTheContextThatIsThereAndLeavesItOpen(@TempDir Path folder) {
    DueDay day = DueDay.second();
    DemoLake lake = day.copyTo(folder);
    SparkConf conf = new SparkConf().setMaster("local[2]").setAppName("somebody else's");
    try (JavaSparkContext context = new JavaSparkContext(conf.set("spark.ui.enabled", "false"))) {
      Main.main(day.commandLine(lake, PROVIDED).toArray(String[]::new));

      assertThat(context.sc().isStopped(), is(false));
      assertThat(context.parallelize(List.of(1, 2, 3)).count(), is(3L));
    }
    day.isPublished(lake);
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
}
