// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntentsTest {

  @TempDir private Path lake = Path.of("");

  @Test
  void aWrittenIntentIsPendingUntilItIsComplete() {
    Intents intents = Intents.in(lake.toString());
    assertThat(intents.pending().isEmpty(), is(true));

    intents.write(intent(12));
    intents.write(intent(3));

    Intent oldest = intents.pending().orElseThrow();
    assertThat(oldest.batchId(), is(3L));
    assertThat(oldest.baseVersions(), is(Map.of("gold/orders", 4L, "gold/empty", -1L)));
    assertThat(oldest.changes(), contains(change()));
    assertThat(oldest.payload(), is(Json.parse("{\"rate\":1.10}")));
    intents.complete(3);
    assertThat(intents.pending().orElseThrow().batchId(), is(12L));
    intents.complete(12);
    assertThat(intents.pending().isEmpty(), is(true));
  }

  @Test
  void aPlanIsNoIntentAndGoesWithIt() throws IOException {
    PlanFile.write(lake.toString(), 3, List.of(change().toJson()));

    assertThat(Intents.in(lake.toString()).pending().isEmpty(), is(true));
    Intents.in(lake.toString()).complete(3);
    assertThat(Files.exists(lake.resolve("_intents/000000000003.plan.json")), is(false));
  }

  @Test
  void thereIsOneIntentOfABatch() {
    Intents intents = Intents.in(lake.toString());
    intents.write(intent(3));

    assertThat(
        assertThrows(OvertakenBatchException.class, () -> intents.write(intent(3))).getMessage(),
        containsString("another run is publishing batch 3 by "));
  }

  @Test
  void aVoidIntentIsPendingNoMoreAndKnownUntilItIsReplaced() {
    Intents intents = Intents.in(lake.toString());
    intents.write(intent(3));
    intents.declareVoid(intent(3), "because");
    intents.declareVoid(intent(3), "for another reason");

    assertThat(intents.pending().isEmpty(), is(true));
    assertThat(intents.isVoid(3), is(true));
    assertThat(
        intents.voided(),
        contains(
            new VoidedBatch(
                3,
                "because",
                Map.of("gold/orders", 4L, "gold/empty", -1L),
                Map.of("gold/orders", Set.of(1)))));
    intents.write(intent(4).replacing(List.of(3L)));
    assertThat(intents.pending().orElseThrow().replaces(), contains(3L));
    intents.forget(3);
    assertThat(intents.voided(), is(empty()));
    assertThat(intents.pending().orElseThrow().batchId(), is(4L));
  }

  @Test
  void aProcessThatDiesWhileItDeclaresAnIntentVoidHasDoneSoOrNot() throws IOException {
    Intents intents = Intents.in(lake.toString());
    intents.write(intent(3));
    Path pending = lake.resolve("_intents/000000000003.json");
    byte[] content = Files.readAllBytes(pending);
    intents.declareVoid(intent(3), "because");

    // it died before it removed the intent
    Files.write(pending, content);
    assertThat(intents.pending().isEmpty(), is(true));
    // and another one while it forgot the void batch
    intents.forget(3);
    assertThat(intents.pending().isEmpty(), is(true));
    assertThat(Files.exists(pending), is(false));
  }

  @Test
  void anIntentThatIsCutShortIsNotActedOn() throws IOException {
    Intents.in(lake.toString()).write(intent(3));
    Path file = lake.resolve("_intents/000000000003.json");
    List<String> lines = Files.readAllLines(file);
    Files.write(file, lines.subList(0, lines.size() - 1));

    Exception failed =
        assertThrows(DamagedLakeException.class, () -> Intents.in(lake.toString()).pending());
    assertThat(
        failed.getMessage(),
        allOf(
            containsString("/_intents/000000000003.json cannot be read (000000000003.json is not"),
            containsString("; restore it, or move it away")));
  }

  @Test
  void aChangeOfATableWithoutABaseVersionIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Intent.of(1, Map.of(), List.of(change()), Json.object()));
  }

  private static Intent intent(long batch) {
    return Intent.of(
        batch,
        Map.of("gold/orders", 4L, "gold/empty", -1L),
        List.of(change()),
        Json.parse("{\"rate\":1.10}"));
  }

  private static TableChange change() {
    TableChange.Counts counts = new TableChange.Counts();
    counts.inserted = 2;
    return new TableChange(
        "gold/orders",
        1,
        4,
        List.of("_bucket=1/old.parquet"),
        List.of(new DataFile("_bucket=1/new.parquet", 1, 10, 2, 1_700_000_000_000L, null)),
        List.of("_bucket=1/old.parquet"),
        counts);
  }
}
