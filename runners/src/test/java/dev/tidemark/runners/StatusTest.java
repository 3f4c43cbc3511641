// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.matchesRegex;
import static org.hamcrest.Matchers.startsWith;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --pipeline=status}, as a command line has it. */
class StatusTest {

  @Test
  void beforeTheFirstRunOneSentenceSaysSoAndNothingIsMade(@TempDir Path folder) {
    DemoLake lake = DemoLake.withSourceIn(folder);

    Launch status = Launch.at(DemoLake.NOW, "--config=" + lake.config(), "--pipeline=status");

    assertThat(status.progress(), startsWith("no run has been made yet: control database jdbc:h2"));
    assertThat(status.progress().lines().count(), is(1L));
    assertThat(status.exitCode(), is(0));
    assertThat(Files.exists(Path.of(lake.root())), is(false));
  }

  @Test
  void marksRunsAndFindingsAreTold(@TempDir Path folder) {
    DemoLake lake = DemoLake.withSourceIn(folder);
    assertThat(lake.run(1, "--runId=night-1").exitCode(), is(0));
    assertThat(lake.run(1, "--runId=night-2").exitCode(), is(0));

    Launch status =
        Launch.at(
            DemoLake.NOW, "--config=" + lake.config(), "--pipeline=status", "--lastRuns=1");
    System.out.println(status.progress());
    System.out.println(status.lastLine());

    assertThat(status.exitCode(), is(0));
    assertThat(
        status.progress().lines().toList(), hasItem(startsWith("batch 1 is published since ")));
  }

  @Test
  void aNumberThatIsNoneIsRefused(@TempDir Path folder) {
    DemoLake lake = DemoLake.withSourceIn(folder);

    Launch status =
        Launch.at(
            DemoLake.NOW, "--config=" + lake.config(), "--pipeline=status", "--lastRuns=ten");

    assertThat(status.exitCode(), is(2));
    assertThat(
        status.complaints(),
        contains("tidemark: --lastRuns=ten is not a whole number from 1 to 1000"));
  }
}
