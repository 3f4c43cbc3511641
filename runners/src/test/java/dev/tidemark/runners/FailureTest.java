// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.control.ControlStoreException;
import dev.tidemark.pipelines.control.ControlStoreException.Reason;
import dev.tidemark.pipelines.control.LeaseHeldException;
import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.control.MarkConflictException;
import dev.tidemark.pipelines.run.StoppedException;
import dev.tidemark.pipelines.run.TableSummary;
import dev.tidemark.transforms.premium.UnfitAmountException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.spark.SparkException;
import org.junit.jupiter.api.Test;

class FailureTest {

  private static final String VIOLATION =
      "PremiumTransaction: column GrossPremium holds 1E30, but its contract says DECIMAL(18,2)";

  @Test
  void aBadConfigurationIsBadArguments() {
    isTold(ExitCode.BAD_ARGUMENTS, "lake.root: missing", new ConfigException("lake.root: missing"));
  }

  @Test
  void severalProblemsAreNumberedInOneLine() {
    isTold(
        ExitCode.BAD_ARGUMENTS,
        "2 problems: (1) a: missing (2) b: unknown key",
        new ConfigException(List.of("a: missing", "b: unknown\n  key")));
  }

  @Test
  void aControlStoreThatCannotBeReachedIsWorthARetry() {
    isTold(ExitCode.UNREACHABLE, "x", new ControlStoreException(Reason.UNREACHABLE, "x", null));
    isTold(ExitCode.FAILED, "x", new ControlStoreException(Reason.FAILED, "x", null));
  }

  @Test
  void anotherRunAtWorkIsWorthARetry() {
    LeaseHeldException held =
        new LeaseHeldException("Broker", "night", Instant.parse("2024-06-03T02:00:00Z"));
    isTold(
        ExitCode.UNREACHABLE,
        "table Broker is held by run night until 2024-06-03T02:00:00Z; wait for that run to end, or"
            + " for the lease to expire",
        held);
  }

  @Test
  void aRunThatWasToldToEndSaysByWhichSignal() {
    isTold(
        ExitCode.TERMINATED,
        "stopped by a signal, SIGTERM: nothing was published; run again",
        new StoppedException("SIGTERM"));
    isTold(
        ExitCode.INTERRUPTED,
        "stopped by a signal, SIGINT: nothing was published; run again",
        new StoppedException("SIGINT"));
  }

  @Test
  void aMarkThatSomebodyMovedIsAFailure() {
    MarkConflictException moved = new MarkConflictException("Broker", null, null);
    isTold(ExitCode.FAILED, String.valueOf(moved.getMessage()), moved);
  }

  @Test
  void aLakeThatStopsWorkingIsWorthARetry() {
    isTold(
        ExitCode.UNREACHABLE,
        "cannot write the plan x: No space left on device; see whether the disk is full or its"
            + " permissions changed, then run again",
        new UncheckedIOException(
            "cannot write the plan x: No space left on device", new IOException()));
  }

  @Test
  void whatARunnerWrappedIsFound() {
    isTold(
        ExitCode.BAD_ARGUMENTS,
        "lake.root: missing",
        new Pipeline.PipelineExecutionException(
            new IllegalStateException(new ConfigException("lake.root: missing"))));
  }

  @Test
  void anAmountThatDoesNotFitNamesItsRowOnEveryRunner() {
    String message =
        "PremiumTransaction 17: commission_amount: 10000009999999999.99 does not fit"
            + " DECIMAL(18,2); correct the amounts, percentages and rates that it is made of at"
            + " the source";
    UnfitAmountException unfit =
        new UnfitAmountException(
            "PremiumTransaction 17",
            new ArithmeticException(
                "commission_amount: 10000009999999999.99 does not fit DECIMAL(18,2)"));

    isTold(ExitCode.FAILED, message, new Pipeline.PipelineExecutionException(unfit));
    isTold(ExitCode.FAILED, message, new SparkException("x: " + unfit + "\n\tat x"));
  }

  @Test
  void whatARunnerHandsOnAsTextIsFound() {
    String text =
        "Job aborted due to stage failure: Task 1 in stage 18.0 failed 1 times, most recent"
            + " failure: org.apache.beam.sdk.util.UserCodeException:"
            + " dev.tidemark.pipelines.source.ContractViolation: "
            + VIOLATION
            + "\n\tat org.apache.beam.sdk.util.UserCodeException.wrap(UserCodeException.java:39)";
    isTold(ExitCode.FAILED, VIOLATION, new RuntimeException(new SparkException(text)));
    isTold(
        ExitCode.UNREACHABLE,
        "source jdbc:h2:mem:x: nothing answers there",
        new SparkException(
            "x: dev.tidemark.pipelines.source.SourceUnavailableException:"
                + " source jdbc:h2:mem:x: nothing answers there\n\tat x"));
    isTold(
        ExitCode.UNREACHABLE,
        "cannot write the plan x: No space left on device; see whether the disk is full or its"
            + " permissions changed, then run again",
        new SparkException(
            "x: dev.tidemark.pipelines.parquet.LakeFileException:"
                + " cannot write the plan x: No space left on device\n\tat x"));
  }

  @Test
  void anUnknownMasterOfSparkIsABadArgument() {
    isTold(
        ExitCode.BAD_ARGUMENTS,
        "--sparkMaster: Could not parse Master URL: 'bogus'; write local[2], spark://HOST:PORT or"
            + " yarn",
        new SparkException("Could not parse Master URL: 'bogus'"));
  }

  @Test
  void whatNobodyForesawAsksForAReport() {
    Failure failure = Failure.of(new RuntimeException(new IllegalStateException("a\nb")));
    assertThat(
        failure,
        is(
            new Failure(
                ExitCode.FAILED,
                "unexpected IllegalStateException: a b; please report it with the stack trace",
                false)));
  }

  @Test
  void failedTablesAreToldTogether() {
    List<TableSummary> failed = List.of(failed("A: is gone"), failed("B: is gone"));
    assertThat(
        Failure.ofTables(failed, 8),
        is(
            new Failure(
                ExitCode.FAILED,
                "2 of 8 tables failed, the others are done: A: is gone; B: is gone",
                true)));
  }

  private static TableSummary failed(String message) {
    return new TableSummary(
        message.substring(0, 1), LoadStatus.FAILED, null, null, LoadCounts.NONE, 0, 0, message);
  }

  private static void isTold(ExitCode code, String message, Throwable thrown) {
    assertThat(Failure.of(thrown), is(new Failure(code, message, true)));
  }
}
