// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import java.util.List;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.jspecify.annotations.Nullable;

/** What the launcher is told on its command line, beside the runner's own options. */
public interface TidemarkOptions extends PipelineOptions {

  @Description(
      "What to do: nightly (extract to marts), compare-keys (flag rows that are gone from the source), check (what a run needs, and what to fix), status (marks, last runs, open findings), plan (what it would read), reconcile (prove the whole lake), digest (fingerprint every table), export (write a table to a file), report (make the report of a run again), rebucket (divide the lake into another number of buckets), vacuum (delete files that nobody needs any more)")
  @Default.String("nightly")
  String getPipeline();

  void setPipeline(String pipeline);

  @Description("The configuration, a YAML file")
  @Nullable String getConfig();

  void setConfig(@Nullable String config);

  @Description("Where the lake lies, in place of the configuration's lake.root")
  @Nullable String getLakeRoot();

  void setLakeRoot(@Nullable String lakeRoot);

  @Description(
      "The logical time of the run, ISO-8601 in UTC such as 2024-06-03T02:00:00Z; default now")
  @Nullable String getRunTimestamp();

  void setRunTimestamp(@Nullable String runTimestamp);

  @Description("Names the run; default its logical time")
  @Nullable String getRunId();

  void setRunId(@Nullable String runId);

  @Description(
      "The day on which missing bordereaux are judged, such as 2024-06-03; default the day of the logical time")
  @Nullable String getAsOf();

  void setAsOf(@Nullable String asOf);

  @Description("Only these tables, comma-separated; default all that are enabled")
  @Nullable List<String> getTables();

  void setTables(@Nullable List<String> tables);

  @Description("A file for the run's summary, JSON; it appears whole or not at all")
  @Nullable String getSummaryFile();

  void setSummaryFile(@Nullable String summaryFile);

  @Description(
      "A file for the run's report, HTML: what was loaded, what to look at, and what the marts say; it appears whole or not at all")
  @Nullable String getReportFile();

  void setReportFile(@Nullable String reportFile);

  @Description(
      "compare-keys: only the bordereau of this UMR, with --sectionNo, --month and --tables")
  @Nullable String getUmr();

  void setUmr(@Nullable String umr);

  @Description("compare-keys: the section of that bordereau")
  @Nullable String getSectionNo();

  void setSectionNo(@Nullable String sectionNo);

  @Description("compare-keys: the month of that bordereau, such as 2024-03")
  @Nullable String getMonth();

  void setMonth(@Nullable String month);

  @Description("compare-keys: flags more than 5 % of a table's live keys, this once")
  boolean getLiftFuse();

  void setLiftFuse(boolean liftFuse);

  @Description(
      "rebucket: the number of buckets, 1 to 4096; default lake.buckets, or what suits the lake's size")
  @Nullable String getBuckets();

  void setBuckets(@Nullable String buckets);

  @Description(
      "vacuum: for how long replaced versions stay readable, such as P7D, PT36H, or 7 for days; default P7D")
  @Nullable String getRetain();

  void setRetain(@Nullable String retain);

  @Description("vacuum: tells what it would delete, and deletes nothing")
  boolean getDryRun();

  void setDryRun(boolean dryRun);

  @Description("check: sends a test message to every channel of alerts, too")
  boolean getTestAlerts();

  void setTestAlerts(boolean testAlerts);

  @Description("status: so many of the last runs, 1 to 1000; default 10")
  @Nullable String getLastRuns();

  void setLastRuns(@Nullable String lastRuns);

  @Description("digest, export: of the published cut of this batch; default the latest")
  @Nullable String getCut();

  void setCut(@Nullable String cut);

  @Description(
      "digest, export: of the last cut that was published by then, such as 2024-03-31 for the end of that day in UTC, or 2024-03-31T18:00:00Z")
  @Nullable String getKnownAt();

  void setKnownAt(@Nullable String knownAt);

  @Description("export: the table, by its path below the lake's root, such as mart/gpi_utilisation")
  @Nullable String getTable();

  void setTable(@Nullable String table);

  @Description("export: the file to write; it ends with .csv or .parquet")
  @Nullable String getTo();

  void setTo(@Nullable String to);

  @Description("export: in place of a file that is there")
  boolean getOverwrite();

  void setOverwrite(boolean overwrite);

  @Description(
      "Runs again what has succeeded under this run id; without it such a run does nothing and prints its stored summary")
  boolean getForce();

  void setForce(boolean force);

  @Description(
      "How standard error is written: lines (for people) or json (an object on every line)")
  @Default.String("lines")
  String getLogFormat();

  void setLogFormat(String logFormat);

  @Description(
      "A file for the run's figures in the text format of Prometheus; it appears whole or not at all")
  @Nullable String getMetricsFile();

  void setMetricsFile(@Nullable String metricsFile);

  @Description(
      "A file for the run's lineage, OpenLineage events on a line each; it appears whole or not at all")
  @Nullable String getLineageFile();

  void setLineageFile(@Nullable String lineageFile);

  @Description("Runs the demo: an embedded source, four days, and the last one again")
  boolean getDemo();

  void setDemo(boolean demo);

  @Description("Where the demo's source and lake lie")
  @Default.String("target/demo")
  String getDemoDir();

  void setDemoDir(String demoDir);
}
