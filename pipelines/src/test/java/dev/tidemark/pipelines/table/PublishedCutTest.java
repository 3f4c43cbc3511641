// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedCutTest {

  private static final Instant AT = Instant.parse("2024-03-01T02:03:04.000005Z");

  @TempDir private Path lake = Path.of("");

  @Test
  void nothingPublishedIsNoCut() {
    assertThat(PublishedCut.latest(lake.toString()), is(Optional.empty()));
  }

  @Test
  void theLatestCutIsTheOneOfTheHighestBatch() {
    cut(9, "r9", 1).publish(lake.toString());
    cut(10, "r10", 2).publish(lake.toString());
    cut(8, "r8", 0).publish(lake.toString());

    assertThat(PublishedCut.latest(lake.toString()), is(Optional.of(cut(10, "r10", 2))));
  }

  @Test
  void aCutIsOneFileNamedByItsBatch() throws IOException {
    cut(10, "r10", 2).publish(lake.toString());

    try (var files = Files.list(lake.resolve("_published"))) {
      assertThat(
          files.map(file -> file.getFileName().toString()).toList().toString(),
          is("[000000000010.json]"));
    }
  }

  @Test
  void aBatchCanBePublishedAgainButNotChanged() {
    cut(10, "r10", 2).publish(lake.toString());
    PublishedCut.of(10, "r10", AT.plusSeconds(60), Map.of("gold/orders", 2L))
        .publish(lake.toString());

    Exception refused =
        assertThrows(IllegalStateException.class, () -> cut(10, "r10", 3).publish(lake.toString()));
    assertThat(refused.getMessage(), containsString("batch 10 is published as {gold/orders=2}"));
    assertThat(PublishedCut.latest(lake.toString()).orElseThrow().publishedAt(), is(AT));
  }

  private static PublishedCut cut(long batch, String run, long version) {
    return PublishedCut.of(batch, run, AT, Map.of("gold/orders", version));
  }
}
