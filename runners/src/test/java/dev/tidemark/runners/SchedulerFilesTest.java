// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidemark.pipelines.run.TidemarkOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documentation offers for other schedulers launches the product as it is. */
class SchedulerFilesTest {

  private static final Path FOLDER = Path.of("..", "docs", "schedulers");

  private static final String NIGHT = "2024-06-03T02:00:00Z";

  /** What Databricks puts in the place of its references. */
  private static final Map<String, String> DATABRICKS =
      Map.of(
          "{{job.parameters.run_timestamp}}", "{{job.trigger.time.iso_date}}T02:00:00Z",
          "{{job.parameters.run_id}}", "databricks-{{job.run_id}}");

  @Test
  void databricksPassesOptionsThatAreKnown() throws Exception {
    JsonNode job = json("databricks-job.json");
    JsonNode task = job.get("tasks").get(0).get("spark_jar_task");
    List<String> arguments = new ArrayList<>();
    task.get("parameters").forEach(each -> arguments.add(inDatabricks(each.asText())));

    TidemarkOptions options = Launch.options(arguments.toArray(String[]::new));

    assertThat(
        Instant.parse(String.valueOf(options.getRunTimestamp())),
        is(Instant.parse("2024-06-03T02:00:00Z")));
    assertThat(options.getRunId(), is("databricks-550315892394120"));
    isLaunchable(task.get("main_class_name").asText());
    job.get("parameters")
        .forEach(
            parameter ->
                assertThat(
                    DATABRICKS.get("{{job.parameters." + parameter.get("name").asText() + "}}"),
                    is(parameter.get("default").asText())));
  }

  @Test
  void fabricPassesOptionsThatAreKnown() throws Exception {
    JsonNode job = json("fabric-spark-job.json");

    TidemarkOptions options = Launch.options(job.get("commandLineArguments").asText().split(" "));

    assertThat(options.getRunner().getSimpleName(), is("SparkRunner"));
    isLaunchable(job.get("mainClass").asText());
  }

  @Test
  void cronPassesTheNightsLogicalTime() throws Exception {
    List<String> lines = Files.readAllLines(FOLDER.resolve("crontab"));
    String command =
        lines.stream()
            .filter(line -> line.contains("bin/tidemark"))
            .map(line -> line.replaceFirst("^(\\S+ ){5}", ""))
            .findFirst()
            .orElseThrow()
            .replace("\\%", "%")
            .replace("/opt/tidemark/bin/tidemark", "printf '%s\\n'")
            .replaceFirst(">>.*", "");

    TidemarkOptions options = Launch.options(shell(command).lines().toArray(String[]::new));

    assertThat(String.valueOf(options.getRunTimestamp()).substring(10), is("T02:00:00Z"));
    assertThat(options.getConfig(), is("/etc/tidemark/tidemark.yaml"));
  }

  @Test
  void kestraPassesTheTimeOfItsScheduleAndNamesTheRunAfterIt() throws Exception {
    String[] arguments =
        Files.readAllLines(FOLDER.resolve("kestra").resolve("tidemark_nightly.yaml")).stream()
            .map(String::strip)
            .filter(line -> line.startsWith("- --"))
            .map(line -> line.substring(2))
            .map(line -> line.replace("{{ trigger.date ?? execution.startDate }}", NIGHT))
            .map(line -> line.replace("{{ flow.id }}", "tidemark_nightly"))
            .toArray(String[]::new);

    TidemarkOptions options = Launch.options(arguments);

    assertThat(options.getRunTimestamp(), is(NIGHT));
    assertThat(options.getRunId(), is("kestra-" + NIGHT));
    assertThat(options.getSummaryFile(), is("/var/lib/tidemark/tidemark_nightly.json"));
  }

  // older releases of Airflow's operator write a flag that is off as =False
  @ParameterizedTest
  @ValueSource(strings = {"False", "false"})
  void aFlagThatIsWrittenOutIsUnderstood(String off) {
    assertThat(Launch.options("--dryRun=" + off).getDryRun(), is(false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"True", "true"})
  void aFlagThatIsOnIsUnderstoodToo(String on) {
    assertThat(Launch.options("--dryRun=" + on).getDryRun(), is(true));
  }

  private static String inDatabricks(String text) {
    String filled = text;
    for (Map.Entry<String, String> each : DATABRICKS.entrySet()) {
      filled = filled.replace(each.getKey(), each.getValue());
    }
    filled =
        filled
            .replace("{{job.trigger.time.iso_date}}", "2024-06-03")
            .replace("{{job.run_id}}", "550315892394120");
    assertThat(filled, not(containsString("{{")));
    return filled;
  }

  private static void isLaunchable(String mainClass) throws ReflectiveOperationException {
    assertThat(
        Class.forName(mainClass).getMethod("main", String[].class).getModifiers(), greaterThan(0));
  }

  private static JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(FOLDER.resolve(file).toFile());
  }

  private static String shell(String command) throws Exception {
    Process process = new ProcessBuilder("sh", "-c", command).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(), is(0));
    return said;
  }
}
