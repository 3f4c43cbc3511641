// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.table.TableDigest;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose buckets do not fit the memory that they may use. */
class SmallMemoryTest {

  private static final String BUCKET_MEMORY = "tidemark.bucketMemory";

  @AfterEach
  void giveItBack() {
    System.clearProperty(BUCKET_MEMORY);
  }

  @Test
  void theDemoInPartsIsTheDemo(@TempDir Path folder) {
    Map<String, TableDigest> held = DemoRuns.DIRECT.lake().digests();
    System.setProperty(BUCKET_MEMORY, "1");
    DemoLake lake = DemoLake.withSourceIn(folder);
    for (int day = 1; day <= 4; day++) {
      lake.source().advanceTo(day);
      Launch launch = lake.run(day);
      assertThat(launch.progress(), launch.exitCode(), is(0));
    }

    assertThat(lake.digests(), is(held));
  }
}
