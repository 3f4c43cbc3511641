// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A first load, a day's load and a comparison of keys, on both runners, killed at every point there
 * is in a process of their own, and run again.
 */
@Tag("thorough")
class EveryKillTest {

  private static final List<String> DIRECT = List.of("--runner=DirectRunner");
  private static final List<String> SPARK =
      List.of("--runner=SparkRunner", "--sparkMaster=local[2]");

  private static DueDay first;
  private static DueDay second;
  private static DueDay removals;

  @BeforeAll
  static void runUndisturbed() {
    first = DueDay.first();
    second = DueDay.second();
    removals = DueDay.ofRemovals();
  }

  static Stream<Arguments> pointsOfAFirstLoad() {
    return onBothRunners(EnumSet.allOf(KillPoint.class));
  }

  static Stream<Arguments> pointsOfALaterLoad() {
    return onBothRunners(EnumSet.complementOf(EnumSet.of(KillPoint.FIRST_TABLE_CREATED)));
  }

  /** It lands what it has found gone, before the graph that merges it. */
  static Stream<Arguments> pointsOfAComparison() {
    return onBothRunners(
        EnumSet.of(
            KillPoint.BATCH_OPENED,
            KillPoint.FIRST_TABLE_LANDED,
            KillPoint.SILVER_WRITTEN,
            KillPoint.PLAN_WRITTEN,
            KillPoint.INTENT_DURABLE,
            KillPoint.FIRST_TABLE_COMMITTED,
            KillPoint.CUT_PUBLISHED,
            KillPoint.MARKS_MOVED));
  }

  private static Stream<Arguments> onBothRunners(Set<KillPoint> points) {
    List<Arguments> all = new ArrayList<>();
    for (KillPoint point : points) {
      all.add(Arguments.of(point, DIRECT));
      all.add(Arguments.of(point, SPARK));
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("pointsOfAFirstLoad")
  void aFirstLoad(KillPoint point, List<String> runner, @TempDir Path folder) {
    killAndRunAgain(first, point, folder, runner);
  }

  @ParameterizedTest
  @MethodSource("pointsOfALaterLoad")
  void aLaterLoad(KillPoint point, List<String> runner, @TempDir Path folder) {
    killAndRunAgain(second, point, folder, runner);
  }

  @ParameterizedTest
  @MethodSource("pointsOfAComparison")
  void aComparisonOfKeys(KillPoint point, List<String> runner, @TempDir Path folder) {
    killAndRunAgain(removals, point, folder, runner);
  }

  private static void killAndRunAgain(
      DueDay day, KillPoint point, Path folder, List<String> runner) {
    String[] options = runner.toArray(String[]::new);
    DemoLake lake = day.copyTo(folder);
    KilledProcess.start(day, Map.of(point, lake), options).kill();
    day.isShownAfterDeathAt(point, lake);
    day.isDoneByTheNextRunAfterDeathAt(point, lake, options);
  }
}
