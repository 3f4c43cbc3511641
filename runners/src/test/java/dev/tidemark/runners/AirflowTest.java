// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The DAG that the documentation offers: it is read by Python, its operators build their command
 * lines as Airflow's do, and the product is launched with them.
 */
class AirflowTest {

  private static final Path DAG =
      Path.of("..", "docs", "schedulers", "airflow", "tidemark_nightly.py");
  private static final Path STAND_IN = Path.of("src", "test", "resources", "airflow");

  private final Path folder;

  AirflowTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void needsPython() throws InterruptedException {
    try {
      assumeTrue(
          new ProcessBuilder("python3", "-c", "0").start().waitFor() == 0, "python3 does not work");
    } catch (IOException e) {
      assumeTrue(false, "needs python3 to read a DAG");
    }
  }

  @Test
  void theOperatorsLaunchARunWhoseSummaryChoosesWhatFollows() throws Exception {
    DemoLake lake = DemoLake.withSourceIn(folder);
    List<String> load = command("tidemark_nightly", "load");

    assertThat(load.subList(0, 3), contains("java", "-jar", "/opt/tidemark/tidemark.jar"));
    Launch loaded = Launch.at(DemoLake.NOW, here(load.subList(3, load.size()), lake));

    assertThat(loaded.progress(), loaded.exitCode(), is(0));
    assertThat(loaded.lastLine(), containsString("\"run_id\":\"scheduled__2024-06-02\""));
    assertThat(loaded.lastLine(), containsString("\"logical_time\":\"2024-06-03T02:00:00Z\""));
    assertThat(follows(folder.resolve("20240602T020000.json")), is("refresh_dashboards"));
  }

  @Test
  void theCheckIsLaunchedToo() throws Exception {
    DemoLake lake = DemoLake.withSourceIn(folder);
    List<String> check = command("tidemark_nightly", "check");

    Launch checked = Launch.at(DemoLake.NOW, here(check.subList(3, check.size()), lake));

    assertThat(checked.progress(), checked.exitCode(), is(0));
  }

  @Test
  void sparkSubmitGetsTheBundledJarAndTheSameOptions() throws Exception {
    List<String> submit = command("tidemark_nightly_on_spark", "load");
    List<String> load = command("tidemark_nightly", "load");

    int jar = submit.indexOf("/opt/tidemark/tidemark-bundled.jar");
    assertThat(submit.get(0), is("spark-submit"));
    assertThat(submit.subList(jar - 2, jar), contains("--class", "dev.tidemark.runners.Main"));
    List<String> own = new ArrayList<>(submit.subList(jar + 1, submit.size()));
    own.add(1, "--sparkMaster=local[4]");
    assertThat(own, is(load.subList(3, load.size())));
  }

  @Test
  void aDayWithNothingNewRefreshesNothing() throws Exception {
    Path summary = folder.resolve("empty.json");
    Files.writeString(summary, "{\"outcome\":\"EMPTY\"}");

    assertThat(follows(summary), is("nothing_new"));
  }

  /** What a task would run, for the night of 2 June 2024. */
  private static List<String> command(String dag, String task) throws Exception {
    Map<String, Map<String, List<String>>> commands =
        new ObjectMapper()
            .readValue(
                python(
                    "run_id=scheduled__2024-06-02",
                    "ts_nodash=20240602T020000",
                    "data_interval_end | ts=2024-06-03T02:00:00+00:00"),
                new TypeReference<>() {});
    return commands.getOrDefault(dag, Map.of()).getOrDefault(task, List.of());
  }

  private static String follows(Path summary) throws Exception {
    return python("--follow", "tidemark_nightly", "look", summary.toString()).strip();
  }

  private static String python(String... args) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of("python3", "-B", STAND_IN.resolve("read_dag.py").toString(), DAG.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PYTHONPATH", STAND_IN.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said, process.waitFor(), is(0));
    return said;
  }

  /** The same arguments with this machine's paths, on the runner of the tests. */
  private String[] here(List<String> arguments, DemoLake lake) {
    assertThat(arguments.get(0), startsWith("--runner="));
    return arguments.stream()
        .map(arg -> arg.replace("/etc/tidemark/tidemark.yaml", lake.config().toString()))
        .map(arg -> arg.replace("/var/lib/tidemark", folder.toString()))
        .filter(arg -> !arg.startsWith("--sparkMaster"))
        .map(arg -> arg.replace("SparkRunner", "DirectRunner"))
        .toArray(String[]::new);
  }
}
