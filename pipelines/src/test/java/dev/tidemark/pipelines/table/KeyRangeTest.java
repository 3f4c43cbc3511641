// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import java.time.Instant;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which files a merge may leave alone by their statistics, also by those that others wrote: Delta
 * on Spark cuts texts to 32 characters and times to milliseconds.
 */
class KeyRangeTest {

  // alike in their first 32 characters, which is all that Spark keeps of them
  private static final String LONG_NAME = "AGREEMENT-WITH-A-VERY-LONG-NAME-OF-2024-001";
  private static final Instant MICROS = Instant.parse("2024-06-05T17:40:00.999999Z");

  private static final Schema SCHEMA =
      Schema.builder()
          .addNullableField("agreement", FieldType.STRING)
          .addNullableField("seen_at", Columns.TIMESTAMP)
          .addNullableField("id", FieldType.INT64)
          .build();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"numRecords":3}                                                           | true
          {"numRecords":3,"minValues":{},"maxValues":{},"nullCount":{"id":3}}        | true
          {"minValues":{"id":1},"maxValues":{"id":7}}                                | true
          {"minValues":{"id":7},"maxValues":{"id":7}}                                | true
          {"minValues":{"id":8},"maxValues":{"id":9}}                                | false
          {"minValues":{"id":1},"maxValues":{"id":6}}                                | false
          {"minValues":{"id":8}}                                                     | true
          {"minValues":{"id":"8"},"maxValues":{"id":"9"}}                            | true
          {"minValues":{"id":8.5},"maxValues":{"id":9.5}}                            | true
          {"minValues":{"id":-9223372036854775808},"maxValues":{"id":9223372036854775807}} | true
          """)
  void aFileIsLeftAloneWhenItsWholeNumbersCannotMeetTheKeys(String stats, boolean mayMeet) {
    TableSpec spec = keyedBy("id");

    assertThat(range(spec, LONG_NAME, 7L).mayMeet(file(stats)), is(mayMeet));
  }

  @Test
  void aFileWithoutStatisticsIsRead() {
    assertThat(range(keyedBy("id"), LONG_NAME, 7L).mayMeet(file(null)), is(true));
  }

  @Test
  void aNullAmongTheKeysMeetsAnyFile() {
    assertThat(
        range(keyedBy("id"), LONG_NAME, null)
            .mayMeet(file("{\"minValues\":{\"id\":8},\"maxValues\":{\"id\":9}}")),
        is(true));
  }

  /** What is cut is no bound: such a file must be read. */
  @Test
  void cutTextsAndTimesRuleNoFileOut() {
    String cut = LONG_NAME.substring(0, 32);
    DataFile file =
        file(
            "{\"minValues\":{\"agreement\":\""
                + cut
                + "\",\"seen_at\":\"2024-06-05T17:40:00.999Z\"},\"maxValues\":{\"agreement\":\""
                + cut
                + "\",\"seen_at\":\"2024-06-05T17:40:00.999Z\"}}");

    assertThat(range(keyedBy("agreement", "seen_at"), LONG_NAME, 7L).mayMeet(file), is(true));
    assertThat(range(keyedBy("seen_at"), LONG_NAME, 7L).mayMeet(file), is(true));
  }

  @Test
  void beyondTextsAndTimesTheFirstWholeNumberOfTheKeyDecides() {
    DataFile file = file("{\"minValues\":{\"id\":8},\"maxValues\":{\"id\":9}}");

    assertThat(
        range(keyedBy("agreement", "seen_at", "id"), LONG_NAME, 7L).mayMeet(file), is(false));
  }

  private static TableSpec keyedBy(String... key) {
    return TableSpec.at("silver/agreement").schema(SCHEMA).key(key).build();
  }

  private static KeyRange range(TableSpec spec, String agreement, @Nullable Long id) {
    Row row = Row.withSchema(SCHEMA).addValues(agreement, MICROS, id).build();
    KeyRange range = new KeyRange(spec.rowKey());
    RowBlocks.of(SCHEMA, List.of(row)).blocks().forEach(range::add);
    return range;
  }

  private static DataFile file(@Nullable String stats) {
    return new DataFile("_bucket=0/part-00000-c000.snappy.parquet", 0, 1, 3, 0, stats);
  }
}
