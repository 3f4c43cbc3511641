// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import dev.tidemark.runners.WatchedDisk.Act;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A disk that has no space left where a run writes: one line says so, nobody sees half of anything,
 * and once there is space the next run does what it would have done.
 */
class FullDiskTest {

  private static final String NO_SPACE = "No space left on device";

  private static DueDay day;

  private final DemoLake lake;

  /** What is written when no space is left. */
  private enum Writing {
    A_LANDED_FILE("landing/.*unfinished", "cannot write the landed file watched:"),
    A_MANIFEST("landing/.*_manifest[.]json.*", "cannot write the manifest watched:"),
    A_DATA_FILE(
        "silver/premium_transaction/.*parquet", "of table silver/premium_transaction: " + NO_SPACE),
    THE_PLAN("_intents/.*plan[.]json.*", "cannot write the plan watched:"),
    THE_INTENT("_intents/[.]\\d+[.]json.*", "cannot write the intent watched:"),
    A_LOG("gold/fact_premium_transaction/_delta_log/.*", "cannot write the log of watched:"),
    THE_CUT("_published/.*", "cannot publish watched:");

    private final Pattern files;
    private final String complaint;

    Writing(String files, String complaint) {
      this.files = Pattern.compile(files);
      this.complaint = complaint;
    }

    private boolean isOf(String file) {
      return files.matcher(file).matches();
    }
  }

  FullDiskTest(@TempDir Path folder) {
    lake = day.copyTo(folder).watched();
  }

  @BeforeAll
  static void runUndisturbed() {
    day = DueDay.second();
  }

  @ParameterizedTest
  @EnumSource(names = {"A_DATA_FILE", "A_LOG"})
  void aFullDiskIsToldAndTheNextRunWritesWhatWasMissing(Writing what) {
    isToldAndMended(what, "--runner=DirectRunner");
  }

  @Tag("thorough")
  @ParameterizedTest
  @EnumSource
  void soItIsWhereverARunWrites(Writing what) {
    isToldAndMended(what, "--runner=DirectRunner");
  }

  @Tag("thorough")
  @ParameterizedTest
  @EnumSource
  void soItIsOnSpark(Writing what) {
    isToldAndMended(what, "--runner=SparkRunner", "--sparkMaster=local[2]");
  }

  private void isToldAndMended(Writing what, String... runner) {
    String prefix = lake.root() + "/";
    WatchedDisk.Watch full =
        (act, path) -> {
          if (act == Act.WRITE
              && path.startsWith(prefix)
              && what.isOf(path.substring(prefix.length()))) {
            throw new IOException(NO_SPACE);
          }
        };
    WatchedDisk.add(full);
    Launch failed;
    try {
      failed = lake.run(day.day(), runner);
    } finally {
      WatchedDisk.remove(full);
    }
    assertThat(failed.complaints(), hasSize(1));
    assertThat(
        failed.complaints(),
        hasItem(
            allOf(
                containsString(what.complaint),
                containsString(NO_SPACE + "; see whether the disk is full"))));
    assertThat(failed.progress().lines().toList(), everyItem(not(startsWith("\tat "))));
    assertThat(failed.exitCode(), is(ExitCode.UNREACHABLE.code()));
    day.isShownBefore(lake);

    Launch again = lake.run(day.day(), runner);
    assertThat(again.progress(), again.exitCode(), is(0));
    day.isPublished(lake);
  }
}
