// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.run.HistorySummary;
import dev.tidemark.pipelines.run.LakeBuckets;
import dev.tidemark.pipelines.run.RunSummary;
import dev.tidemark.pipelines.run.TableSummary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that somebody should look at.
 *
 * @param level how much it matters
 * @param text what it is, a sentence
 * @param section the part of the report that tells more
 */
record Attention(Level level, String text, String section) {

  /** How much it matters. */
  enum Level {
    /** Somebody has to do something. */
    ACT,
    /** Somebody should look at it. */
    LOOK,
    /** Good to know. */
    NOTE
  }

  private static final int MOST = 100;

  /** Everything, what matters most first. */
  static List<Attention> of(RunSummary summary, @Nullable MartFigures marts) {
    List<Attention> all = new ArrayList<>();
    ofRun(summary, all);
    summary.tables().forEach(table -> ofTable(table, all));
    if (marts != null) {
      ofMarts(marts, all);
    }
    List<Attention> sorted = new ArrayList<>();
    for (Level level : Level.values()) {
      all.stream().filter(one -> one.level == level).forEach(sorted::add);
    }
    if (sorted.size() <= MOST) {
      return sorted;
    }
    List<Attention> most = new ArrayList<>(sorted.subList(0, MOST));
    most.add(
        new Attention(
            Level.NOTE,
            Wording.count(sorted.size() - MOST) + " more stand in the summary of the run",
            "loaded"));
    return most;
  }

  private static void ofRun(RunSummary summary, List<Attention> all) {
    long wrong = summary.checks().stream().filter(check -> !check.holds()).count();
    if (wrong > 0) {
      act(all, "checks", Wording.count(wrong, "check does", "checks do") + " not hold");
    }
    Long rolled = summary.rolledForward();
    if (rolled != null) {
      note(all, "loaded", "batch " + rolled + " of a run that died was published first");
    }
    summary.rebuilt().forEach(reason -> note(all, "loaded", reason));
    LakeBuckets buckets = summary.buckets();
    if (buckets != null && buckets.warning() != null) {
      look(all, "loaded", buckets.warning());
    }
    for (HistorySummary history : summary.histories()) {
      if (history.newSequenceConflicts() > 0) {
        look(
            all,
            "histories",
            history.table()
                + ": "
                + Wording.count(history.newSequenceConflicts(), "instant has", "instants have")
                + " several images that differ; one of them counts");
      }
    }
  }

  private static void ofTable(TableSummary table, List<Attention> all) {
    String name = table.table() + ": ";
    if (table.status() == LoadStatus.FAILED) {
      act(all, "loaded", prefixed(name, String.valueOf(table.message())));
    } else if (table.message() != null) {
      look(all, "loaded", prefixed(name, table.message()));
    }
    table.warnings().forEach(warning -> look(all, "loaded", prefixed(name, warning)));
    if (table.warnings().isEmpty() && !table.newColumns().isEmpty()) {
      look(all, "loaded", name + "new columns " + String.join(", ", table.newColumns()));
    }
    long quarantined = table.counts().quarantined();
    if (quarantined > 0) {
      look(
          all,
          "loaded",
          name
              + Wording.count(quarantined, "row", "rows")
              + " of this run cannot be used; quarantine tells why");
    }
    if (table.futureRows() > 0) {
      look(
          all,
          "loaded",
          name
              + Wording.count(table.futureRows(), "row is", "rows are")
              + " dated later than the source's clock");
    }
    if (table.nullRows() > 0) {
      note(
          all,
          "loaded",
          name + Wording.count(table.nullRows(), "row has", "rows have") + " no update time");
    }
    if (table.ambiguousDuplicates() > 0) {
      look(
          all,
          "loaded",
          name
              + Wording.count(table.ambiguousDuplicates(), "key has", "keys have")
              + " two submissions of one time and version that differ");
    }
  }

  private static void ofMarts(MartFigures marts, List<Attention> all) {
    GpiUse gpi = marts.gpi();
    if (gpi.breached() > 0) {
      GpiUse.Section worst = gpi.rows().get(0);
      act(
          all,
          "gpi",
          Wording.count(gpi.breached(), "section has written its", "sections have written their")
              + " premium limit or more; furthest over is "
              + worst.name()
              + " at "
              + worst.used());
    }
    if (gpi.notifying() > 0) {
      look(
          all,
          "gpi",
          Wording.count(gpi.notifying(), "section has", "sections have")
              + " reached the notifiable part of their premium limit");
    }
    if (gpi.unusable() > 0) {
      look(
          all,
          "gpi",
          Wording.count(gpi.unusable(), "section has", "sections have")
              + " a premium limit that is negative, or in a currency without a rate");
    }
    Submissions submissions = marts.submissions();
    if (submissions.missing() > 0) {
      act(
          all,
          "submissions",
          Wording.count(submissions.missing(), "bordereau is", "bordereaux are")
              + " missing, of "
              + Wording.count(submissions.missingOf(), "coverholder", "coverholders"));
    }
    if (submissions.late() > 0) {
      note(
          all,
          "submissions",
          Wording.count(submissions.late(), "bordereau", "bordereaux")
              + " came late, of "
              + Wording.count(submissions.lateOf(), "coverholder", "coverholders"));
    }
    if (marts.loss().abovePlan() > 0) {
      look(
          all,
          "loss",
          Wording.count(marts.loss().abovePlan(), "account costs", "accounts cost")
              + " more than planned");
    }
    if (marts.premium().withoutSterling() > 0) {
      look(
          all,
          "premium",
          Wording.count(marts.premium().withoutSterling(), "premium row has", "premium rows have")
              + " no amount in sterling; the totals are short of it");
    }
  }

  private static String prefixed(String name, String text) {
    return text.startsWith(name.substring(0, name.length() - 2)) ? text : name + text;
  }

  private static void act(List<Attention> all, String section, String text) {
    all.add(new Attention(Level.ACT, Wording.line(text), section));
  }

  private static void look(List<Attention> all, String section, String text) {
    all.add(new Attention(Level.LOOK, Wording.line(text), section));
  }

  private static void note(List<Attention> all, String section, String text) {
    all.add(new Attention(Level.NOTE, Wording.line(text), section));
  }
}
