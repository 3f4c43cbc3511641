// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static dev.tidemark.runners.KillPoint.ALL_TABLES_COMMITTED;
import static dev.tidemark.runners.KillPoint.BATCH_OPENED;
import static dev.tidemark.runners.KillPoint.CUT_PUBLISHED;
import static dev.tidemark.runners.KillPoint.CUT_UNNAMED;
import static dev.tidemark.runners.KillPoint.FIRST_TABLE_COMMITTED;
import static dev.tidemark.runners.KillPoint.FIRST_TABLE_LANDED;
import static dev.tidemark.runners.KillPoint.HALF_THE_TABLES_COMMITTED;
import static dev.tidemark.runners.KillPoint.INTENT_DURABLE;
import static dev.tidemark.runners.KillPoint.INTENT_FORGOTTEN;
import static dev.tidemark.runners.KillPoint.INTENT_UNNAMED;
import static dev.tidemark.runners.KillPoint.MARKS_MOVED;
import static dev.tidemark.runners.KillPoint.PART_UNNAMED;
import static dev.tidemark.runners.KillPoint.PLAN_WRITTEN;
import static dev.tidemark.runners.KillPoint.SILVER_WRITTEN;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The second day of the demo, killed and run again, leaves the lake, the marks and the ledger of a
 * second day that nobody disturbed. Here the runs of one runner die together, each at a point of
 * its own; {@link EveryKillTest} takes every point there is, in a process of its own.
 */
class KillTest {

  private static final String[] SPARK = {"--runner=SparkRunner", "--sparkMaster=local[2]"};

  private static DueDay day;
  private static Map<KillPoint, DemoLake> killed;
  private static Map<KillPoint, DemoLake> killedTwice;
  private static Map<KillPoint, DemoLake> killedOnSpark;

  /** One of each kind. */
  static Set<KillPoint> points() {
    return EnumSet.of(
        BATCH_OPENED,
        PART_UNNAMED,
        FIRST_TABLE_LANDED,
        SILVER_WRITTEN,
        PLAN_WRITTEN,
        INTENT_UNNAMED,
        INTENT_DURABLE,
        FIRST_TABLE_COMMITTED,
        HALF_THE_TABLES_COMMITTED,
        CUT_UNNAMED,
        CUT_PUBLISHED,
        MARKS_MOVED,
        INTENT_FORGOTTEN);
  }

  /** Where a run is killed that ends what one left which was killed before any commit. */
  static Set<KillPoint> pointsOfTheSecondDeath() {
    return EnumSet.of(ALL_TABLES_COMMITTED, CUT_PUBLISHED, MARKS_MOVED);
  }

  static Set<KillPoint> pointsOnSpark() {
    return EnumSet.of(SILVER_WRITTEN, HALF_THE_TABLES_COMMITTED);
  }

  @BeforeAll
  static void killAll(@TempDir Path folder) {
    day = DueDay.second();
    killed = day.copiesIn(folder.resolve("direct"), points());
    killedOnSpark = day.copiesIn(folder.resolve("spark"), pointsOnSpark());
    KilledProcess direct = KilledProcess.start(day, killed);
    KilledProcess spark = KilledProcess.start(day, killedOnSpark, SPARK);
    direct.kill();
    killedTwice = new EnumMap<>(KillPoint.class);
    DemoLake killedOnce = Objects.requireNonNull(killed.get(INTENT_DURABLE));
    for (KillPoint point : pointsOfTheSecondDeath()) {
      killedTwice.put(point, killedOnce.copyTo(folder.resolve("twice").resolve(point.name())));
    }
    KilledProcess again = KilledProcess.start(day, killedTwice);
    spark.kill();
    again.kill();
  }

  @ParameterizedTest
  @MethodSource("points")
  void aRunThatWasKilledIsDoneByTheNext(KillPoint point) {
    isDone(killed, point);
  }

  @ParameterizedTest
  @MethodSource("pointsOfTheSecondDeath")
  void aRunThatWasKilledWhileItEndedAnotherIsDoneByTheNext(KillPoint point) {
    isDone(killedTwice, point);
  }

  @ParameterizedTest
  @MethodSource("pointsOnSpark")
  void onSparkARunThatWasKilledIsDoneByTheNext(KillPoint point) {
    isDone(killedOnSpark, point, SPARK);
  }

  private static void isDone(Map<KillPoint, DemoLake> lakes, KillPoint point, String... runner) {
    DemoLake lake = Objects.requireNonNull(lakes.get(point));
    day.isShownAfterDeathAt(point, lake);
    day.isDoneByTheNextRunAfterDeathAt(point, lake, runner);
  }
}
