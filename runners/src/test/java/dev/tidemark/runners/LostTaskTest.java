// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import dev.tidemark.runners.WatchedDisk.Act;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks of Spark that die, and are done again. */
class LostTaskTest {

  /** Each is lost once, with its file written and nobody told of it. */
  private static final List<Pattern> LOST =
      List.of(
          Pattern.compile("landing/PremiumTransaction/.*parquet"),
          Pattern.compile("landing/PremiumTransaction/.*_manifest[.]json"),
          Pattern.compile("silver/premium_transaction/.*parquet"),
          Pattern.compile("gold/fact_premium_transaction/.*parquet"),
          Pattern.compile("gold/dim_coverholder_history/.*parquet"),
          Pattern.compile("mart/gpi_utilisation/.*parquet"),
          Pattern.compile("_intents/[.]\\d+[.]plan[.]json.*"));

  @Test
  void aTaskThatDiesWithItsFileWrittenIsDoneAgainAndItsFileIsNobodys(@TempDir Path folder) {
    DueDay day = DueDay.second();
    DemoLake lake = day.copyTo(folder).watched();
    Losses losses = new Losses(lake.root() + "/");
    WatchedDisk.add(losses);
    Launch launch;
    try {
      launch = lake.run(day.day(), "--runner=SparkRunner", "--sparkMaster=local[2,4]");
    } finally {
      WatchedDisk.remove(losses);
    }
    assertThat(launch.progress(), launch.exitCode(), is(0));
    assertThat(losses.lost, is(Set.copyOf(LOST)));
    day.isDone(lake);
    PublishedLake published = PublishedLake.at(Path.of(lake.root()), DemoLake.BUCKETS);
    assertThat(
        List.of(
            published.orphans("silver/premium_transaction").size(),
            published.orphans("gold/fact_premium_transaction").size(),
            published.orphans("mart/gpi_utilisation").size()),
        everyItem(greaterThan(0)));
  }

  private static final class Losses implements WatchedDisk.Watch {

    private final Set<Pattern> lost = ConcurrentHashMap.newKeySet();
    private final String lake;

    Losses(String lake) {
      this.lake = lake;
    }

    @Override
    public void before(Act act, String path) {
      // The file is there by then.
    }

    @Override
    public void after(Act act, String path) {
      if (!path.startsWith(lake) || act != Act.CLOSE && act != Act.RENAME) {
        return;
      }
      String file = path.substring(lake.length());
      for (Pattern pattern : LOST) {
        if (pattern.matcher(file).matches() && lost.add(pattern)) {
          throw new IllegalStateException("the worker that wrote " + file + " is lost");
        }
      }
    }
  }
}
