// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.finding.WatchFindings;
import dev.tidemark.pipelines.run.Finding;
import dev.tidemark.pipelines.run.PlanSummary;
import dev.tidemark.pipelines.run.PlannedTable;
import dev.tidemark.pipelines.run.Preflight;
import dev.tidemark.pipelines.run.Preview;
import dev.tidemark.pipelines.run.RunJson;
import dev.tidemark.pipelines.run.TidemarkOptions;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.table.DeltaTableStore;
import java.io.PrintStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The jobs that look at an installation before a run: they write nothing, anywhere. */
final class Inspections {

  private static final int SCHEMA_VERSION = 1;

  private final TidemarkOptions options;
  private final PrintStream out;
  private final PrintStream err;
  private final Clock clock;

  Inspections(TidemarkOptions options, PrintStream out, PrintStream err, Clock clock) {
    this.options = options;
    this.out = out;
    this.err = err;
    this.clock = clock;
  }

  /** Tells everything that is wrong with an installation, and what to do about it. */
  ExitCode check() {
    List<Finding> findings;
    try {
      TidemarkConfig config = Requests.config(options);
      findings =
          new Preflight(
                  config,
                  Requests.tables(config, options.getTables()),
                  JdbcSourceDatabase.of(config.source()),
                  DeltaTableStore.in(config.lake().root()),
                  clock,
                  this::print)
              .findings();
      if (options.getTestAlerts()) {
        findings = new ArrayList<>(findings);
        findings.addAll(testAlerts(config));
      }
    } catch (ConfigException e) {
      findings =
          e.problems().stream()
              .map(text -> Finding.fail("configuration", text, Finding.Cause.CONFIGURATION))
              .toList();
      findings.forEach(this::print);
    }
    long failures = count(findings, Finding.Level.FAIL);
    long warnings = count(findings, Finding.Level.WARN);
    err.printf(
        Locale.ROOT,
        "%d things are as they should be, %d to look at, %d to put right%n",
        findings.size() - failures - warnings,
        warnings,
        failures);
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("schema", SCHEMA_VERSION);
    summary.put("failures", failures);
    summary.put("warnings", warnings);
    summary.put("findings", findings);
    out.println(RunJson.write(summary));
    return codeOf(findings);
  }

  /** Sends a test to every channel: the first thing that anybody tries. */
  private List<Finding> testAlerts(TidemarkConfig config) {
    if (config.alerts().isEmpty()) {
      throw new ConfigException(
          "--testAlerts: the configuration has no block alerts; name a channel in it");
    }
    List<Finding> findings = new ArrayList<>();
    WatchFindings.test(config.alerts(), clock)
        .forEach(
            (channel, outcome) -> {
              String about = "alerts." + channel;
              Finding finding =
                  outcome
                      .map(why -> Finding.fail(about, why, Finding.Cause.UNREACHABLE))
                      .orElseGet(() -> Finding.ok(about, "took the test message"));
              print(finding);
              findings.add(finding);
            });
    return findings;
  }

  private void print(Finding finding) {
    String text = finding.text();
    String about = finding.about() + ": ";
    err.printf(
        Locale.ROOT,
        "%-5s %s%n",
        finding.level(),
        Failure.oneLine(text.startsWith(about) ? text : about + text));
  }

  private static long count(List<Finding> findings, Finding.Level level) {
    return findings.stream().filter(finding -> finding.level() == level).count();
  }

  /** What must be put right first decides: the configuration, then what does not answer. */
  private static ExitCode codeOf(List<Finding> findings) {
    if (hasFailure(findings, Finding.Cause.CONFIGURATION)) {
      return ExitCode.BAD_ARGUMENTS;
    }
    if (hasFailure(findings, Finding.Cause.UNREACHABLE)) {
      return ExitCode.UNREACHABLE;
    }
    return hasFailure(findings, Finding.Cause.OTHER) ? ExitCode.FAILED : ExitCode.DONE;
  }

  private static boolean hasFailure(List<Finding> findings, Finding.Cause cause) {
    return findings.stream().anyMatch(finding -> finding.cause() == cause);
  }

  /** Tells what a nightly run would read now. */
  ExitCode plan() {
    TidemarkConfig config = Requests.config(options);
    PlanSummary plan =
        new Preview(
                config,
                Requests.tables(config, options.getTables()),
                JdbcSourceDatabase.of(config.source()),
                DeltaTableStore.in(config.lake().root()),
                clock)
            .plan();
    if (plan.heldBy() != null) {
      err.println("run " + plan.heldBy() + " is under way; a second one would end at once");
    }
    if (plan.unfinishedBatch() != null) {
      err.println(
          "batch "
              + plan.unfinishedBatch()
              + " of a run that died would be published first; the windows below are those from"
              + " before it");
    }
    plan.rebuilds().forEach(err::println);
    plan.tables().forEach(this::print);
    out.println(plan.toJson());
    return plan.tables().stream().anyMatch(table -> table.status() == LoadStatus.FAILED)
        ? ExitCode.FAILED
        : ExitCode.DONE;
  }

  private void print(PlannedTable table) {
    String name = table.table();
    if (table.status() == LoadStatus.FAILED) {
      err.printf(Locale.ROOT, "%-20s FAILED  %s%n", name, String.valueOf(table.message()));
      return;
    }
    String window =
        table.windowHigh() == null
            ? table.windowLow() == null ? "whole" : "since " + table.windowLow()
            : "("
                + (table.windowLow() == null ? "" : table.windowLow())
                + ", "
                + table.windowHigh()
                + "]";
    err.printf(
        Locale.ROOT,
        "%-20s %-6s  %,12d rows  %,9d again  %,9d later  %,9d without a mark  %s%n",
        name,
        table.status(),
        table.rows(),
        table.overlapRows(),
        table.futureRows(),
        table.nullRows(),
        window);
    if (table.message() != null) {
      err.printf(Locale.ROOT, "%-20s %s%n", name, table.message());
    }
    table.warnings().forEach(warning -> err.printf(Locale.ROOT, "%-20s %s%n", name, warning));
  }
}
