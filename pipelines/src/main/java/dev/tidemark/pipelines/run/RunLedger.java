// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.LoadAudit;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.control.RunStatus;
import dev.tidemark.pipelines.nightly.KeyCompare;
import dev.tidemark.pipelines.source.DatabaseErrors;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What a run leaves in {@code etl.run} and {@code etl.load_audit}, however it ends. What is
 * published is written with the marks; this writes the other ends: nothing new, and failed.
 *
 * <p>Nothing that was written is written over: a run whose id is taken gets the next free one,
 * {@code night#2}. A scheduler's second attempt is a run of its own, unless one before it
 * succeeded.
 */
final class RunLedger {

  private final ControlStore control;
  private final RunRequest request;
  private final Clock clock;
  private final Instant startedAt;

  private RunLedger(ControlStore control, RunRequest request, Clock clock) {
    this.control = control;
    this.request = request;
    this.clock = clock;
    this.startedAt = clock.instant();
  }

  /** Opens the ledger of a run that begins now. */
  static RunLedger open(ControlStore control, RunRequest request, Clock clock) {
    List<RunRecord> attempts = attempts(control, request);
    return new RunLedger(control, request.named(id(request, attempts.size() + 1)), clock);
  }

  /**
   * What the last run did that has succeeded under the request's name and stands for it: it was of
   * the same pipeline, looked at every table that is wanted now, and was for the same logical time
   * if that counts.
   *
   * @param wanted the source tables to look at
   */
  static Optional<RunSummary> succeeded(
      ControlStore control, RunRequest request, Set<String> wanted) {
    KeyCompare compare = request.keyCompare();
    if (request.repetition() == RunRequest.Repetition.ALLOWED
        || (compare != null && compare.scope() != null)) {
      return Optional.empty();
    }
    return attempts(control, request).stream()
        .filter(run -> run.status() == RunStatus.SUCCEEDED)
        .filter(run -> isOfItsTime(run, request))
        .map(run -> RunSummary.fromJson(run.summary()))
        .filter(summary -> request.pipeline().toString().equals(summary.pipeline()))
        .filter(summary -> looked(summary).containsAll(wanted))
        .reduce((earlier, later) -> later);
  }

  private static boolean isOfItsTime(RunRecord run, RunRequest request) {
    return request.repetition() != RunRequest.Repetition.NONE_OF_ITS_NAME_AND_TIME
        || run.logicalTime().equals(request.logicalTime());
  }

  private static Set<String> looked(RunSummary summary) {
    return summary.tables().stream().map(TableSummary::table).collect(Collectors.toSet());
  }

  /** The runs that were written down under a name, in order. */
  private static List<RunRecord> attempts(ControlStore control, RunRequest request) {
    List<RunRecord> attempts = new ArrayList<>();
    Optional<RunRecord> run = control.run(request.runId());
    while (run.isPresent()) {
      attempts.add(run.get());
      run = control.run(id(request, attempts.size() + 1));
    }
    return attempts;
  }

  private static String id(RunRequest request, int attempt) {
    return attempt == 1 ? request.runId() : request.runId() + "#" + attempt;
  }

  /** The request, under the id that the run is written down by. */
  RunRequest request() {
    return request;
  }

  /** The run as it ended. */
  RunRecord run(RunSummary summary, Instant endedAt) {
    return new RunRecord(
        request.runId(),
        summary.batchId(),
        request.logicalTime(),
        switch (summary.outcome()) {
          case LOADED, EMPTY -> RunStatus.SUCCEEDED;
          case PARTIAL -> RunStatus.PARTIAL;
          case FAILED -> RunStatus.FAILED;
        },
        endedAt,
        summary.toJson());
  }

  /** Its tables as they ended. */
  List<LoadAudit> audits(RunSummary summary, Instant endedAt) {
    return summary.tables().stream()
        .map(
            table ->
                new LoadAudit(
                    request.runId(),
                    summary.batchId(),
                    table.table(),
                    table.windowLow(),
                    table.windowHigh(),
                    table.counts(),
                    table.futureRows(),
                    table.nullRows(),
                    table.status(),
                    startedAt,
                    endedAt,
                    table.message(),
                    null))
        .toList();
  }

  /**
   * Runs, and writes down what a publication does not: a run that published nothing, and one that
   * failed.
   *
   * @param seen the tables that the run has looked at when it fails
   */
  RunSummary keep(
      Supplier<RunSummary> run, Supplier<List<TableSummary>> seen, DatabaseConfig source) {
    try {
      RunSummary summary = run.get();
      if (summary.batchId() == 0) {
        unpublished(summary);
      }
      return summary;
    } catch (Exception | Error failure) {
      failed(seen.get(), failure, source);
      throw failure;
    }
  }

  /** Writes down a run that published nothing. */
  private void unpublished(RunSummary summary) {
    Instant now = clock.instant();
    audits(summary, now).forEach(control::recordAudit);
    control.recordRun(run(summary, now));
  }

  /**
   * Writes down a run that failed. The failure is told whether or not that can be done.
   *
   * @param tables those that were looked at; what was due of them failed with the run
   * @param source whose errors are told in its own words
   */
  private void failed(List<TableSummary> tables, Throwable failure, DatabaseConfig source) {
    String message =
        DatabaseErrors.find(source, failure)
            .map(Throwable.class::cast)
            .orElse(failure)
            .getMessage();
    try {
      failed(
          tables,
          failure instanceof AuditFailedException audit ? audit.checks() : List.of(),
          message == null
              ? failure.getClass().getSimpleName()
              : message.lines().findFirst().orElse(""));
    } catch (RuntimeException unwritten) {
      failure.addSuppressed(unwritten);
    }
  }

  private void failed(List<TableSummary> tables, List<Check> checks, String message) {
    unpublished(
        RunSummary.failed(
            request,
            tables.stream()
                .map(table -> table.status() == LoadStatus.NEW ? table.failed(message) : table)
                .toList(),
            checks,
            message));
  }
}
