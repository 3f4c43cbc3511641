// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import static dev.tidemark.testing.MetricMatchers.hasCounter;
import static dev.tidemark.transforms.history.Change.delete;
import static dev.tidemark.transforms.history.Change.update;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.testing.PipelineExtension;
import dev.tidemark.transforms.block.BlockBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.block.UnpackRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.Sum;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ApplyChangesTest {

  private static final ApplyChanges TYPE_2 =
      ApplyChanges.asScdType2()
          .keyedBy("coverholder_id")
          .sequencedBy("modified_date")
          .tracking("status")
          .deletedWhen("is_deleted")
          .batchedBy("_batch_id")
          .into(3);

  private static final ApplyChanges TYPE_1 =
      ApplyChanges.asScdType1()
          .keyedBy("coverholder_id")
          .sequencedBy("modified_date")
          .deletedWhen("is_deleted")
          .batchedBy("_batch_id");

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  /** Three coverholders change status on each of three days, as in the demo: four versions each. */
  @Test
  void threeChangesOfAKeyAreFourContiguousVersions() {
    List<Change> changes = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (String id : List.of("CH1", "CH2", "CH3")) {
      List<String> statuses = List.of("ACTIVE", "SUSPENDED", "ACTIVE", "RUN_OFF");
      for (int day = 1; day <= 4; day++) {
        changes.add(update(day, statuses.get(day - 1)).of(id));
        expected.add(
            Change.version(
                id,
                statuses.get(day - 1),
                null,
                day,
                day == 4 ? null : (Integer) (day + 1),
                false));
      }
    }
    for (int i = 4; i <= 50; i++) {
      changes.add(update(1, "ACTIVE").of("CH" + i));
      expected.add("CH" + i + " ACTIVE [1,)");
    }

    PAssert.that(versions("Apply", TYPE_2, changes)).containsInAnyOrder(expected);
    pipeline.run();
  }

  @Test
  void everyRuleIsCounted() {
    History result =
        pipeline
            .apply(
                rows(
                    List.of(
                        update(1, "A"),
                        update(2, "A"),
                        update(3, "B"),
                        update(3, "C").batch(2L),
                        delete(5),
                        update(null, "X"))))
            .apply(TYPE_2.countingFrom(2));

    PAssert.that(result.history().apply(words()))
        .containsInAnyOrder("CH1 A [1,3)", "CH1 C [3,5) deleted");
    PAssert.that(result.counts().apply(Sum.longsPerKey()))
        .containsInAnyOrder(
            KV.of(ApplyChanges.CHANGES, 6L),
            KV.of(ApplyChanges.ROWS, 2L),
            KV.of(ApplyChanges.NOOP_UPDATES, 1L),
            KV.of(ApplyChanges.NEW_NOOP_UPDATES, 0L),
            KV.of(ApplyChanges.SEQUENCE_CONFLICTS, 1L),
            KV.of(ApplyChanges.NEW_SEQUENCE_CONFLICTS, 1L),
            KV.of(ApplyChanges.NULL_SEQUENCES, 1L));
    PAssert.that(result.rejected()).containsInAnyOrder(update(null, "X").toRow());
    PipelineResult ran = pipeline.run();
    assertThat(ran, hasCounter(ApplyChanges.class, ApplyChanges.CHANGES, 6));
    assertThat(ran, hasCounter(ApplyChanges.class, ApplyChanges.ROWS, 2));
    assertThat(ran, hasCounter(ApplyChanges.class, ApplyChanges.NOOP_UPDATES, 1));
    assertThat(ran, hasCounter(ApplyChanges.class, ApplyChanges.SEQUENCE_CONFLICTS, 1));
    assertThat(ran, hasCounter(ApplyChanges.class, ApplyChanges.NULL_SEQUENCES, 1));
  }

  @Test
  void anyArrivalOrderGivesTheSameHistory() {
    for (int shuffle = 0; shuffle < 2; shuffle++) {
      List<Change> changes =
          new ArrayList<>(
              List.of(
                  update(1, "A").phone("1"),
                  update(3, "B"),
                  update(3, "B"),
                  delete(5),
                  update(7, "A").phone("2")));
      Collections.shuffle(changes, new Random(shuffle));
      PAssert.that(versions("Apply " + shuffle, TYPE_2.into(1), changes))
          .containsInAnyOrder(
              "CH1 A phone 2 [1,3)", "CH1 B phone 2 [3,5) deleted", "CH1 A phone 2 [7,)");
    }
    pipeline.run();
  }

  /** Two blocks, of which one has changes of two keys: what they give is what rows give. */
  @Test
  void packedChangesGiveThePackedHistoryOfTheirRows() {
    PackedHistory result =
        pipeline
            .apply(
                Create.of(
                        packed(update(3, "B"), update(1, "A").of("CH2"), update(null, "X")),
                        packed(update(1, "A"), update(2, "A"), delete(5)))
                    .withCoder(ByteArrayCoder.of()))
            .apply(TYPE_2.toBlocksOf(Change.SCHEMA));

    assertThat(result.schema(), equalTo(Scd2.of(Change.SCHEMA, Change.TYPE_2).schema()));
    PAssert.that(result.history().apply("Unpack", UnpackRows.of(result.schema())).apply(words()))
        .containsInAnyOrder("CH1 A [1,3)", "CH1 B [3,5) deleted", "CH2 A [1,)");
    PAssert.that(result.rejected()).containsInAnyOrder(update(null, "X").toRow());
    PAssert.that(result.counts().apply(Sum.longsPerKey()).apply(Filter.by(c -> c.getValue() > 0)))
        .containsInAnyOrder(
            KV.of(ApplyChanges.CHANGES, 6L),
            KV.of(ApplyChanges.ROWS, 3L),
            KV.of(ApplyChanges.NOOP_UPDATES, 1L),
            KV.of(ApplyChanges.NULL_SEQUENCES, 1L));
    pipeline.run();
  }

  @Test
  void typeOneKeepsTheLatestImageOfEachKey() {
    History result =
        pipeline
            .apply(rows(List.of(update(1, "A"), delete(5), update(3, "B"))))
            .apply(TYPE_1.into(1));

    PAssert.that(result.history())
        .containsInAnyOrder(new Change("CH1", 5, "B", null, true, 1L).toRow());
    PAssert.that(result.rejected()).empty();
    pipeline.run();
  }

  @Test
  void nothingInIsNothingOutWithItsSchemas() {
    History result = pipeline.apply(Create.empty(Change.SCHEMA)).apply(TYPE_2);

    assertThat(
        result.history().getSchema(), equalTo(Scd2.of(Change.SCHEMA, Change.TYPE_2).schema()));
    assertThat(result.rejected().getSchema(), equalTo(Change.SCHEMA));
    PAssert.that(result.history()).empty();
    PAssert.that(result.rejected()).empty();
    pipeline.run();
  }

  @Test
  void aWrongConfigurationFailsWhileTheGraphIsBuilt() {
    assertThat(
        refusal(ApplyChanges.asScdType2()),
        is("changes need a key: name its columns in keyedBy(...)"));
    assertThat(
        refusal(ApplyChanges.asScdType2().keyedBy("coverholder_id").tracking("status")),
        containsString("have no sequence: name its column in sequencedBy(...)"));
    assertThat(
        refusal(TYPE_2.tracking("name")), containsString("no column name among [_batch_id, "));
    assertThat(
        refusal(TYPE_2.batchedBy("phone")),
        is("the batch column phone is STRING and must be INT64"));
    assertThat(refusal(TYPE_1.tracking("status")), containsString("tracks nothing"));
    assertThrows(IllegalArgumentException.class, () -> TYPE_2.into(0));
  }

  private @Nullable String refusal(ApplyChanges apply) {
    PCollection<Row> changes = Pipeline.create().apply(Create.empty(Change.SCHEMA));
    return assertThrows(IllegalArgumentException.class, () -> changes.apply(apply)).getMessage();
  }

  private PCollection<String> versions(String name, ApplyChanges apply, List<Change> changes) {
    return pipeline
        .apply("Changes for " + name, rows(changes))
        .apply(name, apply)
        .history()
        .apply("Words for " + name, words());
  }

  private static byte[] packed(Change... changes) {
    BlockBuilder block = new BlockBuilder();
    RowWriter row = new RowWriter(RowLayout.of(Change.SCHEMA));
    for (Change change : changes) {
      row.clear().set(change.toRow()).appendTo(block);
    }
    return block.take();
  }

  private static Create.Values<Row> rows(List<Change> changes) {
    return Create.of(changes.stream().map(Change::toRow).toList()).withRowSchema(Change.SCHEMA);
  }

  private static MapElements<Row, String> words() {
    return MapElements.into(TypeDescriptors.strings()).via((Row row) -> Change.version(row));
  }
}
