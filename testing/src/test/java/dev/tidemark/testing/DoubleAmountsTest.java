// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static dev.tidemark.testing.MetricMatchers.hasCounter;
import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.testing.Samples.LEDGER;
import static org.hamcrest.MatcherAssert.assertThat;

import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DoubleAmountsTest {

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  @Test
  void everyAmountIsDoubled() {
    PCollection<Row> rows =
        pipeline.apply(
            Rows.create(
                LEDGER,
                """
                account | month   | amount
                1       | 2026-01 | 600.00
                1       | 2026-02 | null
                """));

    PAssertRows.that(rows.apply(new DoubleAmounts()))
        .match(
            hasRows(
                    LEDGER,
                    """
                    account | month   | amount
                    1       | 2026-01 | 1200.00
                    1       | 2026-02 | null
                    """)
                .byKey("account", "month"));
    PipelineResult result = pipeline.run();

    assertThat(result, hasCounter(DoubleAmounts.class, DoubleAmounts.ROWS, 2));
  }
}
