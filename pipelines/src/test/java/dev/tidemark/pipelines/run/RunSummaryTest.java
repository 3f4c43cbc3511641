// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.control.LoadCounts;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.run.RunSummary.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunSummaryTest {

  private static final TableSummary TABLE =
      new TableSummary("Broker", LoadStatus.LOADED, null, "x", LoadCounts.NONE, 1, 2, null);

  @Test
  void whatIsWrittenDownIsReadAgain() {
    RunSummary full =
        new RunSummary(
            RunSummary.SCHEMA_VERSION,
            "nightly",
            "night",
            7,
            "2024-06-03T02:00:00Z",
            "2024-06-03",
            Outcome.PARTIAL,
            6L,
            List.of(TABLE),
            List.of(new LakeChange("gold/dim_broker", 3, 1, 0, 0)),
            List.of("built anew"),
            List.of(new HistorySummary("gold/dim_broker_history", 1, 2, 3, 4, 5)),
            new MartsSummary(1, 2, 3),
            List.of(new Check("rows", "1", "2", false)),
            new LakeBuckets(8, 1_000L, 4, "outgrown"),
            "a message");

    assertThat(RunSummary.fromJson(full.toJson()), is(full));
  }

  @Test
  void whatWasLeftOutIsReadAsNothing() {
    RunSummary failed = RunSummary.failed(null, List.of(TABLE), List.of(), "went wrong");

    assertThat(RunSummary.fromJson(failed.toJson()), is(failed));
  }

  @Test
  void whatALaterVersionAddsIsPassedOver() {
    RunSummary failed = RunSummary.failed(null, List.of(), List.of(), "went wrong");

    assertThat(
        RunSummary.fromJson(failed.toJson().replaceFirst("[{]", "{\"colour\":\"red\",")),
        is(failed));
  }
}
