// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.anEmptyMap;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.FindingKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every control store does; run on the fake and on the real ones. */
abstract class ControlStoreContract {
  private static final Instant NIGHT = Instant.parse("2024-02-06T01:00:00.123456Z");
  private static final Mark MONDAY = new Mark("2024-02-05 09:00:00.123456", "TIMESTAMP");
  private static final Mark TUESDAY = new Mark("2024-02-06 09:00:00.1234567", "TIMESTAMP");

  private ControlStore store = new InMemoryControlStore();

  /** A store without content. */
  abstract ControlStore open() throws Exception;

  @BeforeEach
  void openStore() throws Exception {
    store = open();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  @Test
  void aNewStoreKnowsNothing() {
    assertThat(store.mark("Premium"), is(Optional.empty()));
    assertThat(store.marks(), is(anEmptyMap()));
    assertThat(store.watermarks(), is(anEmptyMap()));
    assertThat(store.history("Premium"), is(empty()));
    assertThat(store.run("r1"), is(Optional.empty()));
    assertThat(store.audits("r1"), is(empty()));
  }

  @Test
  void batchIdsRiseFromOneAsRunsEnd() {
    for (long batch = 1; batch <= 3; batch++) {
      assertThat(store.openBatch(0), is(batch));
      store.moveMarks(List.of(), List.of(), run("r" + batch, batch));
    }
    assertThat(store.openBatch(0), is(4L));
  }

  @Test
  void aBatchWhoseRunNeverEndedIsOpenedAgain() {
    store.moveMarks(List.of(), List.of(), run("r1", store.openBatch(0)));

    assertThat(store.openBatch(0), is(2L));
    assertThat(store.openBatch(0), is(2L));
    assertThat(store.openBatch(0), is(2L));
  }

  @Test
  void aBatchIdIsHigherThanAnyThatTheLakeHasSeen() {
    assertThat(store.openBatch(17), is(18L));
    assertThat(store.openBatch(0), is(18L));
    assertThat(store.openBatch(17), is(18L));
    assertThat(store.openBatch(18), is(19L));
    store.moveMarks(List.of(), List.of(), run("r19", 19));
    assertThat(store.openBatch(19), is(20L));
  }

  @Test
  void theLastBatchThatSetAMarkIsKnownUntilAnotherHandSetsIt() {
    assertThat(store.markedBy(), is(anEmptyMap()));
    store.moveMarks(
        List.of(move("Premium", null, MONDAY), move("Broker", null, MONDAY)),
        List.of(),
        run("r1", store.openBatch(0)));
    store.moveMarks(List.of(move("Premium", MONDAY, MONDAY)), List.of(), run("r2", 2));
    assertThat(store.markedBy(), is(Map.of("Premium", 2L, "Broker", 1L)));
  }

  @ParameterizedTest
  @EnumSource(
      value = RunStatus.class,
      names = {"SUCCEEDED", "PARTIAL"})
  void aRunThatPublishedEndsItsBatch(RunStatus published) {
    long batch = store.openBatch(0);

    store.moveMarks(List.of(move("Premium", null, MONDAY)), List.of(), run("r1", batch, published));

    assertThat(store.openBatch(0), is(batch + 1));
  }

  @ParameterizedTest
  @EnumSource(
      value = RunStatus.class,
      names = {"STARTED", "FAILED"})
  void aRunThatPublishedNothingLeavesItsBatchOpen(RunStatus unpublished) {
    long batch = store.openBatch(0);

    store.recordRun(run("r1", batch, unpublished));

    assertThat(store.openBatch(0), is(batch));
  }

  @Test
  void aBatchEndsWithAnyOfItsRuns() {
    long batch = store.openBatch(0);
    store.recordRun(run("r1", batch, RunStatus.FAILED));

    store.moveMarks(List.of(), List.of(), run("r2", batch));

    assertThat(store.openBatch(0), is(batch + 1));
  }

  @Test
  void runsThatDrewNoBatchEndNone() {
    long batch = store.openBatch(0);

    store.recordRun(run("r1", 0));

    assertThat(store.openBatch(0), is(batch));
  }

  @Test
  void marksThatCouldNotMoveLeaveTheBatchOpen() {
    long batch = store.openBatch(0);

    assertThrows(
        MarkConflictException.class,
        () ->
            store.moveMarks(
                List.of(move("Premium", MONDAY, TUESDAY)), List.of(), run("r1", batch)));

    assertThat(store.openBatch(0), is(batch));
  }

  @Test
  void endingARunAgainDoesNotEndTheBatchAfterIt() {
    long first = store.openBatch(0);
    store.moveMarks(List.of(), List.of(), run("r1", first));
    long second = store.openBatch(0);

    store.moveMarks(List.of(), List.of(), run("r1", first));

    assertThat(store.openBatch(0), is(second));
  }

  @Test
  void aMarkIsKeptToTheLastDigitWithWhatItStandsFor() {
    MarkMove move =
        new MarkMove(
            "Premium",
            null,
            TUESDAY,
            "bdx",
            "ModifiedDate",
            List.of("UMR", "SectionNo"),
            7,
            new Overlap(3, "-12345678901234567890"),
            "[[\"1\",\"2999-01-01\"]]".repeat(1000),
            "9f86d081");

    store.moveMarks(List.of(move), List.of(), run("r1", 1));

    assertThat(store.mark("Premium"), is(Optional.of(TUESDAY)));
    assertThat(store.marks(), is(Map.of("Premium", TUESDAY)));
    assertThat(
        store.watermarks(),
        is(
            Map.of(
                "Premium",
                new Watermark(
                    "Premium",
                    "bdx",
                    "ModifiedDate",
                    List.of("UMR", "SectionNo"),
                    TUESDAY,
                    new Overlap(3, "-12345678901234567890"),
                    "[[\"1\",\"2999-01-01\"]]".repeat(1000),
                    "9f86d081",
                    null,
                    true,
                    7,
                    NIGHT))));
  }

  @Test
  void aTableWithoutWatermarkOrKeysHasAMarkAsWell() {
    Mark fingerprint = new Mark("9f86d081", "FINGERPRINT");
    store.moveMarks(
        List.of(
            new MarkMove("Rate", null, fingerprint, "ref", null, List.of(), 2, null, null, null)),
        List.of(),
        run("r1", 1));

    assertThat(
        store.watermarks().get("Rate"),
        is(
            new Watermark(
                "Rate",
                "ref",
                null,
                List.of(),
                fingerprint,
                null,
                null,
                null,
                null,
                true,
                2,
                NIGHT)));
  }

  @Test
  void fromWhereATableIsReadAgainIsForgottenWithItsNextMove() {
    store.readAgainFrom("Premium", "2024-01-31 10:00:00.000000");
    assertThat(store.watermarks(), is(Map.of()));
    store.moveMarks(List.of(move("Premium", null, MONDAY)), List.of(), run("r1", 1));
    store.moveMarks(List.of(move("Risk", null, MONDAY)), List.of(), run("r2", 2));

    store.readAgainFrom("Premium", "2024-01-31 10:00:00.000000");
    store.readAgainFrom("Premium", "2024-01-30 10:00:00.000000");

    assertThat(readAgainFrom("Premium"), is("2024-01-30 10:00:00.000000"));
    assertThat(readAgainFrom("Risk"), is(nullValue()));
    assertThat(store.mark("Premium"), is(Optional.of(MONDAY)));
    store.moveMarks(List.of(move("Premium", MONDAY, MONDAY)), List.of(), run("r3", 3));
    assertThat(readAgainFrom("Premium"), is(nullValue()));
  }

  private @Nullable String readAgainFrom(String table) {
    Watermark row = store.watermarks().get(table);
    return row == null ? "no row" : row.readAgainFrom();
  }

  @Test
  void theHistoryKeepsEveryMoveOldestFirst() {
    store.moveMarks(List.of(move("Premium", null, MONDAY)), List.of(), run("r1", 1));
    store.moveMarks(List.of(move("Premium", MONDAY, TUESDAY)), List.of(), run("r2", 2));
    store.moveMarks(List.of(move("Risk", null, MONDAY)), List.of(), run("r3", 3));

    assertThat(
        store.history("Premium"),
        contains(
            new MarkMoved("Premium", 1, "r1", null, MONDAY, 5, NIGHT),
            new MarkMoved("Premium", 2, "r2", MONDAY, TUESDAY, 5, NIGHT)));
  }

  @Test
  void aMarkThatAnotherRunMovedIsAConflictAndNothingMoves() {
    store.moveMarks(List.of(move("Premium", null, MONDAY)), List.of(), run("r1", 1));

    MarkConflictException conflict =
        assertThrows(
            MarkConflictException.class,
            () ->
                store.moveMarks(
                    List.of(move("Broker", null, TUESDAY), move("Premium", null, TUESDAY)),
                    List.of(audit("r2", "Premium", LoadStatus.LOADED)),
                    run("r2", 2)));

    assertThat(conflict.table(), is("Premium"));
    assertThat(conflict.expected(), is(Optional.empty()));
    assertThat(conflict.found(), is(Optional.of(MONDAY)));
    assertThat(
        conflict.getMessage(),
        is(
            "table Premium: this run started from mark none but the control store now has"
                + " 2024-02-05 09:00:00.123456 (TIMESTAMP); no mark was moved, run again"));
    assertThat(store.marks(), is(Map.of("Premium", MONDAY)));
    assertThat(store.history("Broker"), is(empty()));
    assertThat(store.audits("r2"), is(empty()));
    assertThat(store.run("r2"), is(Optional.empty()));
  }

  @Test
  void aMarkThatWasTakenAwayIsAConflict() {
    MarkConflictException conflict =
        assertThrows(
            MarkConflictException.class,
            () ->
                store.moveMarks(
                    List.of(move("Premium", MONDAY, TUESDAY)), List.of(), run("r1", 1)));

    assertThat(conflict.expected(), is(Optional.of(MONDAY)));
    assertThat(conflict.found(), is(Optional.empty()));
  }

  @Test
  void theTypeIsPartOfTheMark() {
    store.moveMarks(List.of(move("Premium", null, MONDAY)), List.of(), run("r1", 1));

    assertThrows(
        MarkConflictException.class,
        () ->
            store.moveMarks(
                List.of(move("Premium", new Mark(MONDAY.text(), "DATETIME"), TUESDAY)),
                List.of(),
                run("r2", 2)));
  }

  @Test
  void endingARunAgainIsASuccessWithoutASecondLineOfHistory() {
    List<MarkMove> moves = List.of(move("Premium", null, MONDAY), move("Risk", null, MONDAY));
    List<LoadAudit> audits = List.of(audit("r1", "Premium", LoadStatus.LOADED));
    store.moveMarks(moves, audits, run("r1", 1));

    store.moveMarks(moves, audits, run("r1", 1));

    assertThat(store.marks(), is(Map.of("Premium", MONDAY, "Risk", MONDAY)));
    assertThat(store.history("Premium").size(), is(1));
    assertThat(store.audits("r1"), is(audits));
  }

  @Test
  void theSameTargetSetByAnotherBatchIsAConflict() {
    store.moveMarks(List.of(move("Premium", null, MONDAY)), List.of(), run("r1", 1));

    assertThrows(
        MarkConflictException.class,
        () -> store.moveMarks(List.of(move("Premium", null, MONDAY)), List.of(), run("r2", 2)));
  }

  @Test
  void lateRowsKeepTheMarkAndRenewTheOverlap() {
    store.moveMarks(List.of(move("Premium", null, MONDAY)), List.of(), run("r1", 1));

    store.moveMarks(
        List.of(
            new MarkMove(
                "Premium",
                MONDAY,
                MONDAY,
                "bdx",
                "ModifiedDate",
                List.of("Id"),
                1,
                new Overlap(4, "10"),
                null,
                null)),
        List.of(),
        run("r2", 2));

    Watermark watermark = store.watermarks().get("Premium");
    assertThat(watermark == null ? null : watermark.mark(), is(MONDAY));
    assertThat(watermark == null ? null : watermark.overlap(), is(new Overlap(4, "10")));
    assertThat(store.history("Premium").size(), is(2));
  }

  @Test
  void oneTableCannotMoveTwiceInOneRun() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            store.moveMarks(
                List.of(move("Premium", null, MONDAY), move("Premium", null, TUESDAY)),
                List.of(),
                run("r1", 1)));
  }

  @Test
  void aRunWithoutMovesIsWrittenDownWithItsAudits() {
    LoadAudit audit = audit("r1", "Premium", LoadStatus.EMPTY);

    store.moveMarks(List.of(), List.of(audit), run("r1", 1));

    assertThat(store.run("r1"), is(Optional.of(run("r1", 1))));
    assertThat(store.audits("r1"), contains(audit));
  }

  @Test
  void anAuditReplacesTheEarlierOneOfItsRunAndTable() {
    store.recordAudit(
        new LoadAudit(
            "r1",
            0,
            "Risk",
            null,
            null,
            LoadCounts.NONE,
            0,
            0,
            LoadStatus.NEW,
            NIGHT,
            null,
            null,
            null));
    store.recordAudit(audit("r1", "Premium", LoadStatus.LOADED));
    LoadAudit failed =
        new LoadAudit(
            "r1",
            4,
            "Risk",
            "a",
            "b",
            new LoadCounts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
            13,
            14,
            LoadStatus.FAILED,
            NIGHT,
            NIGHT.plusSeconds(9),
            "column UMR is missing; Größe, 日本".repeat(200),
            null);
    store.recordAudit(failed);

    assertThat(store.audits("r1"), contains(audit("r1", "Premium", LoadStatus.LOADED), failed));
  }

  @Test
  void aRunReplacesWhatWasKnownOfIt() {
    store.recordRun(run("r1", 0));
    RunRecord ended =
        new RunRecord("r1", 9, NIGHT, RunStatus.PARTIAL, NIGHT, "{\"x\":\"é\"}".repeat(5000));
    store.recordRun(ended);

    assertThat(store.run("r1"), is(Optional.of(ended)));
  }

  @Test
  void theLastRunsComeLastFirst() {
    for (int night = 1; night <= 3; night++) {
      store.recordRun(
          new RunRecord(
              "r" + night, night, NIGHT, RunStatus.SUCCEEDED, NIGHT.plusSeconds(night), "{}"));
    }

    assertThat(store.lastRuns(2).stream().map(RunRecord::runId).toList(), contains("r3", "r2"));
    assertThat(store.lastRuns(9).size(), is(3));
  }

  @Test
  void aFindingIsOpenedOnceAndTakesTheNewText() {
    store.judge(List.of(gpi("1", notified("80 %"))), "r1", NIGHT);
    store.judge(List.of(gpi("2", notified("81 %"))), "r2", NIGHT.plusSeconds(60));

    assertThat(
        store.openFindings(),
        contains(
            new OpenFinding(1, "mart/gpi", notified("81 %"), NIGHT, "r1", NIGHT.plusSeconds(60))));
    assertThat(store.judged(), is(Map.of("mart/gpi", "2")));
  }

  @Test
  void whatDoesNotHoldAnyMoreIsClosedWithinItsScopeOnly() {
    Judged ofTable =
        new Judged(
            "table Premium",
            null,
            List.of(new Observation("Premium", FindingKind.PARTIAL, "Premium", "it failed")));
    store.judge(List.of(gpi("1", notified("80 %")), ofTable), "r1", NIGHT);

    store.judge(List.of(gpi("2")), "r2", NIGHT);

    assertThat(
        store.openFindings().stream().map(finding -> finding.what().key()).toList(),
        contains("Premium"));
    assertThat(store.judged(), is(Map.of("mart/gpi", "2")));
  }

  @Test
  void whatComesAgainIsAnotherFindingThatNobodyWasToldOf() {
    store.judge(List.of(gpi("1", notified("80 %"))), "r1", NIGHT);
    store.recordAlert("ops", List.of(1L), "r1", NIGHT);
    store.recordAlert("ops", List.of(1L), "r2", NIGHT);
    assertThat(store.alerted("ops"), contains(1L));
    assertThat(store.alerted("oversight"), is(empty()));

    store.judge(List.of(gpi("2")), "r2", NIGHT);
    store.judge(List.of(gpi("3", notified("80 %"))), "r3", NIGHT);

    assertThat(store.openFindings().get(0).id(), is(2L));
    assertThat(store.openFindings().get(0).openedBy(), is("r3"));
    assertThat(store.alerted("ops"), is(empty()));
  }

  @Test
  void findingsOfTwoRunsThatJudgeAtOnceAreOpenedOnceEach() throws Exception {
    ExecutorService runs = Executors.newFixedThreadPool(4);
    List<Callable<Boolean>> judging = new ArrayList<>();
    for (int run = 1; run <= 4; run++) {
      String id = "r" + run;
      judging.add(
          () -> {
            store.judge(List.of(gpi("1", notified("80 %"))), id, NIGHT);
            return true;
          });
    }
    for (Future<Boolean> judged : runs.invokeAll(judging)) {
      assertThat(judged.get(), is(true));
    }
    runs.shutdown();

    assertThat(store.openFindings().size(), is(1));
  }

  private static Judged gpi(String version, Observation... holding) {
    return new Judged("mart/gpi", version, List.of(holding));
  }

  private static Observation notified(String text) {
    return new Observation("notify U/S1", FindingKind.GPI_NOTIFY, "U/S1", text);
  }

  @Test
  void instantsAreCutToMicroseconds() {
    store.recordRun(
        new RunRecord(
            "r1",
            1,
            Instant.parse("1969-12-31T23:59:59.999999999Z"),
            RunStatus.STARTED,
            NIGHT,
            "{}"));

    assertThat(
        store.run("r1").map(RunRecord::logicalTime),
        is(Optional.of(Instant.parse("1969-12-31T23:59:59.999999Z"))));
  }

  @Test
  void aHeldTableIsRefusedWithItsHolderAndTheOthersStayFree() {
    store.acquire(List.of("Premium"), "r1", NIGHT, Duration.ofHours(6));

    LeaseHeldException held =
        assertThrows(
            LeaseHeldException.class,
            () -> store.acquire(Set.of("Broker", "Premium"), "r2", NIGHT, Duration.ofHours(6)));

    assertThat(held.owner(), is("r1"));
    assertThat(held.expiresAt(), is(Instant.parse("2024-02-06T07:00:00.123456Z")));
    assertThat(
        held.getMessage(),
        is(
            "table Premium is held by run r1 until 2024-02-06T07:00:00.123456Z; wait for that run"
                + " to end, or for the lease to expire"));
    store.acquire(List.of("Broker"), "r3", NIGHT, Duration.ofHours(6));
  }

  @Test
  void anExpiredLeaseIsTakenOverExactlyAtItsEnd() {
    store.acquire(List.of("Premium"), "r1", NIGHT, Duration.ofHours(1));

    assertThrows(
        LeaseHeldException.class,
        () ->
            store.acquire(
                List.of("Premium"),
                "r2",
                NIGHT.plus(Duration.ofHours(1)).minusNanos(1000),
                Duration.ofHours(1)));
    store.acquire(List.of("Premium"), "r2", NIGHT.plus(Duration.ofHours(1)), Duration.ofHours(1));

    assertThrows(
        LeaseHeldException.class,
        () -> store.acquire(List.of("Premium"), "r1", NIGHT, Duration.ofHours(1)));
  }

  @Test
  void theOwnerProlongsItsLease() {
    store.acquire(List.of("Premium"), "r1", NIGHT, Duration.ofHours(1));
    store.acquire(List.of("Premium"), "r1", NIGHT, Duration.ofHours(9));

    LeaseHeldException held =
        assertThrows(
            LeaseHeldException.class,
            () -> store.acquire(List.of("Premium"), "r2", NIGHT, Duration.ofHours(1)));
    assertThat(held.expiresAt(), is(NIGHT.plus(Duration.ofHours(9))));
  }

  @Test
  void releasedTablesAreFreeAndThoseOfOthersAreNot() {
    store.acquire(List.of("Premium", "Risk"), "r1", NIGHT, Duration.ofHours(1));
    store.acquire(List.of("Broker"), "r2", NIGHT, Duration.ofHours(1));

    store.release("r1");
    store.release("nobody");

    store.acquire(List.of("Premium", "Risk"), "r3", NIGHT, Duration.ofHours(1));
    assertThrows(
        LeaseHeldException.class,
        () -> store.acquire(List.of("Broker"), "r3", NIGHT, Duration.ofHours(1)));
  }

  @Test
  void parallelCallersOpenOneBatchUntilItsRunEnds() throws Exception {
    assertThat(openedByFourThreads(), everyItem(is(1L)));

    store.moveMarks(List.of(), List.of(), run("r1", 1));

    assertThat(openedByFourThreads(), everyItem(is(2L)));
  }

  private List<Long> openedByFourThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Long> opened = new ArrayList<>();
      Callable<Long> open = () -> store.openBatch(0);
      for (Future<Long> batch : threads.invokeAll(Collections.nCopies(40, open))) {
        opened.add(batch.get());
      }
      return opened;
    } finally {
      threads.shutdown();
    }
  }

  /** What {@link VersionOne} left is there, and has nothing of what came after it. */
  static void isUpgraded(ControlStore store) {
    assertThat(store.mark("Premium"), is(Optional.of(VersionOne.MARK)));
    assertThat(
        store.watermarks().get("Premium"),
        is(
            new Watermark(
                "Premium",
                null,
                "ModifiedDate",
                List.of(),
                VersionOne.MARK,
                null,
                null,
                null,
                null,
                true,
                0,
                null)));
    assertThat(
        store.audits("r1").get(0).counts(),
        is(new LoadCounts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0)));
    LoadAudit audit = audit("r2", "Premium", LoadStatus.LATE);
    store.recordAudit(audit);
    assertThat(store.audits("r2"), contains(audit));
    assertThat(store.openFindings(), is(empty()));
  }

  private static MarkMove move(String table, @Nullable Mark read, Mark target) {
    return new MarkMove(
        table,
        read,
        target,
        "bdx",
        "ModifiedDate",
        List.of("Id"),
        5,
        new Overlap(1, "1"),
        null,
        null);
  }

  private static RunRecord run(String runId, long batchId) {
    return run(runId, batchId, RunStatus.SUCCEEDED);
  }

  private static RunRecord run(String runId, long batchId, RunStatus status) {
    return new RunRecord(runId, batchId, NIGHT, status, NIGHT, "{}");
  }

  private static LoadAudit audit(String runId, String table, LoadStatus status) {
    return new LoadAudit(
        runId,
        1,
        table,
        MONDAY.text(),
        TUESDAY.text(),
        LoadCounts.NONE.withSource(3, 4).withLanded(4, 4, 1).withMerged(2, 1, 1, 0, 0),
        0,
        0,
        status,
        NIGHT,
        NIGHT.plusSeconds(2),
        null,
        7L);
  }
}
