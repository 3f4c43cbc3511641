// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * A change of a coverholder, with days of January 2024 for its times. Status is tracked, phone is
 * not.
 */
record Change(
    String id,
    @Nullable Integer day,
    @Nullable String status,
    @Nullable String phone,
    @Nullable Boolean deleted,
    @Nullable Long batch) {

  static final Schema SCHEMA =
      Schema.builder()
          .addNullableField("_batch_id", FieldType.INT64)
          .addNullableField("phone", FieldType.STRING)
          .addField("coverholder_id", FieldType.STRING)
          .addNullableField("status", FieldType.STRING)
          .addNullableField("modified_date", Columns.TIMESTAMP)
          .addNullableField("is_deleted", FieldType.BOOLEAN)
          .build();

  static final ChangeColumns TYPE_1 =
      ChangeColumns.keyedBy("coverholder_id")
          .sequencedBy("modified_date")
          .deletedWhen("is_deleted")
          .batchedBy("_batch_id");

  static final ChangeColumns TYPE_2 = TYPE_1.tracking("status");

  static Change update(@Nullable Integer day, @Nullable String status) {
    return new Change("CH1", day, status, null, false, 1L);
  }

  static Change delete(int day) {
    return new Change("CH1", day, null, null, true, 1L);
  }

  Change of(String coverholder) {
    return new Change(coverholder, day, status, phone, deleted, batch);
  }

  Change phone(@Nullable String number) {
    return new Change(id, day, status, number, deleted, batch);
  }

  Change batch(@Nullable Long number) {
    return new Change(id, day, status, phone, deleted, number);
  }

  boolean isDelete() {
    return Boolean.TRUE.equals(deleted);
  }

  Row toRow() {
    return Row.withSchema(SCHEMA)
        .addValues(
            Arrays.asList(batch, phone, id, status, day == null ? null : instant(day), deleted))
        .build();
  }

  static Instant instant(int day) {
    return Instant.parse("2023-12-31T00:00:00Z").plus(Duration.ofDays(day));
  }

  static RowBlocks pack(List<Change> changes) {
    return RowBlocks.of(SCHEMA, changes.stream().map(Change::toRow).toList());
  }

  /** Packs changes into blocks of so many rows. */
  static RowBlocks pack(List<Change> changes, int rowsPerBlock) {
    List<byte[]> blocks = new ArrayList<>();
    for (int from = 0; from < changes.size(); from += rowsPerBlock) {
      int to = Math.min(changes.size(), from + rowsPerBlock);
      blocks.addAll(pack(changes.subList(from, to)).blocks());
    }
    return RowBlocks.of(blocks);
  }

  /** A version as {@code CH1 A [1,5)}, with the phone where there is one. */
  static String version(
      String id,
      @Nullable String status,
      @Nullable String phone,
      int from,
      @Nullable Integer to,
      boolean deleted) {
    return id
        + " "
        + status
        + (phone == null ? "" : " phone " + phone)
        + " ["
        + from
        + ","
        + (to == null ? "" : to)
        + ")"
        + (deleted ? " deleted" : "");
  }

  /** A row of a type 2 history in the same words; its flags must agree with its window. */
  static String version(Row row) {
    Instant to = row.getLogicalTypeValue("valid_to", Instant.class);
    if (Boolean.TRUE.equals(row.getBoolean("is_current")) != (to == null)) {
      throw new AssertionError("is_current does not agree with valid_to: " + row);
    }
    return version(
        row.getString("coverholder_id"),
        row.getString("status"),
        row.getString("phone"),
        day(row.getLogicalTypeValue("valid_from", Instant.class)),
        to == null ? null : day(to),
        Boolean.TRUE.equals(row.getBoolean("is_deleted")));
  }

  static int day(Instant instant) {
    return (int) Duration.between(instant(0), instant).toDays();
  }
}
