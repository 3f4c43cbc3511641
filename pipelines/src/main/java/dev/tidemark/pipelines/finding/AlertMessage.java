// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tidemark.pipelines.config.AlertChannel;
import dev.tidemark.pipelines.config.FindingKind;
import dev.tidemark.pipelines.control.OpenFinding;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.RunJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one channel is told after one run. Of each kind {@value #MOST_OF_A_KIND} findings are told
 * by name: a first load may find hundreds of missing bordereaux.
 *
 * @param subject in a few words
 * @param runId the run
 * @param pipeline the job that ran
 * @param outcome how it ended
 * @param exitCode what the process ends with
 * @param logicalTime the time that the run was for
 * @param message what went wrong; null when nothing did
 * @param findings those that the channel was not told of yet, the most urgent first
 * @param total how many there are of each kind, also those that are not named
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AlertMessage(
    @JsonProperty("schema") int schemaVersion,
    String subject,
    @Nullable String runId,
    String pipeline,
    String outcome,
    int exitCode,
    @Nullable String logicalTime,
    @Nullable String message,
    List<Line> findings,
    Map<String, Integer> total) {

  static final int SCHEMA_VERSION = 1;
  static final int MOST_OF_A_KIND = 20;

  /** One finding. */
  record Line(String kind, String about, String text, String todo, String since, String foundBy) {}

  static AlertMessage of(String pipeline, EndedRun run, List<OpenFinding> told) {
    Map<FindingKind, Integer> counts = new TreeMap<>();
    List<Line> lines = new ArrayList<>();
    List<OpenFinding> urgentFirst =
        told.stream().sorted(Comparator.comparing(finding -> finding.what().kind())).toList();
    for (OpenFinding finding : urgentFirst) {
      FindingKind kind = finding.what().kind();
      if (counts.merge(kind, 1, Integer::sum) <= MOST_OF_A_KIND) {
        lines.add(
            new Line(
                kind.text(),
                finding.what().about(),
                finding.what().text(),
                kind.remedy(),
                finding.openedAt().toString(),
                finding.openedBy()));
      }
    }
    Map<String, Integer> total = new LinkedHashMap<>();
    counts.forEach((kind, count) -> total.put(kind.text(), count));
    String outcome = run.summary().outcome().name();
    return new AlertMessage(
        SCHEMA_VERSION,
        subject(total),
        run.summary().runId(),
        pipeline,
        outcome,
        run.exitCode(),
        run.summary().logicalTime(),
        run.summary().message(),
        lines,
        total);
  }

  /** A message that says nothing but that it arrived. */
  static AlertMessage test(String channel) {
    return new AlertMessage(
        SCHEMA_VERSION,
        "Tidemark: a test of the channel " + channel,
        null,
        "check",
        "TEST",
        0,
        null,
        "Alerts arrive here. Nothing happened, and nothing is to be done.",
        List.of(),
        Map.of());
  }

  private static String subject(Map<String, Integer> total) {
    List<String> parts = new ArrayList<>();
    total.forEach((kind, count) -> parts.add(count + " " + kind));
    return "Tidemark: " + String.join(", ", parts);
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder(subject).append('\n');
    if (runId != null) {
      text.append(
          String.format(
              "%s run %s of %s: %s, exit code %d%n",
              pipeline, runId, logicalTime, outcome, exitCode));
    }
    String kind = "";
    for (Line line : findings) {
      if (!line.kind().equals(kind)) {
        kind = line.kind();
        text.append('\n').append(kind).append(": ").append(line.todo()).append('\n');
      }
      text.append("- ").append(line.text()).append('\n');
      int count = total.getOrDefault(kind, 0);
      if (count > MOST_OF_A_KIND && isLastOf(line)) {
        text.append("- and ")
            .append(count - MOST_OF_A_KIND)
            .append(" more: the JSON of --pipeline=status has them all\n");
      }
    }
    if (findings.isEmpty() && message != null) {
      text.append('\n').append(message).append('\n');
    }
    return text.toString();
  }

  private boolean isLastOf(Line line) {
    int next = findings.indexOf(line) + 1;
    return next == findings.size() || !findings.get(next).kind().equals(line.kind());
  }

  /** As a webhook is sent it. */
  String as(AlertChannel.Format format) {
    return switch (format) {
      case JSON -> RunJson.write(this);
      case CHAT -> RunJson.write(Map.of("text", text()));
      case TEXT -> text();
    };
  }
}
