// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.schedulers;

import io.kestra.core.models.executions.Execution;
import io.kestra.core.models.executions.LogEntry;
import io.kestra.core.queues.QueueFactoryInterface;
import io.kestra.core.queues.QueueInterface;
import io.kestra.core.repositories.LocalFlowRepositoryLoader;
import io.kestra.core.runners.StandAloneRunner;
import io.kestra.core.serializers.JacksonMapper;
import io.kestra.core.services.ExecutionService;
import io.micronaut.context.ApplicationContext;
import io.micronaut.inject.qualifiers.Qualifiers;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Kestra's executor, scheduler and worker in this process, for the flows of a folder. What its
 * tasks log and how its executions end goes to standard output, a JSON object a line; the id of an
 * execution on a line of standard input has it replayed, the end of the input ends the process.
 */
public final class Kestra {

  private final ApplicationContext context;
  private final QueueInterface<Execution> executions;
  private final Map<String, Execution> ended = new ConcurrentHashMap<>();

  private Kestra(ApplicationContext context) {
    this.context = context;
    executions = queue(QueueFactoryInterface.EXECUTION_NAMED);
  }

  public static void main(String[] args) throws Exception {
    Map<String, Object> inMemory =
        Map.of(
            "kestra.repository.type", "memory",
            "kestra.queue.type", "memory",
            "kestra.storage.type", "local",
            "kestra.storage.local.base-path", args[1]);
    Kestra kestra = new Kestra(ApplicationContext.builder().properties(inMemory).start());
    kestra.start(new File(args[0]));
    kestra.replayWhatIsNamed();
    // threads of Kestra's own hold the process
    System.exit(0);
  }

  private void start(File flows) throws IOException {
    QueueInterface<LogEntry> logs = queue(QueueFactoryInterface.WORKERTASKLOG_NAMED);
    logs.receive(entry -> say(logged(entry.getLeft())));
    executions.receive(
        entry -> {
          Execution execution = entry.getLeft();
          // an execution that has ended may be told of more than once
          if (execution.getState().isTerminated()
              && ended.put(execution.getId(), execution) == null) {
            say(ended(execution));
          }
        });
    context.getBean(LocalFlowRepositoryLoader.class).load(flows);
    StandAloneRunner runner = context.getBean(StandAloneRunner.class);
    runner.setSchedulerEnabled(true);
    runner.setWorkerEnabled(true);
    runner.run();
  }

  private void replayWhatIsNamed() throws Exception {
    BufferedReader named =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String id = named.readLine(); id != null; id = named.readLine()) {
      executions.emit(context.getBean(ExecutionService.class).replay(ended.get(id), null, null));
    }
  }

  private static Map<String, Object> logged(LogEntry entry) {
    return Map.of(
        "execution", String.valueOf(entry.getExecutionId()),
        "task", String.valueOf(entry.getTaskId()),
        "message", String.valueOf(entry.getMessage()));
  }

  private static Map<String, Object> ended(Execution execution) {
    List<Map<String, Object>> tasks =
        execution.getTaskRunList().stream()
            .<Map<String, Object>>map(
                task ->
                    Map.of(
                        "task", task.getTaskId(),
                        "attempts", task.attemptNumber(),
                        "outputs", task.getOutputs() == null ? Map.of() : task.getOutputs()))
            .toList();
    return Map.of(
        "execution", execution.getId(),
        "state", execution.getState().getCurrent(),
        "trigger", execution.getTrigger().getVariables(),
        "tasks", tasks);
  }

  private static synchronized void say(Map<String, Object> event) {
    try {
      System.out.println(JacksonMapper.ofJson().writeValueAsString(event));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("unchecked")
  private <T> QueueInterface<T> queue(String name) {
    return context.getBean(QueueInterface.class, Qualifiers.byName(name));
  }
}
