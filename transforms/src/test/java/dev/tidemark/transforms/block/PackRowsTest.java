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
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Count;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Distinct;
import org.apache.beam.sdk.transforms.FlatMapElements;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.Values;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptors;
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

  /** Of five hundred texts in one block, each has one bucket, and a row has that of its text. */
  @Test
  void rowsThatArePackedAlreadyAreSortedIntoTheSameBuckets() {
    BlockBuilder block = new BlockBuilder();
    RowWriter writer = new RowWriter(RowLayout.of(EveryType.SCHEMA));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Row row = EveryType.row("text", "text " + i, "small", i);
      rows.add(row);
      writer.clear().set(row).appendTo(block);
    }

    PCollection<String> ofRows =
        pipeline
            .apply("Rows", Create.of(rows).withRowSchema(EveryType.SCHEMA))
            .apply("Pack", PackRows.byKey("text").into(7))
            .apply("Texts of rows", textsByBucket());
    PCollection<String> ofBlocks =
        pipeline
            .apply("Blocks", Create.of(block.take()).withCoder(ByteArrayCoder.of()))
            .apply("Bucket", BucketBlocks.of(EveryType.SCHEMA).byKey(List.of("text")).into(7))
            .apply("Texts of blocks", textsByBucket());

    PAssert.that(
            PCollectionList.of(ofRows)
                .and(ofBlocks)
                .apply(Flatten.pCollections())
                .apply(Count.perElement())
                .apply(Values.create())
                .apply(Distinct.create()))
        .containsInAnyOrder(2L);
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
    assertThrows(IllegalArgumentException.class, () -> BucketBlocks.of(EveryType.SCHEMA).into(0));
  }

  /** The bucket and the text of every row. */
  private static FlatMapElements<KV<Integer, byte[]>, String> textsByBucket() {
    return FlatMapElements.into(TypeDescriptors.strings())
        .via(
            block ->
                RowBlocks.of(List.of(block.getValue()))
                    .toRows(RowLayout.of(EveryType.SCHEMA))
                    .stream()
                    .map(row -> block.getKey() + " " + row.getString("text"))
                    .toList());
  }

  private static PCollection<Row> acrossShuffle(PCollection<Row> rows, int buckets) {
    return rows.apply(PackRows.byKey("text", "money").into(buckets))
        .apply(GroupByKey.create())
        .apply(Values.create())
        .apply(Flatten.iterables())
        .apply(UnpackRows.of(EveryType.SCHEMA));
  }
}
