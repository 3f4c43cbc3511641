// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In what order rows lie that were written together, and what that is good for. */
class ClusteredRowsTest {

  private static final Schema SCHEMA =
      Schema.builder()
          .addStringField("key")
          .addNullableField("certificate", FieldType.STRING)
          .addNullableField("month", Columns.DATE)
          .build();

  private static final TableSpec TABLE =
      TableSpec.at("gold/clustered")
          .schema(SCHEMA)
          .key("key")
          .locatedBy("certificate")
          .clusteredBy("month")
          .build();

  @TempDir private Path lake = Path.of("");

  @Test
  void rowsLieByDateThoseOfOneDateAsTheyCameAndThoseOfNoneLast() {
    TableChange change =
        merge(nothing(), Long.MAX_VALUE)
            .upsert(
                blocks(
                    row("e", null, null),
                    row("d", null, "2024-03-01"),
                    row("b", null, "1969-12-01"),
                    row("c", null, "2024-03-01"),
                    row("a", null, "2024-02-01")),
                RowBlocks.empty());

    assertThat(keys(nothing().with(List.of(change))), contains("b", "a", "d", "c", "e"));
  }

  /** More rows than are held at once are put in order so many at a time. */
  @Test
  void noRowIsLostWhereTheOrderBeginsAnew() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      rows.add(row("k" + i, null, "2024-0" + (1 + i % 9) + "-01"));
    }

    TableChange change =
        merge(nothing(), 1000).upsert(blocks(rows.toArray(new Row[0])), RowBlocks.empty());

    assertThat(change.inserted(), is(500L));
    assertThat(keys(nothing().with(List.of(change))).stream().distinct().count(), is(500L));
  }

  /** A key that is a hash tells nothing; the certificate that it was made of does. */
  @Test
  void aKeyIsNotLookedForWhereItsCertificateCannotBe() {
    TableChange first =
        merge(nothing(), Long.MAX_VALUE)
            .upsert(
                blocks(row("9f", "C1", "2024-01-01"), row("03", "C2", "2024-01-01")),
                RowBlocks.empty());
    TableSnapshot stored = nothing().with(List.of(first));
    StoredBucket bucket =
        new StoredBucket(
            TABLE,
            new org.apache.hadoop.fs.Path(lake.toString(), TABLE.path()),
            stored.files(0),
            Long.MAX_VALUE);

    assertThat(bucket.groupsOf(range(row("50", "C3", null))).size(), is(0));
    assertThat(bucket.groupsOf(range(row("50", "C2", null))).size(), is(1));
  }

  private static KeyRange range(Row row) {
    KeyRange range = new KeyRange(TABLE.searchedKey());
    blocks(row).blocks().forEach(range::add);
    return range;
  }

  private BucketMerge merge(TableSnapshot snapshot, long memory) {
    return BucketMerge.of(
        TABLE, snapshot, 0, lake.toString(), UUID.randomUUID().toString(), memory, 1000);
  }

  private static TableSnapshot nothing() {
    return TableSnapshot.absent(TABLE);
  }

  private List<String> keys(TableSnapshot snapshot) {
    List<String> keys = new ArrayList<>();
    TableRows.of(TABLE, snapshot, lake.toString()).forEach(row -> keys.add(row.getString(0)));
    return keys;
  }

  private static RowBlocks blocks(Row... rows) {
    return RowBlocks.of(SCHEMA, List.of(rows));
  }

  private static Row row(String key, @Nullable String certificate, @Nullable String month) {
    return Row.withSchema(SCHEMA)
        .addValues(key, certificate, month == null ? null : LocalDate.parse(month))
        .build();
  }
}
