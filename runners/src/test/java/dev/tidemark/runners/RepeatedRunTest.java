// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.source.SourcePools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scheduler asks again for what it does not know to be done. */
class RepeatedRunTest {

  private static final String TIME = "--runTimestamp=2024-06-03T02:00:00Z";
  private static final String ANOTHER_TIME = "--runTimestamp=2024-06-04T02:00:00Z";

  private static DemoLake loaded;
  private static Launch first;

  private final Path folder;
  private DemoLake lake;

  RepeatedRunTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeAll
  static void loads(@TempDir Path folder) {
    loaded = DemoLake.withSourceIn(folder);
    first = launch(loaded, TIME, "--runId=night");
    assertThat(first.progress(), first.exitCode(), is(0));
  }

  @BeforeEach
  void copies() {
    lake = loaded.copyTo(folder);
  }

  @Test
  void whatHasSucceededIsNotDoneAgainAndItsSummaryIsPrinted() throws IOException {
    removeTheSource();
    Path file = folder.resolve("summary.json");

    Launch again = launch(lake, TIME, "--runId=night", "--summaryFile=" + file);

    assertThat(again.progress(), again.exitCode(), is(0));
    assertThat(again.output(), is(List.of(first.lastLine())));
    assertThat(Files.readString(file), is(first.lastLine() + "\n"));
    assertThat(
        again.progress(),
        containsString(
            "run night has succeeded already, for 2024-06-03T02:00:00Z; nothing is done, --force"
                + " repeats it"));
  }

  @Test
  void aNameWithoutATimeIsEnough() throws IOException {
    removeTheSource();

    assertThat(launch(lake, "--runId=night").output(), is(List.of(first.lastLine())));
  }

  @Test
  void aTimeWithoutANameIsEnoughForWhatItNamed() throws IOException {
    Launch named = launch(lake, ANOTHER_TIME);
    removeTheSource();

    Launch again = launch(lake, ANOTHER_TIME);

    assertThat(named.lastLine(), containsString("\"run_id\":\"run-2024-06-04T02:00:00Z\""));
    assertThat(again.output(), is(List.of(named.lastLine())));
  }

  @Test
  void forceRepeatsItUnderAnotherName() {
    Launch forced = launch(lake, TIME, "--runId=night", "--force");

    assertThat(forced.lastLine(), containsString("\"run_id\":\"night#2\""));
    assertThat(forced.lastLine(), containsString("\"outcome\":\"EMPTY\""));
  }

  @Test
  void aNameThatEveryNightUsesHidesNoNight() {
    Launch next = launch(lake, ANOTHER_TIME, "--runId=night");

    assertThat(next.lastLine(), containsString("\"run_id\":\"night#2\""));
    assertThat(next.lastLine(), containsString("\"logical_time\":\"2024-06-04T02:00:00Z\""));
  }

  @Test
  void anotherPipelineIsAnotherRun() {
    Launch compared = launch(lake, TIME, "--runId=night", "--pipeline=compare-keys");

    assertThat(compared.lastLine(), containsString("\"pipeline\":\"compare-keys\""));
    assertThat(compared.lastLine(), containsString("\"run_id\":\"night#2\""));
  }

  @Test
  void aRunOfFewerTablesDoesNotStandForAll() {
    Launch one = launch(lake, ANOTHER_TIME, "--runId=part", "--tables=Broker");

    Launch all = launch(lake, ANOTHER_TIME, "--runId=part");
    Launch oneAgain = launch(lake, ANOTHER_TIME, "--runId=part", "--tables=Broker");

    assertThat(one.lastLine(), containsString("\"run_id\":\"part\""));
    assertThat(all.lastLine(), containsString("\"run_id\":\"part#2\""));
    assertThat(oneAgain.output(), is(List.of(all.lastLine())));
  }

  @Test
  void whatFailedIsTriedAgainUntilItSucceeds() throws IOException {
    Path source = removeTheSource();

    Launch failed = launch(lake, ANOTHER_TIME, "--runId=late");
    Files.move(source.resolveSibling("away"), source);
    Launch done = launch(lake, ANOTHER_TIME, "--runId=late");
    Launch again = launch(lake, ANOTHER_TIME, "--runId=late");

    assertThat(failed.progress(), failed.exitCode(), is(4));
    assertThat(done.lastLine(), containsString("\"run_id\":\"late#2\""));
    assertThat(again.output(), is(List.of(done.lastLine())));
  }

  @Test
  void ofTwoSchedulersWithOneNightEitherWorksOrWaitsAndItIsDoneOnce() throws Exception {
    lake.source().advanceTo(2);
    SourcePools.closeAll();
    CompletableFuture<Launch> other =
        CompletableFuture.supplyAsync(() -> launch(lake, ANOTHER_TIME, "--runId=night-2"));

    Launch one = launch(lake, ANOTHER_TIME, "--runId=night-2");
    Launch two = other.get(2, TimeUnit.MINUTES);
    Launch retried = launch(lake, ANOTHER_TIME, "--runId=night-2");

    for (Launch each : List.of(one, two)) {
      if (each.exitCode() == 0) {
        assertThat(each.lastLine(), is(retried.lastLine()));
      } else {
        assertThat(each.progress(), each.exitCode(), is(4));
        assertThat(each.progress(), containsString("night-2"));
      }
    }
    assertThat(one.exitCode() == 0 || two.exitCode() == 0, is(true));
    assertThat(retried.lastLine(), containsString("\"run_id\":\"night-2\""));
    assertThat(retried.lastLine(), containsString("\"outcome\":\"LOADED\""));
  }

  private static Launch launch(DemoLake lake, String... options) {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "--config=" + lake.config();
    System.arraycopy(options, 0, arguments, 1, options.length);
    return Launch.at(DemoLake.NOW, arguments);
  }

  /** What is read anyway fails. */
  private Path removeTheSource() throws IOException {
    SourcePools.closeAll();
    Path source = folder.resolve("source").resolve("demo.mv.db");
    Files.move(source, source.resolveSibling("away"));
    return source;
  }
}
