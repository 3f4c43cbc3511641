// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import static dev.tidemark.transforms.history.Change.delete;
import static dev.tidemark.transforms.history.Change.update;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
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
    assertThat(present(update(1, "A"), delete(5)), contains("CH1 A at 5 deleted"));
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
    assertThat(
        SCD1.schema().getFieldNames(),
        contains("coverholder_id", "phone", "status", "modified_date", "is_deleted"));
  }

  @Test
  void trackingIsRefused() {
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> Scd1.of(Change.SCHEMA, Change.TYPE_2))
            .getMessage(),
        containsString("leave out tracking[status]"));
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
