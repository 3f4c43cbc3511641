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

class MovingSumTest {
  private static final Schema PAYMENTS =
      Schema.builder()
          .addNullableField("claim_ref", FieldType.STRING)
          .addNullableField("coverholder_id", FieldType.STRING)
          .addNullableField("paid_gbp", Columns.MONEY)
          .addNullableField("payment_date", Columns.DATE)
          .build();
  private static final Schema SUMS =
      Schema.builder()
          .addNullableField("coverholder_id", FieldType.STRING)
          .addNullableField("payment_date", Columns.DATE)
          .addField("paid_day_gbp", Columns.MONEY_SUM)
          .addField("paid_last_90_days_gbp", Columns.MONEY_SUM)
          .build();
  private static final MovingSum PAID =
      MovingSum.ofDays(90)
          .perKey("coverholder_id")
          .datedBy("payment_date")
          .sum("paid_gbp")
          .as("paid_day_gbp", "paid_last_90_days_gbp");

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  /** 1 January is 89 days before 31 March 2023 and 90 before 1 April. */
  @Test
  void eachDayOfAKeyHasItsSumAndThatOfNinetyDaysUpToIt() {
    PAssertRows.that(
            sums(
                """
                claim_ref | coverholder_id | paid_gbp | payment_date
                c         | CH001          | 5.00     | 2023-03-31
                a         | CH001          | 10.00    | 2023-01-01
                d         | CH001          | 2.00     | 2023-04-01
                b         | CH001          | 0.50     | 2023-01-01
                e         | CH002          | 7.00     | 2023-03-31
                """))
        .match(
            hasRows(
                SUMS,
                """
                coverholder_id | payment_date | paid_day_gbp | paid_last_90_days_gbp
                CH001          | 2023-01-01   | 10.50        | 10.50
                CH001          | 2023-03-31   | 5.00         | 15.50
                CH001          | 2023-04-01   | 2.00         | 7.00
                CH002          | 2023-03-31   | 7.00         | 7.00
                """));
    pipeline.run();
  }

  @Test
  void nullAmountsCountZeroAndNullKeysAndDatesKeepTheirMoney() {
    PAssertRows.that(
            sums(
                """
                claim_ref | coverholder_id | paid_gbp | payment_date
                a         | CH001          | null     | 2023-01-01
                b         | CH001          | 3.00     | null
                c         | CH001          | 4.00     | null
                d         | null           | 5.00     | 2023-01-01
                e         | null           | 6.00     | 2023-01-02
                f         | ""             | 7.00     | 2023-01-02
                """))
        .match(
            hasRows(
                SUMS,
                """
                coverholder_id | payment_date | paid_day_gbp | paid_last_90_days_gbp
                CH001          | 2023-01-01   | 0.00         | 0.00
                CH001          | null         | 7.00         | 7.00
                null           | 2023-01-01   | 5.00         | 5.00
                null           | 2023-01-02   | 6.00         | 11.00
                ""             | 2023-01-02   | 7.00         | 7.00
                """));
    pipeline.run();
  }

  @Test
  void noRowsStillHaveTheSchema() {
    PAssertRows.that(sums("claim_ref | coverholder_id | paid_gbp | payment_date"))
        .hasSchema(SUMS)
        .isEmpty();
    pipeline.run();
  }

  /** 40 keys are paid 1.00 twice on each of the first 28 days of March. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyArrivalOrderGivesTheSameSums(long seed) {
    List<Row> rows = new ArrayList<>();
    List<Row> expected = new ArrayList<>();
    for (int key = 0; key < 40; key++) {
      for (int day = 1; day <= 28; day++) {
        String cells = "CH%03d | 2024-03-%02d".formatted(key, day);
        for (String claim : List.of("a", "b")) {
          rows.addAll(
              Rows.table(
                  PAYMENTS,
                  "coverholder_id | payment_date | paid_gbp | claim_ref\n"
                      + cells
                      + " | 1.00 | "
                      + claim));
        }
        expected.addAll(
            Rows.table(
                SUMS,
                "coverholder_id | payment_date | paid_day_gbp | paid_last_90_days_gbp\n"
                    + cells
                    + " | 2.00 | "
                    + 2 * Math.min(day, 7)
                    + ".00"));
      }
    }
    Collections.shuffle(rows, new Random(seed));
    PAssertRows.that(
            pipeline
                .apply(Rows.create(PAYMENTS, rows))
                .apply(
                    MovingSum.ofDays(7)
                        .into(3)
                        .perKey("coverholder_id")
                        .datedBy("payment_date")
                        .sum("paid_gbp")
                        .as("paid_day_gbp", "paid_last_90_days_gbp")))
        .match(hasRows(expected));
    pipeline.run();
  }

  @Test
  void aWrongConfigurationFailsWhileTheGraphIsBuilt() {
    Pipeline graph = Pipeline.create();
    PCollection<Row> rows = graph.apply(Rows.create(PAYMENTS, List.of()));
    assertThat(
        rejected(() -> MovingSum.ofDays(0)),
        is("MovingSum.ofDays(0) has no day to sum; a window has at least 1."));
    assertThat(rejected(() -> PAID.perKey()), is("MovingSum.perKey needs at least one column."));
    assertThat(rejected(() -> PAID.into(0)), containsString("must be at least 1, not 0"));
    assertThat(
        rejected(() -> rows.apply("a", MovingSum.ofDays(90).perKey("coverholder_id"))),
        is(
            "MovingSum needs a key, a date, a column to sum and two names: add perKey(...),"
                + " datedBy(...), sum(...) and as(...)."));
    assertThat(
        rejected(() -> rows.apply("b", PAID.sum("claim_ref"))),
        is("MovingSum sums decimals, but column claim_ref is STRING; make it a DECIMAL first."));
    assertThat(
        rejected(() -> rows.apply("c", PAID.datedBy("claim_ref"))),
        is("MovingSum runs over days, but column claim_ref is STRING; make it a DATE first."));
    assertThat(
        rejected(() -> rows.apply("d", PAID.perKey("coverholder_id", "payment_date"))),
        is("MovingSum cannot use column payment_date twice; name another."));
    assertThat(
        rejected(() -> rows.apply("e", PAID.as("day", "payment_date"))),
        is("MovingSum cannot use column payment_date twice; name another."));
    assertThat(
        rejected(() -> rows.apply("f", PAID.as("paid", "paid"))),
        is("MovingSum cannot use column paid twice; name another."));
    assertThat(
        rejected(() -> rows.apply("g", PAID.datedBy("paiment_date"))),
        containsString("no column paiment_date"));
  }

  private PCollection<Row> sums(String table) {
    return pipeline.apply(Rows.create(PAYMENTS, table)).apply(PAID);
  }

  private static String rejected(Executable configuration) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, configuration).getMessage());
  }
}
