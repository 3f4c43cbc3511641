// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import dev.tidemark.pipelines.config.AlertChannel;
import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.ControlStoreException;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.Judged;
import dev.tidemark.pipelines.control.OpenFinding;
import dev.tidemark.pipelines.run.AfterRun;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.RunSummary;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps the findings after a run of a job that publishes, then tells each channel what it was not
 * told of yet. A channel that does not take its message hears of it after the next run. The control
 * store is not held while messages are sent: another run may begin.
 */
public final class WatchFindings implements AfterRun {

  /** What was not done, of a run that has ended. */
  public static final class UntoldException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UntoldException(String message) {
      super(message);
    }
  }

  private final Clock clock;
  private final Delivery delivery;

  WatchFindings(Clock clock, Delivery delivery) {
    this.clock = clock;
    this.delivery = delivery;
  }

  /** Watches runs. */
  public static WatchFindings at(Clock clock) {
    return new WatchFindings(clock, Delivery.of(clock));
  }

  /**
   * Sends each channel a message that says nothing but that it arrived.
   *
   * @return by name: empty when it was taken, else why it was not
   */
  public static Map<String, Optional<String>> test(List<AlertChannel> channels, Clock clock) {
    Map<AlertChannel, AlertMessage> messages = new LinkedHashMap<>();
    channels.forEach(channel -> messages.put(channel, AlertMessage.test(channel.name())));
    Map<String, Optional<String>> outcomes = new LinkedHashMap<>();
    Delivery.of(clock)
        .send(messages)
        .forEach((channel, outcome) -> outcomes.put(channel.name(), outcome));
    return outcomes;
  }

  @Override
  public void ended(EndedRun run) {
    RunRequest request = run.request();
    if (request == null) {
      // what could not be understood is told where it was asked
      return;
    }
    List<String> problems = new ArrayList<>();
    Map<AlertChannel, List<OpenFinding>> due = new LinkedHashMap<>();
    boolean isKept = true;
    try (ControlStore control = store(run, request)) {
      judge(request, run, control, problems);
      due.putAll(due(request.config(), control));
    } catch (ControlStoreException | ConfigException e) {
      // also when the password of the control store is not where it should be
      isKept = false;
      if (run.summary().outcome() != RunSummary.Outcome.FAILED) {
        // a run that failed says what is wrong itself, and alerts tell of it all the same
        problems.add("findings were not kept: " + e.getMessage());
      }
      due.putAll(unkept(request, run));
    }
    List<AlertChannel> told = tell(request, run, due, problems);
    if (isKept && !told.isEmpty()) {
      note(request, told, due, problems);
    }
    if (!problems.isEmpty()) {
      throw new UntoldException(String.join("; ", problems));
    }
  }

  /** A run that failed before there was a control store must not leave one behind. */
  private static ControlStore store(EndedRun run, RunRequest request) {
    DatabaseConfig config = request.config().control();
    if (run.summary().outcome() == RunSummary.Outcome.FAILED) {
      JdbcControlStore.look(config)
          .orElseThrow(
              () ->
                  new ControlStoreException(
                      ControlStoreException.Reason.FAILED,
                      "control database " + config.displayUrl() + " has no schema etl yet",
                      null))
          .close();
    }
    return JdbcControlStore.open(config);
  }

  private void judge(
      RunRequest request, EndedRun run, ControlStore control, List<String> problems) {
    List<Judged> judged = new ArrayList<>(RunFindings.of(request.pipeline().toString(), run));
    if (run.summary().outcome() != RunSummary.Outcome.FAILED) {
      try {
        judged.addAll(MartFindings.of(request.config(), request.asOf(), control.judged()));
      } catch (RuntimeException e) {
        // what the run itself shows is kept all the same
        problems.add("the marts were not looked at for findings: " + e.getMessage());
      }
    }
    control.judge(judged, request.runId(), clock.instant());
  }

  private static Map<AlertChannel, List<OpenFinding>> due(
      TidemarkConfig config, ControlStore control) {
    Map<AlertChannel, List<OpenFinding>> due = new LinkedHashMap<>();
    if (config.alerts().isEmpty()) {
      return due;
    }
    List<OpenFinding> open = control.openFindings();
    for (AlertChannel channel : config.alerts()) {
      Set<Long> known = control.alerted(channel.name());
      List<OpenFinding> news =
          open.stream()
              .filter(finding -> channel.on().contains(finding.what().kind()))
              .filter(finding -> !known.contains(finding.id()))
              .toList();
      if (!news.isEmpty()) {
        due.put(channel, news);
      }
    }
    return due;
  }

  /** What a run shows that nobody can keep: it is told, maybe not for the first time. */
  private Map<AlertChannel, List<OpenFinding>> unkept(RunRequest request, EndedRun run) {
    List<OpenFinding> found =
        RunFindings.of(request.pipeline().toString(), run).stream()
            .flatMap(
                judged ->
                    judged.observations().stream()
                        .map(
                            what ->
                                new OpenFinding(
                                    0,
                                    judged.scope(),
                                    what,
                                    clock.instant(),
                                    request.runId(),
                                    clock.instant())))
            .toList();
    Map<AlertChannel, List<OpenFinding>> due = new LinkedHashMap<>();
    for (AlertChannel channel : request.config().alerts()) {
      List<OpenFinding> wanted =
          found.stream().filter(finding -> channel.on().contains(finding.what().kind())).toList();
      if (!wanted.isEmpty()) {
        due.put(channel, wanted);
      }
    }
    return due;
  }

  private List<AlertChannel> tell(
      RunRequest request,
      EndedRun run,
      Map<AlertChannel, List<OpenFinding>> due,
      List<String> problems) {
    Map<AlertChannel, AlertMessage> messages = new LinkedHashMap<>();
    due.forEach(
        (channel, findings) ->
            messages.put(channel, AlertMessage.of(request.pipeline().toString(), run, findings)));
    List<AlertChannel> told = new ArrayList<>();
    delivery
        .send(messages)
        .forEach(
            (channel, outcome) ->
                outcome.ifPresentOrElse(
                    why ->
                        problems.add(
                            "alert "
                                + channel.name()
                                + " was not delivered: "
                                + why
                                + "; it is sent after the next run"),
                    () -> told.add(channel)));
    return told;
  }

  private void note(
      RunRequest request,
      List<AlertChannel> told,
      Map<AlertChannel, List<OpenFinding>> due,
      List<String> problems) {
    try (ControlStore control = JdbcControlStore.open(request.config().control())) {
      for (AlertChannel channel : told) {
        List<Long> ids =
            due.getOrDefault(channel, List.of()).stream().map(OpenFinding::id).toList();
        control.recordAlert(channel.name(), ids, request.runId(), clock.instant());
      }
    } catch (ControlStoreException e) {
      problems.add("that alerts were sent was not kept, they are sent again: " + e.getMessage());
    }
  }
}
