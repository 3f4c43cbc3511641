// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.islands;

import static dev.tidemark.testing.MetricMatchers.hasCounter;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.testing.PAssertRows;
import dev.tidemark.testing.PipelineExtension;
import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.Columns;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupIntoIslandsTest {
  private static final Schema SENT =
      Schema.builder()
          .addNullableField("bordereau_month", Columns.DATE)
          .addNullableField("coverholder_id", FieldType.STRING)
          .addNullableField("certificate_ref", FieldType.STRING)
          .build();
  private static final Schema RUNS =
      Schema.builder()
          .addNullableField("coverholder_id", FieldType.STRING)
          .addField("island_no", FieldType.INT32)
          .addField("run_start", Columns.DATE)
          .addField("run_end", Columns.DATE)
          .addField("months_in_run", FieldType.INT32)
          .build();
  private static final GroupIntoIslands BY_COVERHOLDER =
      GroupIntoIslands.perKey("coverholder_id").of("bordereau_month");

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  @Test
  void theWorkedExampleHasOneRunForCh001AndTwoForCh002() {
    PAssertRows.that(
            runs(
                """
                coverholder_id | certificate_ref | bordereau_month
                CH001          | CERT-1001       | 2024-01-01
                CH001          | CERT-1001       | 2024-01-01
                CH001          | CERT-1002       | 2024-01-01
                CH001          | CERT-1003       | 2024-02-01
                CH001          | CERT-1001       | 2024-02-01
                CH002          | CERT-2001       | 2024-01-01
                CH002          | CERT-2002       | 2024-03-01
                """))
        .match(
            hasRows(
                RUNS,
                """
                coverholder_id | island_no | run_start  | run_end    | months_in_run
                CH001          | 1         | 2024-01-01 | 2024-02-01 | 2
                CH002          | 1         | 2024-01-01 | 2024-01-01 | 1
                CH002          | 2         | 2024-03-01 | 2024-03-01 | 1
                """));
    pipeline.run();
  }

  @Test
  void monthsOfDifferentLengthAndYearsAreNeighboursWhateverTheDay() {
    PAssertRows.that(
            runs(
                """
                coverholder_id | bordereau_month
                CH001          | 2024-03-31
                CH001          | 2024-02-29
                CH001          | 2023-12-31
                CH001          | 2024-01-15
                """))
        .match(
            hasRows(
                RUNS,
                """
                coverholder_id | island_no | run_start  | run_end    | months_in_run
                CH001          | 1         | 2023-12-01 | 2024-03-01 | 4
                """));
    pipeline.run();
  }

  @Test
  void aNullKeyIsOneKeyAndARowWithoutAMonthIsCountedOnly() {
    PAssertRows.that(
            runs(
                """
                coverholder_id | bordereau_month
                null           | 2024-01-01
                null           | 2024-02-01
                CH001          | null
                CH002          | 2024-01-01
                CH002          | null
                """))
        .match(
            hasRows(
                RUNS,
                """
                coverholder_id | island_no | run_start  | run_end    | months_in_run
                null           | 1         | 2024-01-01 | 2024-02-01 | 2
                CH002          | 1         | 2024-01-01 | 2024-01-01 | 1
                """));
    assertThat(
        pipeline.run(), hasCounter(GroupIntoIslands.class, GroupIntoIslands.ROWS_WITHOUT_MONTH, 2));
  }

  @Test
  void noRowsStillHaveTheSchema() {
    PAssertRows.that(runs("coverholder_id | bordereau_month")).hasSchema(RUNS).isEmpty();
    pipeline.run();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyArrivalOrderGivesTheSameRuns(long seed) {
    // 50 coverholders, each January to May and July, every row three times
    List<Row> rows = new ArrayList<>();
    StringBuilder expected =
        new StringBuilder("coverholder_id | island_no | run_start | run_end | months_in_run\n");
    for (int key = 0; key < 50; key++) {
      for (int month : new int[] {1, 2, 3, 4, 5, 7}) {
        Row row =
            Rows.table(
                    SENT,
                    "coverholder_id | bordereau_month\nCH%02d | 2024-%02d-01".formatted(key, month))
                .get(0);
        rows.addAll(Collections.nCopies(3, row));
      }
      expected.append("CH%02d | 1 | 2024-01-01 | 2024-05-01 | 5\n".formatted(key));
      expected.append("CH%02d | 2 | 2024-07-01 | 2024-07-01 | 1\n".formatted(key));
    }
    Collections.shuffle(rows, new Random(seed));
    PAssertRows.that(pipeline.apply(Rows.create(SENT, rows)).apply(BY_COVERHOLDER))
        .match(hasRows(RUNS, expected.toString()));
    pipeline.run();
  }

  @Test
  void aWrongConfigurationFailsWhileTheGraphIsBuilt() {
    Pipeline graph = Pipeline.create();
    PCollection<Row> rows = graph.apply(Rows.create(SENT, List.of()));
    assertThat(
        rejected(() -> rows.apply("a", GroupIntoIslands.perKey("coverholder_id"))),
        is("GroupIntoIslands needs a month: add of(column)."));
    assertThat(
        rejected(() -> rows.apply("b", BY_COVERHOLDER.of("certificate_ref"))),
        is(
            "GroupIntoIslands runs over months, but column certificate_ref is STRING; make it a"
                + " DATE first."));
    assertThat(
        rejected(() -> rows.apply("c", GroupIntoIslands.perKey("umr").of("bordereau_month"))),
        containsString("no column umr"));
    assertThat(
        rejected(
            () ->
                rows.apply("d", GroupIntoIslands.perKey("bordereau_month").of("bordereau_month"))),
        containsString("named twice"));
    assertThat(
        rejected(() -> GroupIntoIslands.perKey()),
        is("GroupIntoIslands.perKey needs at least one column."));
  }

  private PCollection<Row> runs(String table) {
    return pipeline.apply(Rows.create(SENT, table)).apply(BY_COVERHOLDER);
  }

  private static String rejected(Executable configuration) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, configuration).getMessage());
  }
}
