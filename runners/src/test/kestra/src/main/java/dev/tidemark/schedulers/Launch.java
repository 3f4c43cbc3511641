// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.schedulers;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.kestra.core.exceptions.IllegalVariableEvaluationException;
import io.kestra.core.models.annotations.Plugin;
import io.kestra.core.models.tasks.Output;
import io.kestra.core.models.tasks.RunnableTask;
import io.kestra.core.models.tasks.Task;
import io.kestra.core.runners.RunContext;
import io.kestra.core.serializers.JacksonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;

/**
 * A task of Kestra that launches Tidemark. What is worth another attempt fails the task; of every
 * other end the exit code and the summary are left for the tasks that follow.
 */
@Plugin
public final class Launch extends Task implements RunnableTask<Launch.Result> {

  /** Something cannot be reached, and a run that was told to end: by Ctrl-C, by SIGTERM. */
  private static final Set<Integer> WORTH_ANOTHER_ATTEMPT = Set.of(4, 130, 143);

  private List<String> command = List.of();

  private volatile Process process;

  public List<String> getCommand() {
    return command;
  }

  public void setCommand(List<String> command) {
    this.command = command;
  }

  @Override
  public Result run(RunContext context)
      throws IllegalVariableEvaluationException, IOException, InterruptedException {
    Logger log = context.logger();
    Process launched = new ProcessBuilder(context.render(command)).start();
    process = launched;
    try {
      // both are read at once, or the process waits for the one that is not
      Thread progress = Thread.ofVirtual().start(() -> tell(launched, log));
      String summary = lastLine(launched);
      int exitCode = launched.waitFor();
      progress.join();
      if (WORTH_ANOTHER_ATTEMPT.contains(exitCode)) {
        throw new IOException("exit code " + exitCode + " is worth another attempt");
      }
      return new Result(exitCode, fields(summary));
    } finally {
      launched.destroy();
    }
  }

  /** Has the run end in good order, when somebody ends the execution. */
  @Override
  public void kill() {
    Process launched = process;
    if (launched != null) {
      launched.destroy();
    }
  }

  private static void tell(Process launched, Logger log) {
    launched.errorReader(StandardCharsets.UTF_8).lines().forEach(log::info);
  }

  private static String lastLine(Process launched) throws IOException {
    try (BufferedReader said = launched.inputReader(StandardCharsets.UTF_8)) {
      return said.lines().reduce((before, after) -> after).orElse("");
    }
  }

  /** The fields of the summary; none when the arguments were not understood as far as that. */
  private static Map<String, Object> fields(String summary) {
    try {
      return JacksonMapper.toMap(summary);
    } catch (JsonProcessingException none) {
      return Map.of();
    }
  }

  /** What the tasks that follow can read. */
  public static final class Result implements Output {
    private final int exitCode;
    private final Map<String, Object> summary;

    Result(int exitCode, Map<String, Object> summary) {
      this.exitCode = exitCode;
      this.summary = summary;
    }

    public int getExitCode() {
      return exitCode;
    }

    public Map<String, Object> getSummary() {
      return summary;
    }
  }
}
