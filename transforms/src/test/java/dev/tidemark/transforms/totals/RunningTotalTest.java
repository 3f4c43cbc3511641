// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

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

class RunningTotalTest {
  private static final Schema MONTHS =
      Schema.builder()
          .addNullableField("umr", FieldType.STRING)
          .addField("section_no", FieldType.STRING)
          .addNullableField("bordereau_month", Columns.DATE)
          .addNullableField("month_gwp_gbp", Columns.MONEY)
          .addNullableField("note", FieldType.STRING)
          .build();
  private static final Schema TOTALS =
      Schema.builder()
          .addFields(MONTHS.getFields())
          .addField("cumulative_gwp_gbp", Columns.MONEY_SUM)
          .build();
  private static final RunningTotal GPI =
      RunningTotal.perKey("umr", "section_no")
          .orderedBy("bordereau_month")
          .sum("month_gwp_gbp")
          .as("cumulative_gwp_gbp");

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  @Test
  void theWorkedExampleRunsUpTo4200And8000() {
    PAssertRows.that(
            totals(
                """
                umr        | section_no | bordereau_month | month_gwp_gbp
                B0999CH001 | S1         | 2024-02-01      | 2150.00
                B0999CH002 | S2         | 2024-01-01      | 5000.00
                B0999CH001 | S1         | 2024-01-01      | 2050.00
                B0999CH002 | S2         | 2024-03-01      | 3000.00
                """))
        .match(
            hasRows(
                TOTALS,
                """
                umr        | section_no | bordereau_month | month_gwp_gbp | cumulative_gwp_gbp
                B0999CH001 | S1         | 2024-01-01      | 2050.00       | 2050.00
                B0999CH001 | S1         | 2024-02-01      | 2150.00       | 4200.00
                B0999CH002 | S2         | 2024-01-01      | 5000.00       | 5000.00
                B0999CH002 | S2         | 2024-03-01      | 3000.00       | 8000.00
                """));
    pipeline.run();
  }

  @Test
  void aNullAmountCountsZeroAndANullMonthComesLast() {
    PAssertRows.that(
            totals(
                """
                umr | section_no | bordereau_month | month_gwp_gbp
                U   | S          | null            | 1.00
                U   | S          | 2024-01-01      | null
                U   | S          | 2024-02-01      | -5.00
                """))
        .match(
            hasRows(
                TOTALS,
                """
                umr | section_no | bordereau_month | month_gwp_gbp | cumulative_gwp_gbp
                U   | S          | 2024-01-01      | null          | 0.00
                U   | S          | 2024-02-01      | -5.00         | -5.00
                U   | S          | null            | 1.00          | -4.00
                """));
    pipeline.run();
  }

  @Test
  void aNullKeyIsOneKeyAndNotTheEmptyText() {
    PAssertRows.that(
            totals(
                """
                umr  | section_no | bordereau_month | month_gwp_gbp
                null | S          | 2024-01-01      | 1.00
                null | S          | 2024-02-01      | 2.00
                ""   | S          | 2024-03-01      | 4.00
                """))
        .match(
            hasRows(
                TOTALS,
                """
                umr  | section_no | bordereau_month | month_gwp_gbp | cumulative_gwp_gbp
                null | S          | 2024-01-01      | 1.00          | 1.00
                null | S          | 2024-02-01      | 2.00          | 3.00
                ""   | S          | 2024-03-01      | 4.00          | 4.00
                """));
    pipeline.run();
  }

  @Test
  void equalMonthsCountOneAfterAnotherInAnOrderThatTheRowsDecide() {
    PAssertRows.that(
            totals(
                """
                umr | section_no | bordereau_month | month_gwp_gbp | note
                U   | S          | 2024-01-01      | 1.00          | b
                U   | S          | 2024-01-01      | 1.00          | a
                U   | S          | 2024-01-01      | 1.00          | a
                """))
        .match(
            hasRows(
                TOTALS,
                """
                umr | section_no | bordereau_month | month_gwp_gbp | note | cumulative_gwp_gbp
                U   | S          | 2024-01-01      | 1.00          | a    | 1.00
                U   | S          | 2024-01-01      | 1.00          | a    | 2.00
                U   | S          | 2024-01-01      | 1.00          | b    | 3.00
                """));
    pipeline.run();
  }

  @Test
  void noRowsStillHaveTheSchema() {
    PAssertRows.that(totals("umr | section_no | bordereau_month | month_gwp_gbp"))
        .hasSchema(TOTALS)
        .isEmpty();
    pipeline.run();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyArrivalOrderGivesTheSameTotals(long seed) {
    // 40 keys of 25 months, two of them tied; each row 1.00, so the totals of a key are 1.00 to
    // 25.00
    List<Row> rows = new ArrayList<>();
    List<Row> expected = new ArrayList<>();
    for (int key = 0; key < 40; key++) {
      for (int i = 0; i < 25; i++) {
        String cells = "U%02d | S | 20%02d-01-01 | 1.00 | n%02d".formatted(key, Math.max(i, 1), i);
        String header = "umr | section_no | bordereau_month | month_gwp_gbp | note";
        rows.addAll(Rows.table(MONTHS, header + "\n" + cells));
        expected.addAll(
            Rows.table(
                TOTALS, header + " | cumulative_gwp_gbp\n" + cells + " | " + (i + 1) + ".00"));
      }
    }
    Collections.shuffle(rows, new Random(seed));
    PAssertRows.that(pipeline.apply(Rows.create(MONTHS, rows)).apply(GPI)).match(hasRows(expected));
    pipeline.run();
  }

  @Test
  void aTotalThatIsSummedAgainKeepsItsScaleAndWidth() {
    Schema wide =
        Schema.builder().addField("k", FieldType.STRING).addField("v", Columns.MONEY_SUM).build();
    Schema result =
        Schema.builder().addFields(wide.getFields()).addField("t", Columns.MONEY_SUM).build();
    PAssertRows.that(
            pipeline
                .apply(
                    Rows.create(
                        wide,
                        """
                        k | v
                        a | 99999999999999999999.99
                        a | 0.01
                        """))
                .apply(RunningTotal.perKey("k").orderedBy("v").sum("v").as("t")))
        .match(
            hasRows(
                result,
                """
                k | v                       | t
                a | 0.01                    | 0.01
                a | 99999999999999999999.99 | 100000000000000000000.00
                """));
    pipeline.run();
  }

  @Test
  void aWrongConfigurationFailsWhileTheGraphIsBuilt() {
    Pipeline graph = Pipeline.create();
    PCollection<Row> rows = graph.apply(Rows.create(MONTHS, List.of()));
    assertThat(
        rejected(() -> rows.apply("a", RunningTotal.perKey("umr"))),
        is(
            "RunningTotal needs an order, a column to sum and a name: add orderedBy(...), sum(...)"
                + " and as(...)."));
    assertThat(
        rejected(() -> rows.apply("b", GPI.sum("note"))),
        is("RunningTotal sums decimals, but column note is STRING; make it a DECIMAL first."));
    assertThat(
        rejected(() -> rows.apply("c", GPI.as("note"))),
        is("RunningTotal cannot add column note: the rows have it; choose another name."));
    assertThat(
        rejected(() -> rows.apply("d", GPI.orderedBy("mont"))), containsString("no column mont"));
    assertThat(
        rejected(() -> RunningTotal.perKey()),
        is("RunningTotal.perKey needs at least one column."));
    assertThat(
        rejected(() -> GPI.orderedBy()), is("RunningTotal.orderedBy needs at least one column."));
  }

  private PCollection<Row> totals(String table) {
    return pipeline.apply(Rows.create(MONTHS, table)).apply(GPI);
  }

  private static String rejected(Executable configuration) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, configuration).getMessage());
  }
}
