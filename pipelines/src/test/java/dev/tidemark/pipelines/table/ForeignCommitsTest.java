// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.blocks;
import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.RowBlocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commits that others make to a table between ours. */
class ForeignCommitsTest {

  private static final TableSpec ORDERS = Orders.FOUR_BUCKETS;

  /** One whose bucket by the hash of its id is 0, and one whose is 3. */
  private static final Row IN_BUCKET_0 = row(1, 1, "1.00", "a");

  private static final Row IN_BUCKET_3 = row(2, 1, "2.00", "a");

  @TempDir private Path lake = Path.of("");
  private DeltaTableStore store = DeltaTableStore.in("");
  private ForeignWriter others = ForeignWriter.to("", ORDERS);

  @BeforeEach
  void load() {
    store = DeltaTableStore.in(lake.toString());
    others = ForeignWriter.to(lake.toString(), ORDERS);
    store.commit(ORDERS, -1, List.of(plan(0, IN_BUCKET_0), plan(3, IN_BUCKET_3)), "app", 1);
  }

  @Test
  void theVersionOfABatchIsItsOwnWhateverOthersCommittedSince() {
    TableChange second = plan(0, row(1, 1, "9.00", "b"));
    assertThat(store.commit(ORDERS, 1, List.of(second), "app", 2), is(2L));
    others.rewrite(0);
    others.rewrite(3);

    assertThat(store.commit(ORDERS, 1, List.of(second), "app", 2), is(2L));
    assertThat(store.commit(ORDERS, 2, List.of(), "app", 3), is(2L));
    assertThat(store.pin(ORDERS).version(), is(4L));
  }

  @Test
  void aBatchThatCameBehindALaterOneIsRefusedAndNotTakenForDone() {
    TableChange second = plan(0, row(1, 1, "9.00", "b"));
    store.commit(ORDERS, 1, List.of(plan(3, row(2, 1, "8.00", "b"))), "app", 5);

    assertThat(
        assertThrows(
                OvertakenBatchException.class,
                () -> store.commit(ORDERS, 1, List.of(second), "app", 4))
            .getMessage(),
        is(
            "table gold/orders holds batch 5 of another run, so batch 4 cannot be committed to it;"
                + " see that all runs of the lake use one control store, and run again"));
    assertThat(store.pin(ORDERS).version(), is(2L));
    assertThat(store.lastBatch(ORDERS, "app"), is(5L));
    assertThat(store.lastBatch(ORDERS, "other"), is(-1L));
  }

  @Test
  void aTableThatWentBackOrIsGoneIsNotTheOneThatWasPlannedOn() throws IOException {
    TableChange emptyBucket = plan(2, row(7, 1, "7.00", "b"));
    Files.move(lake.resolve(ORDERS.path()), lake.resolve("moved-away"));
    assertRefused(emptyBucket, "it is gone (planned on version 1, now at -1)");
    store.commit(ORDERS, -1, List.of(), "app", 1);
    assertRefused(
        emptyBucket,
        "an older copy or another table is in its place (planned on version 1, now at 0)");
  }

  @Test
  void beforeAnIntentAPlanIsRefusedAsACommitWouldBe() {
    TableChange plan = plan(0, row(1, 1, "9.00", "b"));
    assertDoesNotThrow(() -> store.requireAsPlanned(ORDERS, 1, List.of(plan), "app", 2));
    assertThrows(
        OvertakenBatchException.class,
        () -> store.requireAsPlanned(ORDERS, 1, List.of(plan), "app", 1));

    others.rewrite(3);
    assertDoesNotThrow(() -> store.requireAsPlanned(ORDERS, 1, List.of(plan), "app", 2));
    others.append(0);
    assertThat(
        assertThrows(
                ConcurrentTableChangeException.class,
                () -> store.requireAsPlanned(ORDERS, 1, List.of(plan), "app", 2))
            .getMessage(),
        is(
            "table gold/orders changed under the run: bucket 0 has other files than planned"
                + " (planned on version 1, now at 3); run again"));
    assertDoesNotThrow(() -> store.requireAsPlanned(ORDERS, 1, List.of(), "app", 2));
  }

  @Test
  void theBucketsThatOthersChangedAreThoseWhoseRowsDid() throws IOException {
    others.rewrite(0);
    others.append(3);
    others.delete(0);
    assertThat(store.changedBuckets(ORDERS, 1, 2), is(Set.of()));
    assertThat(store.changedBuckets(ORDERS, 1, 3), is(Set.of(3)));
    assertThat(store.changedBuckets(ORDERS, 2, 4), is(Set.of(0, 3)));
    assertThat(store.changedBuckets(ORDERS, 4, 4), is(Set.of()));
    Files.delete(others.log(2));
    assertThat(store.changedBuckets(ORDERS, 1, 2), is(Set.of(0, 1, 2, 3)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "delta.enableChangeDataFeed | true | set it to false again",
        "delta.appendOnly | true | set it to false again",
        "delta.enableDeletionVectors | true | set it to false again",
        "delta.columnMapping.mode | name | set it to none again",
        "tidemark.buckets | 8 | move the stored table away",
      })
  void aPropertyThatOthersSetIsRefusedByName(String property, String value, String remedy) {
    others.commit(withConfiguration(property, value));
    assertRefusedToPin(property, value, remedy);
  }

  @Test
  void aPropertyThatChangesNothingForAWriterIsLeftAlone() {
    others.commit(withConfiguration("delta.deletedFileRetentionDuration", "interval 30 days"));
    others.commit(withConfiguration("delta.appendOnly", "false"));
    assertDoesNotThrow(() -> store.pin(ORDERS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":4}}' | protocol reader 1 /"
            + " writer 4, only 1 / 2 is written",
        "'{\"protocol\":{\"minReaderVersion\":3,\"minWriterVersion\":7,\"readerFeatures\":"
            + "[\"deletionVectors\"],\"writerFeatures\":[\"deletionVectors\"]}}' | protocol reader 3"
            + " / writer 7 (deletionVectors)",
      })
  void aRaisedProtocolIsRefused(String action, String why) {
    others.commit(action);
    assertRefusedToPin("table gold/orders: it was raised to ", why, "drop the features");
  }

  @Test
  void anotherPartitioningADroppedColumnAndAnInvariantAreRefused() throws IOException {
    String metadata = others.firstAction("metaData");
    others.commit(
        metadata.replace("\"partitionColumns\":[\"_bucket\"]", "\"partitionColumns\":[]"));
    assertRefusedToPin(
        "it is partitioned by nothing, not by _bucket", "move the stored table away");
    Files.delete(others.log(2));
    others.commit(metadata.replace("\\\"name\\\":\\\"amount\\\"", "\\\"name\\\":\\\"premium\\\""));
    assertRefusedToPin("it is stored without the column amount", "move the stored table away");
    Files.delete(others.log(2));
    others.commit(
        metadata.replaceFirst(
            "(\\\\\"name\\\\\":\\\\\"amount\\\\\".*?\\\\\"metadata\\\\\":)\\{}",
            "$1{\\\\\"delta.invariants\\\\\":\\\\\"x\\\\\"}"));
    assertRefusedToPin("an invariant was set on its column amount; drop the invariant");
  }

  @Test
  void rowsInNoBucketAreRefused() {
    others.commit(
        """
        {"add":{"path":"part-1.parquet","partitionValues":{"_bucket":null},"size":1,\
        "modificationTime":1,"dataChange":true}}""");
    assertRefusedToPin(
        "table gold/orders: its file part-1.parquet is in no bucket from 0 to 3; delete the rows"
            + " that something else wrote there");
  }

  @Test
  void aLogThatIsCutShortIsNamed() throws IOException {
    Path log = others.log(1);
    Files.writeString(log, Files.readString(log).substring(0, 40));
    assertThat(
        assertThrows(DamagedLakeException.class, () -> store.pin(ORDERS)).getMessage(),
        allOf(
            containsString("table gold/orders: its log cannot be read ("),
            containsString("; restore the files of its log")));
  }

  /** Puts the refusal's sentence to the test, and takes the foreign commit back. */
  private void assertRefusedToPin(String... parts) {
    String message =
        String.valueOf(
            assertThrows(TableMismatchException.class, () -> store.pin(ORDERS)).getMessage());
    for (String part : parts) {
      assertThat(message, containsString(part));
    }
    assertThat(message.lines().count(), is(1L));
  }

  private void assertRefused(TableChange change, String why) {
    assertThat(
        assertThrows(
                ConcurrentTableChangeException.class,
                () -> store.commit(ORDERS, 1, List.of(change), "app", 2))
            .getMessage(),
        is("table gold/orders changed under the run: " + why + "; run again"));
  }

  private String withConfiguration(String property, String value) {
    String metadata = others.firstAction("metaData");
    return metadata
        .replaceFirst("\"" + property + "\":\"[^\"]*\",?", "")
        .replace(
            "\"configuration\":{", "\"configuration\":{\"" + property + "\":\"" + value + "\",");
  }

  private TableChange plan(int bucket, Row... rows) {
    return BucketMerge.of(
            ORDERS, store.pin(ORDERS), bucket, lake.toString(), UUID.randomUUID().toString())
        .upsert(blocks(rows), RowBlocks.empty());
  }
}
