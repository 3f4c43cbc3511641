// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.testing.Samples.EVERY_TYPE;
import static dev.tidemark.testing.Samples.LEDGER;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PAssertRowsTest {

  private static final String TABLE = "account | month | amount\n1 | a | 5.00\n2 | a | 6.00";

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  @Test
  void matchingRowsPass() {
    PCollection<Row> rows = pipeline.apply(Rows.create(LEDGER, TABLE));

    PAssertRows.that(rows)
        .hasSchema(LEDGER)
        .match(hasRows(LEDGER, TABLE))
        .match(hasRows(LEDGER, TABLE).byKey("account"));
    pipeline.run();
  }

  @Test
  void everyTypePassesThroughThePipeline() {
    String table =
        """
        flag | small | large | ratio | text | raw    | money | any_decimal | day        | at
        true | 1     | 2     | 0.5   | x    | 0x0aff | 5.00  | 1.500       | 2026-01-31 | 2026-01-31T10:15:00.123456Z
        null | null  | null  | null  | null | null   | null  | null        | null       | null
        """;

    PAssertRows.that(pipeline.apply(Rows.create(EVERY_TYPE, table)))
        .match(hasRows(EVERY_TYPE, table));
    pipeline.run();
  }

  @Test
  void aMismatchFailsTheRunWithReasonAndDiff() {
    PCollection<Row> rows = pipeline.apply(Rows.create(LEDGER, TABLE));
    PAssertRows.that("what the ledger holds", rows)
        .match(
            hasRows(LEDGER, "account | month | amount\n1 | a | 5.00\n2 | a | 6.01")
                .byKey("account"));

    AssertionError error = assertThrows(AssertionError.class, pipeline::run);

    assertThat(error.getMessage(), containsString("what the ledger holds"));
    assertThat(error.getMessage(), containsString("changed | 2       | 6.01 -> 6.00"));
  }

  @Test
  void noRowsPassAsEmpty() {
    PAssertRows.that(pipeline.apply(Rows.create(LEDGER, List.of()))).isEmpty();
    pipeline.run();
  }

  @Test
  void rowsWhereNoneAreExpectedFail() {
    PAssertRows.that(pipeline.apply(Rows.create(LEDGER, TABLE))).isEmpty();

    AssertionError error = assertThrows(AssertionError.class, pipeline::run);

    assertThat(error.getMessage(), containsString("2 extra, 0 as expected"));
  }

  @Test
  void anotherSchemaFailsWhileTheGraphIsBuiltEvenWithoutRows() {
    Schema other = Schema.builder().addInt32Field("account").build();
    PCollection<Row> rows = pipeline.apply(Rows.create(other, List.of()));

    AssertionError error =
        assertThrows(
            AssertionError.class,
            () -> PAssertRows.that(rows).match(hasRows(LEDGER, "account | month")));

    assertThat(error.getMessage(), containsString("missing | month"));
    assertThrows(AssertionError.class, () -> PAssertRows.that(rows).hasSchema(LEDGER));
    pipeline.run();
  }

  @Test
  void aCollectionWithoutASchemaIsToldSo() {
    PCollection<Row> rows =
        pipeline.apply(Create.empty(RowCoder.of(LEDGER))).setCoder(new SchemalessRowCoder());

    AssertionError error =
        assertThrows(AssertionError.class, () -> PAssertRows.that(rows).isEmpty());

    assertThat(error.getMessage(), containsString("call setRowSchema"));
    pipeline.run();
  }
}
