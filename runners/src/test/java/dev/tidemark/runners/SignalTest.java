// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is told to end while its graph runs. */
class SignalTest {

  private static final String GRAPH_RUNS = "the graph runs";

  private final Path folder;

  SignalTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void aRunThatIsToldToEndPublishesNothingAndTheNextNeedNotWait() throws Exception {
    isStopped();
  }

  @Test
  @Tag("thorough")
  void onSparkARunThatIsToldToEndPublishesNothingAndTheNextNeedNotWait() throws Exception {
    isStopped("--runner=SparkRunner", "--sparkMaster=local[2]");
  }

  private void isStopped(String... runner) throws Exception {
    DueDay day = DueDay.second();
    DemoLake lake = day.copyTo(folder.resolve("lake"));
    DemoLake.State before = lake.state();
    Path summaryFile = folder.resolve("summary.json");
    Path output = folder.resolve("stdout");
    List<String> command = KilledProcess.java(Main.class);
    command.addAll(day.commandLine(lake, runner));
    command.add("--summaryFile=" + summaryFile);
    Process process = new ProcessBuilder(command).redirectOutput(output.toFile()).start();
    String progress;
    try (BufferedReader errors = process.errorReader(StandardCharsets.UTF_8)) {
      String started = until(errors, GRAPH_RUNS);
      assertThat(started, containsString(GRAPH_RUNS));
      // the process's own method would close what it still has to say
      process.toHandle().destroy();
      progress = started + errors.lines().collect(Collectors.joining("\n"));
      assertThat(progress, process.waitFor(1, TimeUnit.MINUTES), is(true));
    } finally {
      process.destroyForcibly();
    }

    assertThat(progress, process.exitValue(), is(ExitCode.TERMINATED.code()));
    assertThat(progress, not(containsString("\tat ")));
    assertThat(progress, containsString("tidemark: stopped by a signal, SIGTERM: nothing was"));
    List<String> lines = Files.readAllLines(output);
    JsonNode summary = new ObjectMapper().readTree(lines.get(lines.size() - 1));
    assertThat(summary.get("outcome").asText(), is("FAILED"));
    assertThat(summary.get("message").asText(), containsString("stopped by a signal, SIGTERM"));
    assertThat(Files.readAllLines(summaryFile), is(List.of(lines.get(lines.size() - 1))));
    // asked of the database itself: the control store clears what dead processes left
    assertThat(lake.leases(), is(empty()));
    assertThat(lake.state(), is(before));
    Launch next = lake.run(day.day(), runner);
    assertThat(next.progress(), next.exitCode(), is(0));
    assertThat(next.lastLine(), containsString("\"outcome\":\"LOADED\""));
    day.isPublished(lake);
  }

  /** What is said until a line says so, or until there is no more. */
  private static String until(BufferedReader errors, String text) throws IOException {
    StringBuilder said = new StringBuilder();
    String line = errors.readLine();
    while (line != null) {
      said.append(line).append('\n');
      if (line.contains(text)) {
        break;
      }
      line = errors.readLine();
    }
    return said.toString();
  }
}
