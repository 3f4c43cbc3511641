// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TableSummary;
import dev.tidemark.pipelines.table.PublishedCut;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended, in one word and one sentence.
 *
 * @param word the word
 * @param tone how it is coloured: good, quiet, look or bad
 * @param sentence the sentence
 * @param facts what the run was
 * @param standing which publication the figures below are of
 */
record Verdict(String word, String tone, String sentence, List<Fact> facts, String standing) {

  /** A name and its value. */
  record Fact(String name, String value) {}

  static Verdict of(ReportedRun run, @Nullable PublishedCut cut) {
    RunSummary summary = run.summary();
    String runId = summary.runId();
    String time = summary.logicalTime();
    String asOf = summary.asOf();
    return new Verdict(
        switch (summary.outcome()) {
          case LOADED -> "Loaded";
          case EMPTY -> "Nothing new";
          case PARTIAL -> "Loaded in part";
          case FAILED -> "Failed";
        },
        switch (summary.outcome()) {
          case LOADED -> "good";
          case EMPTY -> "quiet";
          case PARTIAL -> "look";
          case FAILED -> "bad";
        },
        sentence(summary),
        List.of(
            new Fact("Run", runId == null ? "not known" : runId),
            new Fact(
                "Logical time", time == null ? "not known" : Wording.time(Instant.parse(time))),
            new Fact("As of", asOf == null ? "not known" : Wording.day(LocalDate.parse(asOf))),
            new Fact("Ended", Wording.time(run.endedAt()))),
        standing(summary, cut));
  }

  private static String sentence(RunSummary summary) {
    long landed = summary.tables().stream().mapToLong(t -> t.counts().landedRows()).sum();
    long changed = summary.tables().stream().mapToLong(Verdict::changed).sum();
    String rows =
        Wording.count(landed, "row", "rows")
            + " landed, "
            + Wording.count(changed)
            + " of them new or changed; "
            + Wording.count(summary.lake().size(), "table", "tables")
            + " of the lake changed.";
    String message = summary.message();
    return switch (summary.outcome()) {
      case LOADED -> rows;
      case EMPTY -> "The source had nothing that the lake did not have.";
      case PARTIAL -> "Some tables failed, the others are published. " + rows;
      case FAILED -> Wording.line(message == null ? "Nothing was published." : message);
    };
  }

  private static long changed(TableSummary table) {
    LoadCounts counts = table.counts();
    return counts.inserted() + counts.updated();
  }

  private static String standing(RunSummary summary, @Nullable PublishedCut cut) {
    if (cut == null) {
      return "Nothing is published yet: there are no figures to show.";
    }
    String published =
        "batch "
            + cut.batchId()
            + ", published by run "
            + cut.runId()
            + " on "
            + Wording.time(cut.publishedAt());
    if (cut.batchId() == summary.batchId()) {
      return "The figures are those of " + published + ".";
    }
    return summary.batchId() == 0
        ? "This run published nothing. The figures are those of " + published + "."
        : "What this run published, batch "
            + summary.batchId()
            + ", can no longer be read. The figures are those of "
            + published
            + ".";
  }
}
