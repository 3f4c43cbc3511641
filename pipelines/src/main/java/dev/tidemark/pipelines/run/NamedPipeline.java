// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Everything that can be launched, as the launcher, its help, the templates and the documentation
 * know it. A constant's name, in lower case and with hyphens, is what {@code --pipeline} takes.
 */
public enum NamedPipeline {
  NIGHTLY(
      "Takes what is new from the source to the marts, and publishes it",
      "the lake, the marks",
      "--config=tidemark.yaml --runTimestamp=2024-06-03T02:00:00Z --summaryFile=run.json"),
  COMPARE_KEYS(
      "Finds rows that were removed at the source, and flags them",
      "the lake",
      "--config=tidemark.yaml --pipeline=compare-keys --tables=PremiumTransaction"),
  CHECK(
      "Looks at everything a run needs, and tells what to put right",
      "nothing",
      "--config=tidemark.yaml --pipeline=check"),
  STATUS(
      "Tells how the tables stand: marks, lag, the last runs, and what somebody should look at",
      "nothing",
      "--config=tidemark.yaml --pipeline=status"),
  PLAN(
      "Tells what a nightly run would read now: windows and counts",
      "nothing",
      "--config=tidemark.yaml --pipeline=plan"),
  RECONCILE(
      "Proves the whole published lake, from the source to the marts",
      "nothing",
      "--config=tidemark.yaml --pipeline=reconcile"),
  DIGEST(
      "Fingerprints every table, also as it was in an older cut",
      "nothing",
      "--config=tidemark.yaml --pipeline=digest --cut=7"),
  EXPORT(
      "Writes one published table to a CSV or Parquet file, also as it was known at a date",
      "that file",
      "--config=tidemark.yaml --pipeline=export --table=mart/gpi_utilisation --knownAt=2024-03-31"
          + " --to=gpi.csv"),
  REPORT(
      "Makes the report of the last run, or of the one that --runId names, again",
      "that file",
      "--config=tidemark.yaml --pipeline=report --reportFile=report.html"),
  REBUCKET(
      "Divides a lake that has grown into more parts",
      "the lake",
      "--config=tidemark.yaml --pipeline=rebucket --buckets=64"),
  VACUUM(
      "Deletes the files that no retained version needs",
      "the lake's files",
      "--config=tidemark.yaml --pipeline=vacuum --retain=P30D --dryRun"),
  TEMPLATE(
      "Lists the pipelines, or prints one's parameters for a scheduler or a form",
      "nothing",
      "--pipeline=template --show=export"),
  DEMO(
      "Runs the demo: an embedded source, four days, the last one again, and the evidence",
      "the folder of the demo",
      "--demo");

  private final String sentence;
  private final String writes;
  private final String example;

  NamedPipeline(String sentence, String writes, String example) {
    this.sentence = sentence;
    this.writes = writes;
    this.example = example;
  }

  /** All of them by the names that {@code --pipeline} takes. */
  public static List<String> names() {
    return Arrays.stream(values()).map(NamedPipeline::toString).toList();
  }

  /** The one with that name. */
  public static Optional<NamedPipeline> named(String name) {
    return Arrays.stream(values()).filter(each -> each.toString().equals(name)).findFirst();
  }

  /** Whether it works on the lake of a configuration file. */
  public boolean isConfigured() {
    return this != TEMPLATE && this != DEMO;
  }

  /** Whether it is a run: it has a batch, an outcome, and a summary that is kept. */
  public boolean isPublishing() {
    return this == NIGHTLY || this == COMPARE_KEYS || this == REBUCKET;
  }

  /** What it does, without a full stop. */
  public String sentence() {
    return sentence;
  }

  /** What it changes. */
  public String writes() {
    return writes;
  }

  /** Arguments that it is launched with. */
  public String example() {
    return example;
  }

  /** The argument that chooses it. */
  public String asArgument() {
    return this == DEMO ? "--demo" : "--pipeline=" + this;
  }

  /** The name that {@code --pipeline} takes. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
