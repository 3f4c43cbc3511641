// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.pipelines.demo.DemoSource;
import dev.tidemark.pipelines.table.Intents;
import dev.tidemark.pipelines.table.TableDigest;
import dev.tidemark.runners.DemoLake.State;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A day of the demo that is due, and what a run that nobody disturbs makes of it: done once for all
 * tests that disturb one. Its lakes stay under {@code target}.
 */
final class DueDay {

  private static final Map<String, DueDay> DAYS = new HashMap<>();

  /**
   * What a lake shows, and what is written down of it.
   *
   * @param ledger rows of the control store, of the marks and of the day's run
   */
  record Shown(State state, Map<String, TableDigest> digests, List<String> ledger) {

    private static Shown by(DemoLake lake, String runId) {
      return new Shown(lake.state(), lake.digests(), lake.ledger(runId));
    }
  }

  private final int day;
  private final String runId;
  private final List<String> job;
  private final DemoLake due;
  private final State before;
  private final Map<String, TableDigest> digestsBefore;
  private final Shown after;

  private DueDay(int day, String runId, DemoLake due, DemoLake copy, String... job) {
    this.day = day;
    this.runId = runId + DemoSource.logicalTime(day);
    this.job = List.of(job);
    this.due = due;
    before = due.state();
    digestsBefore = due.digests();
    Launch done = copy.run(day, job);
    assertThat(done.progress(), done.exitCode(), is(0));
    after = Shown.by(copy, this.runId);
    assertThat(after.digests(), is(not(digestsBefore)));
  }

  /** Day 1: a source, and no lake. */
  static DueDay first() {
    return once(
        "first",
        folder -> {
          DemoLake due = DemoLake.withSourceIn(folder.resolve("due"));
          return new DueDay(1, "run-", due, due.copyTo(folder.resolve("done")));
        });
  }

  /** Day 2: a lake that has day 1. */
  static DueDay second() {
    return once(
        "second",
        folder -> {
          DemoLake due = loadedIn(folder.resolve("due"));
          due.source().advanceTo(2);
          return new DueDay(2, "run-", due, due.copyTo(folder.resolve("done")));
        });
  }

  /** Rows are removed at the source on day 2, and keys are compared. */
  static DueDay ofRemovals() {
    return once(
        "removals",
        folder -> {
          DemoLake due = loadedIn(folder.resolve("due"));
          due.sql(
              "DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId IN"
                  + " (SELECT PremiumTransactionId FROM bdx.PremiumTransaction"
                  + " ORDER BY PremiumTransactionId FETCH FIRST 3 ROWS ONLY)");
          DemoLake done = due.copyTo(folder.resolve("done"));
          return new DueDay(2, "compare-", due, done, "--pipeline=compare-keys");
        });
  }

  private static synchronized DueDay once(String name, Function<Path, DueDay> day) {
    DueDay known = DAYS.get(name);
    if (known == null) {
      Path folder = Path.of("target", "due-days", name).toAbsolutePath();
      DemoLake.remove(folder);
      known = day.apply(folder);
      DAYS.put(name, known);
    }
    return known;
  }

  private static DemoLake loadedIn(Path folder) {
    DemoLake lake = DemoLake.withSourceIn(folder);
    assertThat(lake.run(1).exitCode(), is(0));
    return lake;
  }

  /** What the day's run in a lake is launched with. */
  List<String> commandLine(DemoLake lake, String... runner) {
    return lake.commandLine(day, options(runner));
  }

  private String[] options(String... runner) {
    return Stream.concat(job.stream(), Arrays.stream(runner)).toArray(String[]::new);
  }

  int day() {
    return day;
  }

  /** A lake on which the day is due. */
  DemoLake copyTo(Path folder) {
    return due.copyTo(folder);
  }

  /** Such a lake for each point. */
  Map<KillPoint, DemoLake> copiesIn(Path folder, Collection<KillPoint> points) {
    Map<KillPoint, DemoLake> copies = new EnumMap<>(KillPoint.class);
    points.forEach(point -> copies.put(point, copyTo(folder.resolve(point.name()))));
    return copies;
  }

  /** The lake shows what it showed before the day. */
  void isShownBefore(DemoLake lake) {
    assertThat(lake.state(), is(before));
    assertThat(lake.digests(), is(digestsBefore));
  }

  /** The lake of a run that was killed there shows a whole cut and the marks that go with it. */
  void isShownAfterDeathAt(KillPoint point, DemoLake lake) {
    State expected =
        new State(
            (point.isCutPublished() ? after.state() : before).versions(),
            (point.areMarksMoved() ? after.state() : before).marks());
    assertThat(lake.state(), is(expected));
    assertThat(lake.digests(), is(point.isCutPublished() ? after.digests() : digestsBefore));
  }

  /** Run again after a death there, the lake becomes that of a run that nobody disturbed. */
  void isDoneByTheNextRunAfterDeathAt(KillPoint point, DemoLake lake, String... options) {
    Launch again = lake.run(day, options(options));
    assertThat(again.progress(), again.exitCode(), is(0));
    assertThat(again.lastLine(), containsString("\"outcome\":\"LOADED\""));
    String rolledForward = "had not been published wholly; it is now";
    assertThat(
        again.progress(),
        point.isPublishedByTheNextRun()
            ? containsString(rolledForward)
            : not(containsString(rolledForward)));
    assertThat(
        again.progress(),
        point.isIntentDurable()
            ? containsString("has succeeded already")
            : not(containsString("has succeeded already")));
    isDone(lake);
  }

  /** Tables, cut and marks are as those of a run that nobody disturbed, whatever it took. */
  void isPublished(DemoLake lake) {
    assertThat(lake.state(), is(after.state()));
    assertThat(lake.digests(), is(after.digests()));
    assertThat(Intents.in(lake.root()).pending().isPresent(), is(false));
  }

  /** The same, and written down as such. */
  void isDone(DemoLake lake) {
    assertThat(Shown.by(lake, runId), is(after));
    assertThat(Intents.in(lake.root()).pending().isPresent(), is(false));
  }
}
