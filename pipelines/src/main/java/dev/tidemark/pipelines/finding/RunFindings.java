// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import dev.tidemark.pipelines.config.FindingKind;
import dev.tidemark.pipelines.control.Judged;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.control.Observation;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.EndedRun;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TableSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * What a run itself shows. A scope is judged by the runs that can know: a failed run says nothing
 * of the tables, one that never reached its gate nothing of the reconciliation.
 */
final class RunFindings {

  private static final int AUDIT_FAILED = 3;

  private final String pipeline;
  private final RunSummary summary;
  private final int exitCode;
  private final List<Judged> judged = new ArrayList<>();

  private RunFindings(String pipeline, EndedRun run) {
    this.pipeline = pipeline;
    summary = run.summary();
    exitCode = run.exitCode();
  }

  /**
   * What the run shows.
   *
   * @param pipeline the job that ran: what one job finds is not over because another did well
   */
  static List<Judged> of(String pipeline, EndedRun run) {
    return new RunFindings(pipeline, run).judge();
  }

  private List<Judged> judge() {
    boolean failed = summary.outcome() == RunSummary.Outcome.FAILED;
    boolean auditFailed = failed && exitCode == AUDIT_FAILED;
    scope("failure " + pipeline, failed && !auditFailed ? List.of(failure()) : List.of());
    if (!failed || auditFailed) {
      scope("audit " + pipeline, auditFailed ? audits() : List.of());
    }
    if (!failed) {
      summary.tables().forEach(this::table);
    }
    return judged;
  }

  private void scope(String scope, List<Observation> observations) {
    judged.add(new Judged(Texts.within(200, scope), null, observations));
  }

  /** Another exit code is another failure; another message of the same one is not told again. */
  private Observation failure() {
    return Texts.observation(
        "failure " + pipeline + " " + exitCode,
        FindingKind.FAILURE,
        pipeline,
        "exit code " + exitCode + ": " + summary.message());
  }

  private List<Observation> audits() {
    List<Check> wrong = summary.checks().stream().filter(Predicate.not(Check::holds)).toList();
    if (wrong.isEmpty()) {
      return List.of(
          Texts.observation(
              "audit " + pipeline,
              FindingKind.RECONCILIATION,
              pipeline,
              String.valueOf(summary.message())));
    }
    return wrong.stream()
        .map(
            check ->
                Texts.observation(
                    "audit " + pipeline + " " + check.name(),
                    FindingKind.RECONCILIATION,
                    pipeline,
                    check.toString()))
        .toList();
  }

  private void table(TableSummary table) {
    String name = table.table();
    boolean failed = table.status() == LoadStatus.FAILED;
    scope(
        "table " + name,
        failed
            ? List.of(
                Texts.observation(
                    "table " + name, FindingKind.PARTIAL, name, String.valueOf(table.message())))
            : List.of());
    if (failed || table.status() == LoadStatus.DISABLED) {
      return;
    }
    if (pipeline.equals("compare-keys")) {
      scope("lost keys " + name, warnings(table, FindingKind.RECONCILIATION, "lost keys " + name));
    } else if (pipeline.equals("nightly")) {
      scope("drift " + name, warnings(table, FindingKind.DRIFT, ""));
    }
  }

  /**
   * The warnings about a table.
   *
   * @param key what names each; empty when every sentence is a finding of its own
   */
  private static List<Observation> warnings(TableSummary table, FindingKind kind, String key) {
    return table.warnings().stream()
        .distinct()
        .map(text -> Texts.observation(key.isEmpty() ? text : key, kind, table.table(), text))
        .toList();
  }
}
