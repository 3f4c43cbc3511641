// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static dev.tidemark.testing.RowMatchers.hasRows;
import static dev.tidemark.testing.Samples.EVERY_TYPE;
import static dev.tidemark.testing.Samples.LEDGER;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.windowing.FixedWindows;
import org.apache.beam.sdk.transforms.windowing.Window;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.joda.time.Duration;
import org.junit.jupiter.api.Test;

class RunnerParityTest {

  private static final String TABLE = "account | month | amount\n1 | a | 5.00\n2 | a | 6.00";

  private static final RunnerParity PARITY =
      RunnerParity.of("--runner=DirectRunner")
          .and("--runner=DirectRunner", "--targetParallelism=1");

  @Test
  void theRowsOfEveryOutputAreGivenBack() {
    String everyType =
        """
        flag | small | large | ratio | text | raw    | money | any_decimal | day        | at
        true | 1     | 2     | 0.5   | x    | 0x0aff | 5.00  | 1.500       | 2026-01-31 | 2026-01-31T10:15:00.123456Z
        null | null  | null  | null  | null | null   | null  | null        | null       | null
        """;

    Map<String, List<Row>> rows =
        PARITY.assertSameRows(
            pipeline ->
                Map.of(
                    "ledger", pipeline.apply("Ledger", Rows.create(LEDGER, TABLE)),
                    "every type", pipeline.apply("Types", Rows.create(EVERY_TYPE, everyType)),
                    "nothing", pipeline.apply("Nothing", Rows.create(LEDGER, List.of())),
                    "windowed",
                        pipeline
                            .apply("More", Rows.create(LEDGER, TABLE))
                            .apply(Window.into(FixedWindows.of(Duration.standardDays(1))))));

    assertThat(rows.get("ledger"), hasRows(LEDGER, TABLE));
    assertThat(rows.get("every type"), hasRows(EVERY_TYPE, everyType));
    assertThat(rows.get("nothing"), is(List.of()));
    assertThat(rows.get("windowed"), hasRows(LEDGER, TABLE));
  }

  @Test
  void everyOutputThatDiffersIsNamedWithItsRunner() {
    RunnerParity.Body body =
        pipeline ->
            Map.of(
                "changed",
                ledger(pipeline, "Changed", "1 | a | 5.00", "1 | a | 5.01"),
                "less",
                ledger(pipeline, "Less", "1 | a | 5.00", ""),
                "same",
                ledger(pipeline, "Same", "1 | a | 5.00", "1 | a | 5.00"));

    assertThat(
        failure(PARITY.comparing("changed", rows -> rows.byKey("account")), body),
        is(
            """
            The runners differ; expected are the rows of DirectRunner.
            Output changed on DirectRunner --targetParallelism=1: 1 changed, 0 as expected; a changed cell reads expected -> actual
                    | account | amount
            changed | 1       | 5.00 -> 5.01
            Output less on DirectRunner --targetParallelism=1: 1 missing, 0 as expected
                    | account | month | amount | ratio | note
            missing | 1       | a     | 5.00   | null  | null"""));
  }

  @Test
  void anOutputIsComparedAsAsked() {
    PARITY
        .comparing("changed", rows -> rows.onColumns("account", "month"))
        .assertSameRows(
            pipeline ->
                Map.of("changed", ledger(pipeline, "Rows", "1 | a | 5.00", "1 | a | 5.01")));
    assertThat(
        assertThrows(
                IllegalStateException.class,
                () ->
                    PARITY
                        .comparing("totals", rows -> rows)
                        .assertSameRows(p -> Map.of("ledger", p.apply(Rows.create(LEDGER, TABLE)))))
            .getMessage(),
        is("The pipeline has no output [totals]; it has [ledger]."));
  }

  @Test
  void runnersThatAgreeOnNothingProveNothing() {
    assertThat(
        failure(PARITY, p -> Map.of("ledger", p.apply(Rows.create(LEDGER, List.of())))),
        is("No output has any row on DirectRunner, so its likeness proves nothing."));
  }

  @Test
  void aRunThatFailsNamesItsRunner() {
    assertThat(
        failure(
            RunnerParity.of("--runner=DirectRunner")
                .and("--runner=org.apache.beam.sdk.testing.CrashingRunner"),
            p -> Map.of("ledger", p.apply(Rows.create(LEDGER, TABLE)))),
        startsWith("The pipeline failed on org.apache.beam.sdk.testing.CrashingRunner: "));
    assertThat(
        failure(
            PARITY,
            p -> {
              PCollection<Row> rows = p.apply(Rows.create(LEDGER, TABLE));
              PAssert.that("no rows", rows).empty();
              return Map.of("ledger", rows);
            }),
        startsWith("The pipeline failed on DirectRunner: no rows"));
  }

  @Test
  void otherOutputsOnAnotherRunnerFail() {
    assertThat(
        failure(PARITY, p -> Map.of(isSecond(p) ? "b" : "a", p.apply(Rows.create(LEDGER, TABLE)))),
        is("The body gives other outputs on DirectRunner --targetParallelism=1: [b], not [a]."));
  }

  @Test
  void anOutputWithoutASchemaIsNamed() {
    assertThat(
        failure(
            PARITY,
            p ->
                Map.of(
                    "ledger",
                    p.apply(Create.empty(RowCoder.of(LEDGER))).setCoder(new SchemalessRowCoder()))),
        startsWith("output ledger: the collection has no schema; call setRowSchema"));
  }

  @Test
  void oneRunnerIsNotEnough() {
    assertThat(
        assertThrows(
                IllegalStateException.class,
                () -> RunnerParity.of("--runner=DirectRunner").assertSameRows(p -> Map.of()))
            .getMessage(),
        is("One runner agrees with itself: name another in and(...)."));
  }

  private static String failure(RunnerParity parity, RunnerParity.Body body) {
    return String.valueOf(
        assertThrows(AssertionError.class, () -> parity.assertSameRows(body)).getMessage());
  }

  /** Other rows on the second runner than on the first. */
  private static PCollection<Row> ledger(
      Pipeline pipeline, String name, String first, String second) {
    return pipeline.apply(
        name,
        Rows.create(LEDGER, "account | month | amount\n" + (isSecond(pipeline) ? second : first)));
  }

  private static boolean isSecond(Pipeline pipeline) {
    return pipeline.getOptions().as(DirectOptions.class).getTargetParallelism() == 1;
  }
}
