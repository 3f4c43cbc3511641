// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static dev.tidemark.testing.MetricMatchers.hasCounter;
import static dev.tidemark.testing.Samples.LEDGER;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.apache.beam.sdk.PipelineResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class MetricMatchersTest {

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  @Test
  void aCounterIsSummedOverTheStepsThatCount() {
    pipeline
        .apply(Rows.create(LEDGER, "account | month\n1 | a\n2 | a"))
        .apply("Once", new DoubleAmounts())
        .apply("Twice", new DoubleAmounts());
    PipelineResult result = pipeline.run();

    assertThat(result, hasCounter(DoubleAmounts.class, DoubleAmounts.ROWS, 4));
    assertThat(result, hasCounter(DoubleAmounts.class, "never counted", 0));
    assertThat(result, hasCounter(MetricMatchersTest.class, DoubleAmounts.ROWS, 0));
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () -> assertThat(result, hasCounter(DoubleAmounts.class, DoubleAmounts.ROWS, 5)));
    assertThat(
        error.getMessage(),
        is(
            """

            Expected: counter rows of DoubleAmounts at 5
                 but: it stands at 4; DoubleAmounts counted {rows=4}"""));
  }
}
