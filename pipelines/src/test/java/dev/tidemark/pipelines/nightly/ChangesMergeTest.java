// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.source.ContractColumn;
import dev.tidemark.pipelines.source.SqlType;
import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangesMergeTest {

  private static final TableSpec CHANGES =
      LakeTables.of(1, Map.of())
          .with(
              Map.of(
                  "Broker",
                  List.of(new ContractColumn("Rating", SqlType.parse("VARCHAR(5)"), true, false))))
          .changes("Broker");
  private static final String HEADER =
      "broker_code | broker_name | rating | modified_date | is_deleted | _batch_id\n";
  private static final String NOON = "2024-01-01T12:00:00Z";

  private final Lake lake;

  ChangesMergeTest(@TempDir Path folder) {
    lake = new Lake(folder, CHANGES);
  }

  @Test
  void anImageThatComesAgainIsOfTheBatchThatBroughtItFirstAndNothingIsWritten() {
    merge("0001 | One | null | " + NOON + " | null | 1");

    TableChange again = merge("0001 | One | null | " + NOON + " | null | 2");

    assertThat(again.isEmpty(), is(true));
    assertThat(images(), contains("One null 1"));
  }

  @Test
  void aColumnThatCameLaterFillsTheImageInPlaceAndLeavesItsBatch() {
    merge("0001 | One | null | " + NOON + " | null | 1");

    TableChange filled = merge("0001 | One | AA | " + NOON + " | null | 2");

    assertThat(filled.updated(), is(1L));
    assertThat(images(), contains("One AA 1"));
  }

  @Test
  void whereTheSourceGoesBackAtOneUpdateTimeTheImageIsOfTheLaterBatch() {
    merge("0001 | One | null | " + NOON + " | null | 1");
    merge("0001 | Uno | null | " + NOON + " | null | 2");

    TableChange back = merge("0001 | One | null | " + NOON + " | null | 3");

    assertThat(back.updated(), is(1L));
    assertThat(images(), containsInAnyOrder("One null 3", "Uno null 2"));
    assertThat(merge("0001 | One | null | " + NOON + " | null | 4").isEmpty(), is(true));
  }

  @Test
  void imagesOfOneBatchDoNotOutliveEachOtherWhateverComesAgain() {
    merge(
        "0001 | One | null | " + NOON + " | null | 1",
        "0001 | Uno | null | " + NOON + " | null | 1");

    assertThat(merge("0001 | Uno | null | " + NOON + " | null | 2").isEmpty(), is(true));
  }

  @Test
  void aDeleteIsNotOutlivedByAnUpdateOfItsInstantNorAnUpdateByADelete() {
    merge("0001 | One | null | " + NOON + " | true | 1");
    merge("0001 | One | null | " + NOON + " | null | 2");
    merge("0002 | Two | null | " + NOON + " | null | 3");
    merge("0002 | Two | null | " + NOON + " | true | 4");

    TableChange again =
        merge(
            "0001 | One | null | " + NOON + " | true | 5",
            "0002 | Two | null | " + NOON + " | null | 5");

    assertThat(again.isEmpty(), is(true));
  }

  @Test
  void ofRowsOfOneImageTheFirstByTheLaterColumnStays() {
    merge(
        "0001 | One | B | " + NOON + " | null | 1",
        "0001 | One | null | " + NOON + " | null | 1",
        "0001 | One | A | " + NOON + " | null | 1");

    assertThat(images(), contains("One A 1"));
  }

  @Test
  void allImagesComeOutWhetherTheyWereTouchedOrNot() {
    merge(
        "0001 | One | null | " + NOON + " | null | 1",
        "0002 | Two | null | " + NOON + " | null | 1");
    BucketOutcome outcome = new BucketOutcome();

    merger()
        .merge(
            lake.merge(0),
            lake.incoming(HEADER + "0001 | Uno | null | " + NOON + " | null | 2"),
            outcome);

    assertThat(
        RowBlocks.of(outcome.images()).toRows(CHANGES.layout()).stream()
            .map(row -> row.getString("broker_name"))
            .toList(),
        containsInAnyOrder("One", "Two", "Uno"));
  }

  private static ChangesMerge merger() {
    return new ChangesMerge("Broker", CHANGES, List.of("broker_code"), LoadMarks.none());
  }

  private TableChange merge(String... rows) {
    BucketMerge bucket = lake.merge(0);
    TableChange change =
        merger()
            .merge(bucket, lake.incoming(HEADER + String.join("\n", rows)), new BucketOutcome());
    lake.commit(change);
    return change;
  }

  private List<String> images() {
    return lake.rows(0).stream().map(ChangesMergeTest::text).toList();
  }

  private static String text(Row row) {
    return row.getString("broker_name")
        + " "
        + row.getString("rating")
        + " "
        + row.getInt64("_batch_id");
  }
}
