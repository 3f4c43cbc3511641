// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.testing.PipelineExtension;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PackRowsTest {

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  @Test
  void everyRowComesBackAcrossAShuffle() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      rows.add(
          EveryType.row(
              "text", i % 3 == 0 ? null : "\ud83d\ude00".repeat(i % 5),
              "small", i,
              "raw", new byte[i % 4],
              "money", EveryType.nines(18, 2),
              "sum", EveryType.nines(38, 2).negate(),
              "day", LocalDate.ofEpochDay(-i),
              "instant", Instant.EPOCH.minusNanos(i * 1000L)));
    }

    PCollection<Row> back =
        acrossShuffle(pipeline.apply(Create.of(rows).withRowSchema(EveryType.SCHEMA)), 5);

    PAssert.that(back).containsInAnyOrder(rows);
    pipeline.run();
  }

  @Test
  void nothingInIsNothingOutWithItsSchema() {
    PCollection<Row> back = acrossShuffle(pipeline.apply(Create.empty(EveryType.SCHEMA)), 3);

    assertThat(back.getSchema().toString(), containsString("instant"));
    PAssert.that(back).empty();
    pipeline.run();
  }

  @Test
  void anUnknownKeyColumnFailsWhileTheGraphIsBuilt() {
    PCollection<Row> rows = Pipeline.create().apply(Create.empty(EveryType.SCHEMA));

    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> rows.apply(PackRows.byKey("umr", "text")));

    assertThat(refused.getMessage(), containsString("no column umr among [flag, text"));
  }

  @Test
  void lessThanOneBucketIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> PackRows.byKey("text").into(0));
  }

  private static PCollection<Row> acrossShuffle(PCollection<Row> rows, int buckets) {
    return rows.apply(PackRows.byKey("text", "money").into(buckets))
        .apply(GroupByKey.create())
        .apply(Values.create())
        .apply(Flatten.iterables())
        .apply(UnpackRows.of(EveryType.SCHEMA));
  }
}
