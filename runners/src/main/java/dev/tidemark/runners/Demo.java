// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.demo.DemoDay;
import dev.tidemark.pipelines.demo.DemoSource;
import dev.tidemark.pipelines.report.ReportedRun;
import dev.tidemark.pipelines.report.RunReport;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.run.ResultFile;
import dev.tidemark.pipelines.run.RunRequest;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TidemarkOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The demo: an embedded source, a first load, three days of small changes, and the last day again;
 * then what that proves. It runs the product as it is: only the source and the logical times are
 * its own.
 */
final class Demo {

  private final Launcher launcher;
  private final TidemarkOptions options;
  private final PrintStream out;
  private final Clock clock;
  private final DemoSource source;
  private final Path lake;
  private final Path reportFile;

  Demo(Launcher launcher, TidemarkOptions options, PrintStream out, Clock clock) {
    this.launcher = launcher;
    this.options = options;
    this.out = out;
    source = DemoSource.at(Path.of(options.getDemoDir()));
    lake = source.lakeRoot();
    String file = options.getReportFile();
    reportFile =
        (file == null ? Path.of(options.getDemoDir(), "report.html") : Path.of(file))
            .toAbsolutePath()
            .normalize();
    this.clock = clock;
  }

  ExitCode run() {
    removeLake();
    source.recreate();
    ResultFile report = ResultFile.at("--reportFile", reportFile);
    TidemarkConfig config = TidemarkConfig.parse(source.configYaml());
    DemoEvidence evidence = new DemoEvidence(config);
    List<RunSummary> runs = new ArrayList<>();
    for (int number = DemoDay.FIRST; number <= DemoDay.LAST; number++) {
      DemoDay day = DemoDay.of(number);
      title("Day " + number, day.sentences());
      source.advanceTo(number);
      RunSummary summary = launcher.publish(options, request(config, day, "day-" + number));
      evidence.changedAsAnnounced(day, summary);
      runs.add(summary);
      launcher.ended(summary);
    }
    String reported =
        report(report, new ReportedRun(config, runs.get(runs.size() - 1), clock.instant()));
    title("Day 4 again", List.of("Nothing: the same source, the same logical time."));
    evidence.beforeRepeat();
    RunSummary again =
        launcher.publish(options, request(config, DemoDay.of(DemoDay.LAST), "day-4-again"));
    runs.add(again);
    launcher.ended(again);
    evidence.repeatChangedNothing(again);
    evidence.histories();
    evidence.positions();
    evidence.reconciliation(new LakeJobs(config, out, out).checks());
    return report(runs, evidence.checks(), reported);
  }

  /** Makes the report of the last day, the one that loaded something; what came of it, a line. */
  private String report(ResultFile report, ReportedRun run) {
    try {
      RunReport.to(report).write(run);
      return "The report of its last day lies in " + reportFile + ".";
    } catch (ResultFile.UnwrittenException e) {
      return "There is no report: " + Failure.oneLine(e) + ".";
    }
  }

  private ExitCode report(List<RunSummary> runs, List<Check> checks, String reported) {
    title("Evidence", List.of());
    for (Check check : checks) {
      out.println((check.holds() ? "  ok    " : "  WRONG ") + check);
    }
    boolean holds = checks.stream().allMatch(Check::holds);
    out.println(
        holds
            ? "All " + checks.size() + " pieces of evidence hold. The lake lies in " + lake + "."
            : "Some evidence does not hold: please report it.");
    out.println(reported);
    out.println(new DemoSummary(RunSummary.SCHEMA_VERSION, holds, runs, checks).toJson());
    return holds ? ExitCode.DONE : ExitCode.AUDIT_FAILED;
  }

  private static RunRequest request(TidemarkConfig config, DemoDay day, String runId) {
    Instant time = day.logicalTime();
    return new RunRequest(config, runId, time, time.atZone(ZoneOffset.UTC).toLocalDate(), Set.of());
  }

  private void title(String title, List<String> sentences) {
    out.println();
    out.println("== " + title + " ==");
    sentences.forEach(sentence -> out.println("  " + sentence));
    out.flush();
  }

  /** An older demo's lake goes; a folder that is none is left alone. */
  private void removeLake() {
    if (!Files.exists(lake)) {
      return;
    }
    if (!Files.isDirectory(lake.resolve("_control"))) {
      throw new ConfigException(
          "--demoDir: "
              + lake
              + " is not the lake of an earlier demo; remove it or name another folder");
    }
    try (Stream<Path> files = Files.walk(lake)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the earlier demo's lake " + lake, e);
    }
  }
}
