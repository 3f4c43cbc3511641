// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.report.ReportedRun;
import dev.tidemark.pipelines.report.RunReport;
import dev.tidemark.pipelines.run.ResultFile;
import dev.tidemark.pipelines.run.RunJson;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TidemarkOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The job that makes the report of a run again, of what the control store and the lake hold. */
final class ReportJob {

  private static final int SCHEMA_VERSION = 1;

  private final TidemarkConfig config;
  private final @Nullable String runId;
  private final Path file;
  private final ResultFile result;
  private final PrintStream out;
  private final PrintStream err;

  ReportJob(TidemarkOptions options, PrintStream out, PrintStream err) {
    String name = options.getReportFile();
    if (name == null) {
      throw new ConfigException(
          "--reportFile is missing; write --reportFile=report.html, for instance");
    }
    config = Requests.config(options);
    runId = options.getRunId();
    file = Path.of(name).toAbsolutePath().normalize();
    result = ResultFile.at("--reportFile", Path.of(name));
    this.out = out;
    this.err = err;
  }

  ExitCode run() {
    RunRecord run = recorded();
    RunReport.to(result)
        .write(new ReportedRun(config, RunSummary.fromJson(run.summary()), run.recordedAt()));
    err.println(
        "report of run " + run.runId() + ", which ended at " + run.recordedAt() + ": " + file);
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("schema", SCHEMA_VERSION);
    summary.put("run_id", run.runId());
    summary.put("batch_id", run.batchId());
    summary.put("status", run.status());
    summary.put("file", file.toString());
    out.println(RunJson.write(summary));
    return ExitCode.DONE;
  }

  /** The run that was asked for, or the last one. */
  private RunRecord recorded() {
    Optional<JdbcControlStore> found = JdbcControlStore.look(config.control());
    if (found.isEmpty()) {
      throw nothingRan();
    }
    try (JdbcControlStore control = found.get()) {
      String wanted = runId;
      if (wanted == null) {
        return control.lastRuns(1).stream().findFirst().orElseThrow(this::nothingRan);
      }
      return control
          .run(wanted)
          .orElseThrow(
              () ->
                  new ConfigException(
                      "--runId="
                          + wanted
                          + " is no run of the lake "
                          + config.lake().root()
                          + "; leave it out for the last one"));
    }
  }

  private ConfigException nothingRan() {
    return new ConfigException(
        "no run of the lake " + config.lake().root() + " is known; run --pipeline=nightly first");
  }
}
