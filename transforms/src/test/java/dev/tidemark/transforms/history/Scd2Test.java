// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import static dev.tidemark.transforms.history.Change.delete;
import static dev.tidemark.transforms.history.Change.update;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class Scd2Test {

  private static final Scd2 SCD2 = Scd2.of(Change.SCHEMA, Change.TYPE_2);

  private @Nullable ChangeCounts counts;
  private final List<Row> rejected = new ArrayList<>();

  @Test
  void oneImageIsOneOpenVersion() {
    assertThat(history(update(1, "A")), contains("CH1 A [1,)"));
  }

  @Test
  void eachEndIsTheNextStart() {
    assertThat(
        history(update(1, "A"), update(5, "B"), update(9, "C")),
        contains("CH1 A [1,5)", "CH1 B [5,9)", "CH1 C [9,)"));
  }

  @Test
  void thereAndBackAgainIsThreeVersions() {
    assertThat(
        history(update(1, "A"), update(5, "B"), update(9, "A")),
        contains("CH1 A [1,5)", "CH1 B [5,9)", "CH1 A [9,)"));
  }

  @Test
  void fromNullAndToNullAreChangesAndNullToNullIsNot() {
    assertThat(
        history(update(1, null), update(2, null), update(3, "A"), update(4, null)),
        contains("CH1 null [1,3)", "CH1 A [3,4)", "CH1 null [4,)"));
    assertThat(counts().noopUpdates(), is(1L));
  }

  @Test
  void anEmptyTextIsNotNull() {
    assertThat(history(update(1, ""), update(2, null)), contains("CH1  [1,2)", "CH1 null [2,)"));
  }

  @Test
  void anUpdateThatChangesNoTrackedColumnOpensNothing() {
    assertThat(
        history(update(1, "A"), update(3, "A"), update(4, "A"), update(5, "B")),
        contains("CH1 A [1,5)", "CH1 B [5,)"));
    assertThat(counts(), is(new ChangeCounts(4, 2, 2, 0, 0, 0, 0)));
  }

  @Test
  void anUntrackedColumnHasItsLatestValueInEveryVersion() {
    assertThat(
        history(
            update(1, "A").phone("1"),
            update(5, "B").phone("2"),
            update(6, "B").phone("3"),
            update(9, "C").phone("4")),
        contains("CH1 A phone 4 [1,5)", "CH1 B phone 4 [5,9)", "CH1 C phone 4 [9,)"));
    assertThat(counts().noopUpdates(), is(1L));
  }

  @Test
  void anUntrackedColumnThatBecomesNullIsNullInEveryVersion() {
    assertThat(
        history(update(1, "A").phone("1"), update(5, "B").phone(null)),
        contains("CH1 A [1,5)", "CH1 B [5,)"));
  }

  @Test
  void anUntrackedChangeAtAnEqualSequenceOpensNoVersion() {
    assertThat(
        history(update(1, "A").phone("1"), update(1, "A").phone("2").batch(2L)),
        contains("CH1 A phone 2 [1,)"));
    assertThat(counts().sequenceConflicts(), is(1L));
  }

  @Test
  void aLateUpdateIsInsertedAndItsNeighboursAreCutAgain() {
    assertThat(
        history(update(1, "A"), update(9, "C"), update(5, "B").batch(2L)),
        contains("CH1 A [1,5)", "CH1 B [5,9)", "CH1 C [9,)"));
  }

  /** The example of docs/history.md, whose name is the phone here. */
  @Test
  void thePageOnHistoriesTellsTheTruth() {
    assertThat(
        history(
            update(1, "OPEN").phone("Alpha"),
            update(9, "CLOSED").phone("Alpha"),
            update(9, "CLOSED").phone("Alpha").batch(2L),
            update(12, "CLOSED").phone("Alpha Ltd").batch(3L),
            update(5, "HELD").phone("Alfa").batch(4L),
            update(7, "HELD").phone("Alfa").batch(5L),
            delete(15),
            update(20, "CLOSED").phone("Alpha Ltd").batch(7L)),
        contains(
            "CH1 OPEN phone Alpha Ltd [1,5)",
            "CH1 HELD phone Alpha Ltd [5,9)",
            "CH1 CLOSED phone Alpha Ltd [9,15) deleted",
            "CH1 CLOSED phone Alpha Ltd [20,)"));
  }

  @Test
  void aLateUpdateBeforeTheFirstMovesTheStart() {
    assertThat(
        history(update(5, "B"), update(1, "A").batch(2L)), contains("CH1 A [1,5)", "CH1 B [5,)"));
  }

  @Test
  void aLateUpdateEqualToTheVersionBeforeItIsAbsorbed() {
    assertThat(
        history(update(1, "A"), update(9, "B"), update(5, "A").batch(2L)),
        contains("CH1 A [1,9)", "CH1 B [9,)"));
  }

  @Test
  void aLateUpdateEqualToTheVersionAfterItMovesItsStart() {
    assertThat(
        history(update(1, "A"), update(9, "B"), update(5, "B").batch(2L)),
        contains("CH1 A [1,5)", "CH1 B [5,)"));
  }

  @Test
  void aLateUpdateEqualToTheFirstVersionMovesItsStart() {
    assertThat(history(update(5, "A"), update(1, "A").batch(2L)), contains("CH1 A [1,)"));
  }

  @Test
  void aLateDeleteEndsTheVersionThatWasOpenThen() {
    assertThat(
        history(update(1, "A"), update(9, "A"), delete(5)),
        contains("CH1 A [1,5) deleted", "CH1 A [9,)"));
  }

  @Test
  void anUntrackedColumnThatIsNewFillsEveryVersion() {
    assertThat(
        history(update(1, "A"), update(5, "B"), update(7, "B").phone("1").batch(2L)),
        contains("CH1 A phone 1 [1,5)", "CH1 B phone 1 [5,)"));
  }

  @Test
  void aTrackedColumnThatIsNewOpensAVersionWhereItGotAValue() {
    assertThat(
        history(
            Scd2.of(Change.SCHEMA, Change.TYPE_1.tracking("status", "phone")),
            update(1, "A"),
            update(5, "B"),
            update(7, "B").phone("1").batch(2L),
            update(9, "B").phone("1").batch(2L)),
        contains("CH1 A [1,5)", "CH1 B [5,7)", "CH1 B phone 1 [7,)"));
    assertThat(counts().noopUpdates(), is(1L));
  }

  @Test
  void whereNothingIsTrackedAKeyHasOneVersionFromItsFirstUpdateToItsDelete() {
    Scd2 nothing = Scd2.of(Change.SCHEMA, Change.TYPE_1.tracking());

    assertThat(
        history(nothing, update(1, "A"), update(3, "B"), delete(5), update(7, "C"), update(9, "D")),
        contains("CH1 D [1,5) deleted", "CH1 D [7,)"));
    assertThat(counts().noopUpdates(), is(2L));
  }

  @Test
  void whatCameSinceABatchIsCountedApart() {
    Scd2 since = Scd2.of(Change.SCHEMA, Change.TYPE_2.countingFrom(3));

    history(
        since,
        update(1, "A"),
        update(2, "A").batch(2L),
        update(3, "A").batch(3L),
        update(4, "A").batch(null),
        update(5, "B"),
        update(5, "C").batch(2L),
        update(6, "B"),
        update(6, "C").batch(3L),
        delete(7),
        update(7, "C").batch(4L));
    assertThat(counts(), is(new ChangeCounts(10, 2, 4, 2, 2, 1, 0)));

    history(since, update(1, "A"), update(1, "B").batch(2L));
    assertThat(counts(), is(new ChangeCounts(2, 1, 0, 0, 1, 0, 0)));
  }

  @Test
  void ofTwoPayloadsOfOneInstantTheLaterBatchSurvives() {
    assertThat(
        history(update(1, "A"), update(5, "B").batch(2L), update(5, "C").batch(1L)),
        contains("CH1 A [1,5)", "CH1 B [5,)"));
    assertThat(counts().sequenceConflicts(), is(1L));
  }

  @Test
  void withinABatchTheFirstByValueSurvivesAndNullIsLast() {
    assertThat(history(update(5, "C"), update(5, "B")), contains("CH1 B [5,)"));
    assertThat(history(update(5, null), update(5, "B")), contains("CH1 B [5,)"));
    assertThat(counts().sequenceConflicts(), is(1L));
  }

  @Test
  void anUnknownBatchIsTheEarliest() {
    assertThat(history(update(5, "A").batch(null), update(5, "B")), contains("CH1 B [5,)"));
  }

  @Test
  void aRepeatIsNeitherAConflictNorANoop() {
    assertThat(
        history(update(1, "A"), update(1, "A"), update(1, "A").batch(2L)), contains("CH1 A [1,)"));
    assertThat(counts(), is(new ChangeCounts(3, 1, 0, 0, 0, 0, 0)));
  }

  @Test
  void aSurvivorEqualToTheVersionBeforeItOpensNothing() {
    assertThat(
        history(update(1, "A"), update(5, "B"), update(5, "A").batch(2L)), contains("CH1 A [1,)"));
  }

  @Test
  void aDeleteClosesTheWindow() {
    assertThat(history(update(1, "A"), delete(5)), contains("CH1 A [1,5) deleted"));
  }

  @Test
  void aKeyThatReturnsOpensANewVersionAfterAGapEvenWithTheSameValues() {
    assertThat(
        history(update(1, "A"), delete(5), update(9, "A")),
        contains("CH1 A [1,5) deleted", "CH1 A [9,)"));
    assertThat(counts().noopUpdates(), is(0L));
  }

  @Test
  void onlyTheVersionThatADeleteEndedIsDeleted() {
    assertThat(
        history(update(1, "A"), update(3, "B"), delete(5), update(7, "C"), delete(9)),
        contains("CH1 A [1,3)", "CH1 B [3,5) deleted", "CH1 C [7,9) deleted"));
  }

  @Test
  void aDeleteWinsOverAnUpdateOfTheSameInstantWhateverTheBatch() {
    assertThat(
        history(update(1, "A"), update(5, "B").batch(9L), delete(5)),
        contains("CH1 A [1,5) deleted"));
    assertThat(counts().sequenceConflicts(), is(0L));
    assertThat(history(update(1, "A"), delete(1)), empty());
  }

  @Test
  void aDeleteMayComeBeforeAnyUpdateAndTwiceInARow() {
    assertThat(
        history(delete(1), update(3, "A"), delete(5), delete(7), update(9, "B")),
        contains("CH1 A [3,5) deleted", "CH1 B [9,)"));
    assertThat(history(delete(1)), empty());
  }

  @Test
  void aLateUpdateBeforeADeleteIsClosedByIt() {
    assertThat(history(delete(5), update(3, "A").batch(2L)), contains("CH1 A [3,5) deleted"));
  }

  @Test
  void theAttributesOfADeleteAreNotRead() {
    Change delete = new Change("CH1", 5, "Z", "9", true, 1L);

    assertThat(history(update(1, "A").phone("1"), delete), contains("CH1 A phone 1 [1,5) deleted"));
  }

  @Test
  void aNullDeleteFlagIsNoDelete() {
    assertThat(
        history(
            new Change("CH1", 5, "A", null, null, 1L), new Change("CH1", 5, "B", null, false, 2L)),
        contains("CH1 B [5,)"));
  }

  @Test
  void aNullSequenceIsRejectedOnceAndLeavesTheOthersAlone() {
    Change nowhen = update(null, "X").phone("9");

    assertThat(
        history(nowhen, update(1, "A"), nowhen, update(null, "Y").of("CH2")),
        contains("CH1 A [1,)"));
    assertThat(rejected, containsInAnyOrder(nowhen.toRow(), update(null, "Y").of("CH2").toRow()));
    assertThat(counts(), is(new ChangeCounts(4, 1, 0, 0, 0, 0, 2)));
  }

  @Test
  void keysDoNotTouchEachOther() {
    assertThat(
        history(update(1, "A"), delete(2).of("CH2"), update(1, "B").of("CH2"), update(3, "C")),
        containsInAnyOrder("CH1 A [1,3)", "CH1 C [3,)", "CH2 B [1,2) deleted"));
  }

  @Test
  void nothingHasNoHistory() {
    assertThat(history(), empty());
    assertThat(
        SCD2.schema().getFieldNames(),
        contains(
            "coverholder_id",
            "phone",
            "status",
            "valid_from",
            "valid_to",
            "is_current",
            "is_deleted"));
  }

  @Test
  void columnsThatDoNotFitAreRefusedByName() {
    assertThat(
        refusal(ChangeColumns.keyedBy("coverholder_id")), containsString("have no sequence"));
    assertThat(
        refusal(ChangeColumns.keyedBy("id").sequencedBy("modified_date")),
        containsString("no column id among"));
    assertThat(
        refusal(ChangeColumns.keyedBy("coverholder_id").sequencedBy("status")),
        is("the sequence column status is STRING and must be TIMESTAMP"));
    assertThat(
        refusal(Change.TYPE_1),
        is(
            "a type 2 history of [coverholder_id] does not say which columns it tracks: name them in"
                + " tracking(...)"));
    assertThat(
        refusal(Change.TYPE_1.tracking("status", "status")),
        containsString("column status is named twice"));
    assertThat(
        refusal(Change.TYPE_1.tracking("is_deleted")),
        containsString("column is_deleted is named twice"));
    assertThat(refusal(ChangeColumns.keyedBy()), containsString("need a key"));
    assertThat(
        refusal(Change.TYPE_2.batchedBy("phone")),
        is("the batch column phone is STRING and must be INT64"));
    assertThat(
        refusal(Change.TYPE_2.deletedWhen("phone")),
        is("the delete flag column phone is STRING and must be BOOLEAN"));
    assertThat(
        refusal(
            ChangeColumns.keyedBy("coverholder_id", "coverholder_id")
                .sequencedBy("modified_date")
                .tracking("status")),
        containsString("column coverholder_id is named twice"));
    Schema withValidTo =
        Schema.builder()
            .addFields(Change.SCHEMA.getFields())
            .addField("valid_to", FieldType.INT32)
            .build();
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> Scd2.of(withValidTo, Change.TYPE_2))
            .getMessage(),
        containsString("column valid_to of the changes has the name of a result column"));
  }

  private static String refusal(ChangeColumns columns) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> Scd2.of(Change.SCHEMA, columns))
            .getMessage());
  }

  private List<String> history(Change... changes) {
    return history(SCD2, changes);
  }

  private List<String> history(Scd2 scd2, Change... changes) {
    BlockBuilder rows = new BlockBuilder();
    counts =
        scd2.apply(
            Change.pack(List.of(changes)),
            version -> version.appendTo(rows),
            change -> rejected.add(change.toRow()));
    return RowBlocks.of(List.of(rows.take())).toRows(RowLayout.of(scd2.schema())).stream()
        .map(Change::version)
        .toList();
  }

  private ChangeCounts counts() {
    if (counts == null) {
      throw new AssertionError("ask for a history first");
    }
    return counts;
  }
}
