// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import static dev.tidemark.transforms.history.Change.delete;
import static dev.tidemark.transforms.history.Change.update;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;

class Scd1Test {

  private static final Scd1 SCD1 = Scd1.of(Change.SCHEMA, Change.TYPE_1);

  @Test
  void theLatestImageStaysAndALateOneDoesNotReplaceIt() {
    assertThat(
        present(update(9, "B").phone("2"), update(5, "A").batch(7L)),
        contains("CH1 B phone 2 at 9"));
  }

  @Test
  void ofTwoImagesOfOneInstantTheLaterBatchStays() {
    assertThat(present(update(9, "B"), update(9, "A").batch(2L)), contains("CH1 A at 9"));
  }

  @Test
  void aDeletedKeyStaysAsItLastWas() {
    assertThat(
        present(update(1, "A").phone("1"), new Change("CH1", 5, "Z", "9", true, 2L)),
        contains("CH1 A phone 1 at 5 deleted"));
  }

  @Test
  void aLateImageOfADeletedKeySaysHowItLastWas() {
    assertThat(
        present(update(1, "A"), delete(5), update(3, "B").batch(3L)),
        contains("CH1 B at 5 deleted"));
  }

  @Test
  void aRowHasTheColumnsOfAChangeWithTheBatchAndFlagOfTheLatest() {
    Change unflagged = new Change("CH1", 5, "A", "1", null, 7L);
    BlockBuilder rows = new BlockBuilder();
    SCD1.apply(
        Change.pack(List.of(update(1, "B"), unflagged)), row -> row.appendTo(rows), change -> {});

    assertThat(
        RowBlocks.of(List.of(rows.take())).toRows(RowLayout.of(Change.SCHEMA)),
        contains(unflagged.toRow()));
  }

  @Test
  void aDeletedKeyThatWasNeverSeenStaysToo() {
    assertThat(present(delete(5), delete(4)), contains("CH1 null at 5 deleted"));
  }

  @Test
  void aKeyThatReturnsIsNotDeleted() {
    assertThat(present(update(1, "A"), delete(5), update(6, "B")), contains("CH1 B at 6"));
  }

  @Test
  void nothingHasNoPresent() {
    assertThat(present(), empty());
    assertThat(SCD1.schema(), is(Change.SCHEMA));
  }

  @Test
  void trackingIsRefused() {
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> Scd1.of(Change.SCHEMA, Change.TYPE_2))
            .getMessage(),
        containsString("leave out tracking[status]"));
  }

  @Test
  void columnsThatDoNotFitAreRefused() {
    assertThat(
        assertThrows(
                IllegalArgumentException.class,
                () -> Scd1.of(Change.SCHEMA, ChangeColumns.keyedBy("coverholder_id")))
            .getMessage(),
        containsString("have no sequence"));
  }

  @Test
  void whatCameAndWhatStaysIsCounted() {
    BlockBuilder rows = new BlockBuilder();
    ChangeCounts counts =
        SCD1.apply(
            Change.pack(
                List.of(
                    update(1, "A"),
                    update(2, "B"),
                    update(2, "C"),
                    update(null, "D"),
                    update(1, "A").of("CH2"))),
            row -> row.appendTo(rows),
            change -> {});

    assertThat(counts.changes(), is(5L));
    assertThat(counts.rows(), is(2L));
    assertThat(counts.sequenceConflicts(), is(1L));
  }

  private static List<String> present(Change... changes) {
    BlockBuilder rows = new BlockBuilder();
    SCD1.apply(Change.pack(List.of(changes)), row -> row.appendTo(rows), change -> {});
    return RowBlocks.of(List.of(rows.take())).toRows(RowLayout.of(SCD1.schema())).stream()
        .map(Scd1Test::words)
        .toList();
  }

  private static String words(Row row) {
    String phone = row.getString("phone");
    return row.getString("coverholder_id")
        + " "
        + row.getString("status")
        + (phone == null ? "" : " phone " + phone)
        + " at "
        + Change.day(
            Objects.requireNonNull(row.getLogicalTypeValue("modified_date", Instant.class)))
        + (Boolean.TRUE.equals(row.getBoolean("is_deleted")) ? " deleted" : "");
  }
}
