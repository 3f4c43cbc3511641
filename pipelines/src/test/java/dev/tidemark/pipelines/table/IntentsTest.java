// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
  void anIntentThatIsCutShortIsNotActedOn() throws IOException {
    Intents.in(lake.toString()).write(intent(3));
    Path file = lake.resolve("_intents/000000000003.json");
    List<String> lines = Files.readAllLines(file);
    Files.write(file, lines.subList(0, lines.size() - 1));

    Exception failed =
        assertThrows(UncheckedIOException.class, () -> Intents.in(lake.toString()).pending());
    assertThat(failed.getMessage(), containsString("is not complete"));
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
