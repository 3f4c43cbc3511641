// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static dev.tidemark.pipelines.run.NamedPipeline.CHECK;
import static dev.tidemark.pipelines.run.NamedPipeline.COMPARE_KEYS;
import static dev.tidemark.pipelines.run.NamedPipeline.DEMO;
import static dev.tidemark.pipelines.run.NamedPipeline.DIGEST;
import static dev.tidemark.pipelines.run.NamedPipeline.EXPORT;
import static dev.tidemark.pipelines.run.NamedPipeline.NIGHTLY;
import static dev.tidemark.pipelines.run.NamedPipeline.PLAN;
import static dev.tidemark.pipelines.run.NamedPipeline.REBUCKET;
import static dev.tidemark.pipelines.run.NamedPipeline.RECONCILE;
import static dev.tidemark.pipelines.run.NamedPipeline.REPORT;
import static dev.tidemark.pipelines.run.NamedPipeline.STATUS;
import static dev.tidemark.pipelines.run.NamedPipeline.TEMPLATE;
import static dev.tidemark.pipelines.run.NamedPipeline.VACUUM;

import java.util.List;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.jspecify.annotations.Nullable;

/** What the launcher is told on its command line, beside the runner's own options. */
public interface TidemarkOptions extends PipelineOptions {

  @Parameter(
      label = "Pipeline",
      group = ParameterGroup.LAUNCH,
      example = "compare-keys",
      choices = NamedPipeline.class)
  @Description("What to do, by its name")
  @Default.String("nightly")
  String getPipeline();

  void setPipeline(String pipeline);

  @Parameter(
      label = "Configuration file",
      group = ParameterGroup.LAUNCH,
      example = "/etc/tidemark.yaml",
      whenMissing = "name a configuration file, or run the demo with --demo",
      required = true)
  @Description("The configuration, a YAML file")
  @Nullable String getConfig();

  void setConfig(@Nullable String config);

  @Parameter(label = "Root of the lake", group = ParameterGroup.LAUNCH, example = "/data/lake")
  @Description("Where the lake lies, in place of the configuration's lake.root")
  @Nullable String getLakeRoot();

  void setLakeRoot(@Nullable String lakeRoot);

  @Parameter(
      label = "Logical time",
      group = ParameterGroup.RUN,
      example = "2024-06-03T02:00:00Z",
      pattern = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$",
      refusal = "is not an instant; write it as 2024-06-03T02:00:00Z",
      takenBy = {NIGHTLY, COMPARE_KEYS, REBUCKET})
  @Description(
      "The logical time of the run, ISO-8601 in UTC such as 2024-06-03T02:00:00Z; default now")
  @Nullable String getRunTimestamp();

  void setRunTimestamp(@Nullable String runTimestamp);

  @Parameter(
      label = "Name of the run",
      group = ParameterGroup.RUN,
      example = "night-1",
      pattern = "^.{1,120}$",
      refusal = "has more than 120 characters; shorten it",
      takenBy = {NIGHTLY, COMPARE_KEYS, REBUCKET, REPORT})
  @Description("Names the run; default its logical time, of a report the last run")
  @Nullable String getRunId();

  void setRunId(@Nullable String runId);

  @Parameter(
      label = "Repeat",
      group = ParameterGroup.RUN,
      example = "true",
      takenBy = {NIGHTLY, COMPARE_KEYS})
  @Description(
      "Runs again what has succeeded under this run id; without it such a run does nothing and prints its stored summary")
  boolean getForce();

  void setForce(boolean force);

  @Parameter(
      label = "Day of judgement",
      group = ParameterGroup.RUN,
      example = "2024-06-03",
      pattern = "^\\d{4}-\\d{2}-\\d{2}$",
      refusal = "is not a day; write it as 2024-06-03",
      takenBy = {NIGHTLY, COMPARE_KEYS, REBUCKET})
  @Description(
      "The day on which missing bordereaux are judged, such as 2024-06-03; default the day of the logical time")
  @Nullable String getAsOf();

  void setAsOf(@Nullable String asOf);

  @Parameter(
      label = "Tables",
      group = ParameterGroup.RUN,
      example = "Broker,Coverholder",
      takenBy = {NIGHTLY, COMPARE_KEYS, CHECK, PLAN})
  @Description("Only these tables, comma-separated; default all that are enabled")
  @Nullable List<String> getTables();

  void setTables(@Nullable List<String> tables);

  @Parameter(
      label = "File for the summary",
      group = ParameterGroup.RESULTS,
      example = "out/summary.json",
      takenBy = {NIGHTLY, COMPARE_KEYS, REBUCKET, DEMO})
  @Description("A file for the run's summary, JSON; it appears whole or not at all")
  @Nullable String getSummaryFile();

  void setSummaryFile(@Nullable String summaryFile);

  @Parameter(
      label = "File for the report",
      group = ParameterGroup.RESULTS,
      example = "report.html",
      takenBy = {NIGHTLY, COMPARE_KEYS, REBUCKET, REPORT},
      requiredBy = REPORT)
  @Description(
      "A file for the run's report, HTML: what was loaded, what to look at, and what the marts say; it appears whole or not at all")
  @Nullable String getReportFile();

  void setReportFile(@Nullable String reportFile);

  @Parameter(
      label = "File for the metrics",
      group = ParameterGroup.RESULTS,
      example = "out/tidemark.prom",
      takenBy = {NIGHTLY, COMPARE_KEYS, REBUCKET})
  @Description(
      "A file for the run's figures in the text format of Prometheus; it appears whole or not at all")
  @Nullable String getMetricsFile();

  void setMetricsFile(@Nullable String metricsFile);

  @Parameter(
      label = "File for the lineage",
      group = ParameterGroup.RESULTS,
      example = "out/lineage.ndjson",
      takenBy = {NIGHTLY, COMPARE_KEYS, REBUCKET})
  @Description(
      "A file for the run's lineage, OpenLineage events on a line each; it appears whole or not at all")
  @Nullable String getLineageFile();

  void setLineageFile(@Nullable String lineageFile);

  @Parameter(
      label = "Format of the log",
      group = ParameterGroup.LAUNCH,
      example = "json",
      pattern = "^(lines|json)$",
      refusal = "is not known; write lines or json",
      takenBy = {
        NIGHTLY,
        COMPARE_KEYS,
        CHECK,
        STATUS,
        PLAN,
        RECONCILE,
        DIGEST,
        EXPORT,
        REPORT,
        REBUCKET,
        VACUUM,
        TEMPLATE,
        DEMO
      })
  @Description(
      "How standard error is written: lines (for people) or json (an object on every line)")
  @Default.String("lines")
  String getLogFormat();

  void setLogFormat(String logFormat);

  @Parameter(
      label = "Try the alerts",
      group = ParameterGroup.READING,
      example = "true",
      takenBy = CHECK)
  @Description("Sends a test message to every channel of alerts, too")
  boolean getTestAlerts();

  void setTestAlerts(boolean testAlerts);

  @Parameter(
      label = "Runs to show",
      group = ParameterGroup.READING,
      example = "30",
      pattern = "^([1-9]\\d{0,2}|1000)$",
      refusal = "is not a whole number from 1 to 1000",
      takenBy = STATUS)
  @Description("So many of the last runs, 1 to 1000; default 10")
  @Nullable String getLastRuns();

  void setLastRuns(@Nullable String lastRuns);

  @Parameter(
      label = "UMR",
      group = ParameterGroup.BORDEREAU,
      example = "B0999CH001",
      takenBy = COMPARE_KEYS)
  @Description("Compares only the bordereau of this UMR, with --sectionNo, --month and --tables")
  @Nullable String getUmr();

  void setUmr(@Nullable String umr);

  @Parameter(
      label = "Section",
      group = ParameterGroup.BORDEREAU,
      example = "S1",
      takenBy = COMPARE_KEYS)
  @Description("The section of that bordereau")
  @Nullable String getSectionNo();

  void setSectionNo(@Nullable String sectionNo);

  @Parameter(
      label = "Month",
      group = ParameterGroup.BORDEREAU,
      example = "2024-03",
      pattern = "^\\d{4}-(0[1-9]|1[0-2])$",
      refusal = "is not a month; write it as 2024-03",
      takenBy = COMPARE_KEYS)
  @Description("The month of that bordereau, such as 2024-03")
  @Nullable String getMonth();

  void setMonth(@Nullable String month);

  @Parameter(
      label = "Lift the fuse",
      group = ParameterGroup.RUN,
      example = "true",
      takenBy = COMPARE_KEYS)
  @Description("Flags more than 5 % of a table's live keys, this once")
  boolean getLiftFuse();

  void setLiftFuse(boolean liftFuse);

  @Parameter(
      label = "Buckets",
      group = ParameterGroup.UPKEEP,
      example = "64",
      pattern = "^([1-9]\\d{0,2}|[1-3]\\d{3}|40[0-8]\\d|409[0-6])$",
      refusal = "is not a whole number from 1 to 4096",
      takenBy = REBUCKET)
  @Description(
      "The number of buckets, 1 to 4096; default lake.buckets, or what suits the lake's size")
  @Nullable String getBuckets();

  void setBuckets(@Nullable String buckets);

  @Parameter(
      label = "Retention",
      group = ParameterGroup.UPKEEP,
      example = "PT36H",
      pattern =
          "^(\\d{1,6}|[+-]?P([+-]?\\d+D)?(T([+-]?\\d+H)?([+-]?\\d+M)?([+-]?\\d+(\\.\\d{1,9})?S)?)?)$",
      refusal = "is not a duration; write P7D, PT36H, or 7 for days",
      takenBy = VACUUM)
  @Description(
      "For how long replaced versions stay readable, such as P7D, PT36H, or 7 for days; default P7D")
  @Nullable String getRetain();

  void setRetain(@Nullable String retain);

  @Parameter(label = "Only look", group = ParameterGroup.UPKEEP, example = "true", takenBy = VACUUM)
  @Description("Tells what it would delete, and deletes nothing")
  boolean getDryRun();

  void setDryRun(boolean dryRun);

  @Parameter(
      label = "Batch of the cut",
      group = ParameterGroup.READING,
      example = "7",
      pattern = "^\\d{1,18}$",
      refusal =
          "is not a batch id; write the number of a file in _published, without zeros in front",
      takenBy = {DIGEST, EXPORT})
  @Description("Reads the cut that this batch published; default the latest")
  @Nullable String getCut();

  void setCut(@Nullable String cut);

  @Parameter(
      label = "Known at",
      group = ParameterGroup.READING,
      example = "2024-03-31",
      pattern =
          "^(\\d{4}-\\d{2}-\\d{2}|\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))$",
      refusal = "is neither a day nor an instant; write 2024-03-31, or 2024-03-31T18:00:00Z",
      takenBy = {DIGEST, EXPORT})
  @Description(
      "Reads the last cut that was published by then, such as 2024-03-31 for the end of that day in UTC, or 2024-03-31T18:00:00Z")
  @Nullable String getKnownAt();

  void setKnownAt(@Nullable String knownAt);

  @Parameter(
      label = "Table",
      group = ParameterGroup.READING,
      example = "mart/gpi_utilisation",
      takenBy = EXPORT,
      requiredBy = EXPORT)
  @Description("The table, by its path below the lake's root, such as mart/gpi_utilisation")
  @Nullable String getTable();

  void setTable(@Nullable String table);

  @Parameter(
      label = "File for the rows",
      group = ParameterGroup.RESULTS,
      example = "gpi.csv",
      pattern = "^.*\\.([cC][sS][vV]|[pP][aA][rR][qQ][uU][eE][tT])$",
      refusal = "tells no format; name a file that ends with .csv or .parquet",
      takenBy = EXPORT,
      requiredBy = EXPORT)
  @Description("The file to write; it ends with .csv or .parquet")
  @Nullable String getTo();

  void setTo(@Nullable String to);

  @Parameter(
      label = "Replace the file",
      group = ParameterGroup.RESULTS,
      example = "true",
      takenBy = EXPORT)
  @Description("Replaces a file that is there")
  boolean getOverwrite();

  void setOverwrite(boolean overwrite);

  @Parameter(label = "Demo", group = ParameterGroup.DEMO, example = "true", takenBy = DEMO)
  @Description("Runs the demo: an embedded source, four days, and the last one again")
  boolean getDemo();

  void setDemo(boolean demo);

  @Parameter(
      label = "Folder of the demo",
      group = ParameterGroup.DEMO,
      example = "out/demo",
      takenBy = DEMO)
  @Description("Where the demo's source and lake lie")
  @Default.String("target/demo")
  String getDemoDir();

  void setDemoDir(String demoDir);

  @Parameter(
      label = "List the pipelines",
      group = ParameterGroup.TEMPLATES,
      example = "true",
      takenBy = TEMPLATE)
  @Description("Lists the pipelines, each with what it does")
  boolean getList();

  void setList(boolean list);

  @Parameter(
      label = "Pipeline to show",
      group = ParameterGroup.TEMPLATES,
      example = "export",
      choices = NamedPipeline.class,
      takenBy = TEMPLATE)
  @Description("Prints the template of this pipeline, JSON")
  @Nullable String getShow();

  void setShow(@Nullable String show);
}
