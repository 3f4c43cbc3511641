// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.premium;

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
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DerivePremiumTest {
  private static final Schema SENT =
      Schema.builder()
          .addField("id", FieldType.STRING)
          .addNullableField("transaction_type", FieldType.STRING)
          .addNullableField("gross_premium", Columns.MONEY)
          .addNullableField("commission_pct", Columns.PERCENT)
          .addNullableField("tax_amount", Columns.MONEY)
          .addNullableField("fee_amount", Columns.MONEY)
          .addNullableField("rate_to_gbp", Columns.RATE)
          .build();
  private static final Schema DERIVED =
      Schema.builder()
          .addField("id", FieldType.STRING)
          .addNullableField("transaction_type", FieldType.STRING)
          .addNullableField("gross_premium", Columns.MONEY)
          .addNullableField("commission_pct", Columns.PERCENT)
          .addField("tax_amount", Columns.MONEY)
          .addField("fee_amount", Columns.MONEY)
          .addNullableField("rate_to_gbp", Columns.RATE)
          .addField("gross_premium_signed", Columns.MONEY)
          .addField("commission_amount", Columns.MONEY)
          .addField("net_premium", Columns.MONEY)
          .addNullableField("gross_premium_gbp", Columns.MONEY)
          .addNullableField("commission_gbp", Columns.MONEY)
          .addNullableField("net_premium_gbp", Columns.MONEY)
          .addField("london_premium_type", FieldType.STRING)
          .addField("dq_flags", FieldType.STRING)
          .build();

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  @Test
  void theCheckedFiguresOfTheSpecComeOutToThePenny() {
    // 1.01 × 1, 25.13 × 0.5 = 12.565, 0.13 × 0.853415 = 0.11094395; 0.50 × 0.853415 = 0.4267075
    PAssertRows.that(
            derived(
                """
                id | transaction_type | gross_premium | commission_pct | tax_amount | fee_amount | rate_to_gbp
                a  | NB               | 201.00        | 0.5            | 1.00       | 2.00       | 1
                b  | CANC             | 201.00        | 12.5           | 1.00       | -2.00      | 0.5
                c  | MTA              | -0.50         | 25             | 1.00       | -2.00      | 0.853415
                d  | REN              | 99.99         | 0              | null       | null       | 0.853415
                """))
        .match(
            hasRows(
                DERIVED,
                """
                id | transaction_type | gross_premium | commission_pct | tax_amount | fee_amount | rate_to_gbp | gross_premium_signed | commission_amount | net_premium | gross_premium_gbp | commission_gbp | net_premium_gbp | london_premium_type | dq_flags
                a  | NEW              | 201.00        | 0.5            | 1.00       | 2.00       | 1           | 201.00               | 1.01              | 199.99      | 201.00            | 1.01           | 199.99          | OP                  | ""
                b  | CANCELLATION     | 201.00        | 12.5           | -1.00      | -2.00      | 0.5         | -201.00              | -25.13            | -175.87     | -100.50           | -12.57         | -87.93          | RP                  | ""
                c  | MTA              | -0.50         | 25             | 1.00       | -2.00      | 0.853415    | -0.50                | -0.13             | -0.37       | -0.43             | -0.11          | -0.32           | RP                  | ""
                d  | RENEWAL          | 99.99         | 0              | 0.00       | 0.00       | 0.853415    | 99.99                | 0.00              | 99.99       | 85.33             | 0.00           | 85.33           | OP                  | ""
                """));
    pipeline.run();
  }

  @Test
  void whatIsMissingIsFlaggedAndNeverInvented() {
    PAssertRows.that(
            derived(
                """
                id | transaction_type | gross_premium | commission_pct | tax_amount | fee_amount | rate_to_gbp
                a  | NEW              | -10.00        | null           | null       | null       | null
                b  | PORTFOLIO        | -10.00        | 10             | 1.00       | -1.00      | 1
                c  | null             | 10.00         | 10             | null       | null       | 1
                d  | NIL              | null          | 10             | 1.00       | 1.00       | 1
                """))
        .match(
            hasRows(
                DERIVED,
                """
                id | transaction_type | gross_premium | commission_pct | tax_amount | fee_amount | rate_to_gbp | gross_premium_signed | commission_amount | net_premium | gross_premium_gbp | commission_gbp | net_premium_gbp | london_premium_type | dq_flags
                a  | NEW              | -10.00        | null           | 0.00       | 0.00       | null        | 10.00                | 0.00              | 10.00       | null              | null           | null            | OP                  | COMMISSION_MISSING,NEGATIVE_NEW,RATE_MISSING
                b  | PORTFOLIO        | -10.00        | 10             | 1.00       | -1.00      | 1           | -10.00               | -1.00             | -9.00       | -10.00            | -1.00          | -9.00           | RP                  | TYPE_UNKNOWN
                c  | null             | 10.00         | 10             | 0.00       | 0.00       | 1           | 10.00                | 1.00              | 9.00        | 10.00             | 1.00           | 9.00            | AP                  | TYPE_UNKNOWN
                d  | NIL              | null          | 10             | 0.00       | 0.00       | 1           | 0.00                 | 0.00              | 0.00        | 0.00              | 0.00           | 0.00            | AP                  | ""
                """));
    PipelineResult result = pipeline.run();
    assertThat(result, hasCounter(DerivePremium.class, DqFlag.TYPE_UNKNOWN.name(), 2));
    assertThat(result, hasCounter(DerivePremium.class, DqFlag.NEGATIVE_NEW.name(), 1));
    assertThat(result, hasCounter(DerivePremium.class, DqFlag.CURRENCY_MISSING.name(), 0));
  }

  @Test
  void flagsFoundEarlierAreKeptAndACurrencyThatIsMissingLacksNoRate() {
    Schema flagged =
        Schema.builder()
            .addFields(SENT.getFields())
            .addNullableField("dq_flags", FieldType.STRING)
            .build();
    PAssertRows.that(
            pipeline
                .apply(
                    Rows.create(
                        flagged,
                        """
                        id | transaction_type | gross_premium | rate_to_gbp | dq_flags
                        a  | NEW              | 1.00          | null        | UMR_FORMAT,CURRENCY_MISSING
                        b  | NEW              | 1.00          | null        | null
                        """))
                .apply(DerivePremium.create()))
        .match(
            hasRows(
                DERIVED,
                """
                id | transaction_type | gross_premium | tax_amount | fee_amount | gross_premium_signed | commission_amount | net_premium | london_premium_type | dq_flags
                a  | NEW              | 1.00          | 0.00       | 0.00       | 1.00                 | 0.00              | 1.00        | OP                  | COMMISSION_MISSING,CURRENCY_MISSING,UMR_FORMAT
                b  | NEW              | 1.00          | 0.00       | 0.00       | 1.00                 | 0.00              | 1.00        | OP                  | COMMISSION_MISSING,RATE_MISSING
                """));
    pipeline.run();
  }

  @Test
  void noRowsStillHaveTheSchema() {
    PAssertRows.that(pipeline.apply(Rows.create(SENT, List.of())).apply(DerivePremium.create()))
        .hasSchema(DERIVED)
        .isEmpty();
    pipeline.run();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void everyArrivalOrderGivesTheSameAmounts(long seed) {
    List<Row> rows = new ArrayList<>();
    List<Row> expected = new ArrayList<>();
    for (int i = 1; i <= 200; i++) {
      String header = "id | transaction_type | gross_premium | commission_pct | rate_to_gbp";
      String cells = "%d | %s | %d.00 | 10 | 1".formatted(i, i % 2 == 0 ? "RP" : "AP", i);
      rows.addAll(Rows.table(SENT, header + "\n" + cells));
      expected.addAll(
          Rows.table(
              DERIVED,
              header
                  + " | tax_amount | fee_amount | gross_premium_signed | commission_amount"
                  + " | net_premium | gross_premium_gbp | commission_gbp | net_premium_gbp"
                  + " | london_premium_type | dq_flags\n"
                  + cells.replace("RP", "RETURN_PREMIUM").replace("AP", "ADDITIONAL_PREMIUM")
                  + " | 0 | 0"
                  // a tenth of whole pounds has one decimal: 10 % of 7.00 is 0.70
                  + " | ±i.00 | ±q | ±r | ±i.00 | ±q | ±r | AP | \"\""
                      .replace("±q", "±" + i / 10 + "." + i % 10 + "0")
                      .replace("±r", "±" + i * 9 / 10 + "." + i * 9 % 10 + "0")
                      .replace("±i", "±" + i)
                      .replace("±", i % 2 == 0 ? "-" : "")
                      .replace("AP", i % 2 == 0 ? "RP" : "AP")));
    }
    Collections.shuffle(rows, new Random(seed));
    PAssertRows.that(pipeline.apply(Rows.create(SENT, rows)).apply(DerivePremium.create()))
        .match(hasRows(expected));
    pipeline.run();
  }

  @Test
  void aMissingPremiumFailsByName() {
    derived(
        """
        id | transaction_type | gross_premium
        a  | NEW              | null
        """);
    assertThat(
        String.valueOf(assertThrows(RuntimeException.class, pipeline::run).getMessage()),
        containsString(
            "gross_premium is null in a row of type NEW; quarantine such rows as NO_AMOUNT"));
  }

  @Test
  void aWrongConfigurationFailsWhileTheGraphIsBuilt() {
    Pipeline graph = Pipeline.create();
    PCollection<Row> complete = graph.apply("a", Rows.create(DERIVED, List.of()));
    assertThat(
        rejected(() -> complete.apply("b", DerivePremium.create())),
        is(
            "DerivePremium cannot add column gross_premium_signed: the rows have it; drop it"
                + " first."));
    Schema bare = Schema.builder().addField("transaction_type", FieldType.STRING).build();
    PCollection<Row> typesOnly = graph.apply("c", Rows.create(bare, List.of()));
    assertThat(
        rejected(() -> typesOnly.apply("d", DerivePremium.create())),
        is("DerivePremium needs column gross_premium; add it to the rows, null where unknown."));
    Schema coarse =
        Schema.builder()
            .addField("transaction_type", FieldType.STRING)
            .addField("gross_premium", Columns.RATE)
            .build();
    PCollection<Row> rates = graph.apply("e", Rows.create(coarse, List.of()));
    assertThat(
        rejected(() -> rates.apply("f", DerivePremium.create())),
        is(
            "DerivePremium needs column gross_premium as DECIMAL of scale 2, but it is DECIMAL of"
                + " scale 8; convert it first."));
  }

  private PCollection<Row> derived(String table) {
    return pipeline.apply(Rows.create(SENT, table)).apply(DerivePremium.create());
  }

  private static String rejected(Executable configuration) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, configuration).getMessage());
  }
}
