// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --pipeline=check} and {@code --pipeline=plan}, as a command line has them. */
class InspectionsTest {

  private static DemoLake loaded;

  private final DemoLake lake;
  private final Path folder;

  InspectionsTest(@TempDir Path folder) {
    this.folder = folder;
    lake = loaded.copyTo(folder);
  }

  @BeforeAll
  static void loadDayOne(@TempDir Path folder) {
    loaded = DemoLake.withSourceIn(folder);
    assertThat(loaded.run(1).exitCode(), is(0));
  }

  @Test
  void aLakeThatIsAsItShouldBeIsSaidSoAndLeftAsItIs() throws IOException {
    Map<String, String> before = files();

    Launch check = inspect("check");

    assertThat(failures(check), hasSize(0));
    assertThat(check.exitCode(), is(0));
    assertThat(
        check.progress().lines().toList(),
        hasItem(startsWith("OK    control: control database jdbc:h2:file:")));
    assertThat(
        check.progress().lines().toList(),
        hasItem(
            "OK    PremiumTransaction: H2 BDX.PREMIUMTRANSACTION has all 21 columns of its"
                + " contract"));
    assertThat(check.lastLine(), startsWith("{\"schema\":1,\"failures\":0,\"warnings\":"));
    assertThat(files(), is(before));
  }

  @Test
  void everythingThatIsWrongIsToldAtOnce() {
    lake.sql(
        "ALTER TABLE bdx.PremiumTransaction DROP COLUMN GrossPremium",
        "ALTER TABLE ref.Broker RENAME TO Brokers",
        "DROP INDEX bdx.ix_RiskTransaction_ModifiedDate");

    Launch check = inspect("check");

    assertThat(
        failures(check),
        contains(
            startsWith("FAIL  PremiumTransaction: column GrossPremium (DECIMAL(18,2)) is missing"),
            startsWith("FAIL  Broker: table ref.Broker is not in")));
    assertThat(
        check.progress().lines().toList(),
        hasItem(
            "WARN  RiskTransaction: no index begins with its watermark, every run reads the whole"
                + " table; ask the DBA for CREATE INDEX \"ix_RISKTRANSACTION_MODIFIEDDATE\" ON"
                + " \"BDX\".\"RISKTRANSACTION\" (\"MODIFIEDDATE\")"));
    assertThat(check.exitCode(), is(1));
  }

  @Test
  void aLakeWithOtherBucketsIsAMatterOfConfiguration() {
    lake.configureWholly(lake.yaml().replace("buckets: 2", "buckets: 3"));

    Launch check = inspect("check");

    assertThat(
        failures(check),
        hasItem(
            allOf(containsString("lake.buckets is 3, but the tables"), containsString("have 2"))));
    assertThat(check.exitCode(), is(2));
  }

  @Test
  void aConfigurationThatCannotBeReadHasALineForEachProblem() {
    lake.configureWholly("source: {}\nlakes: {}\n");

    Launch check = inspect("check");

    assertThat(failures(check), everyItem(startsWith("FAIL  configuration: ")));
    assertThat(failures(check).size() > 1, is(true));
    assertThat(check.exitCode(), is(2));
    assertThat(check.lastLine(), startsWith("{\"schema\":1,\"failures\":"));
  }

  @Test
  void aSourceThatDoesNotAnswerIsWorthARetry() {
    lake.configureWholly(
        lake.yaml()
            .replace(
                "url: '" + lake.source().url() + "'", "url: 'jdbc:postgresql://localhost:1/none'")
            .replace(
                "url: \"" + lake.source().url() + "\"",
                "url: \"jdbc:postgresql://localhost:1/none\"")
            .replace("url: " + lake.source().url(), "url: jdbc:postgresql://localhost:1/none"));

    Launch check = inspect("check");

    assertThat(failures(check), contains(startsWith("FAIL  source: ")));
    assertThat(check.exitCode(), is(4));
  }

  @Test
  void aPlanTellsWhatARunWouldReadAndChangesNothing() throws IOException {
    lake.source().advanceTo(2);
    lake.sql("ALTER TABLE ref.Broker ADD Rating VARCHAR(5)");
    Map<String, String> before = files();

    Launch plan = inspect("plan");

    assertThat(plan.exitCode(), is(0));
    assertThat(plan.lastLine(), startsWith("{\"schema\":1,\"tables\":[{\"table\":\""));
    assertThat(plan.lastLine(), containsString("\"new_columns\":[\"RATING VARCHAR\"]"));
    assertThat(
        plan.progress().lines().filter(line -> line.startsWith("Broker")).toList(),
        hasItem(containsString(": column RATING VARCHAR is new")));
    assertThat(files(), is(before));

    // the run then reads what was planned
    String premium = figure(plan.lastLine(), "PremiumTransaction", "rows");
    Launch run = lake.run(2);
    assertThat(
        run.progress().lines().toList(), hasItem(containsString("PremiumTransaction   start   ")));
    assertThat(run.progress().replaceAll(" +", " "), containsString(" start " + premium + " rows"));
  }

  @Test
  void aTableThatWouldFailIsExitCodeOne() {
    lake.sql("ALTER TABLE ref.Broker RENAME TO Brokers");

    Launch plan = inspect("plan", "--tables=Broker,Coverholder");

    assertThat(plan.exitCode(), is(1));
    assertThat(
        plan.progress().lines().toList(),
        hasItem(startsWith("Broker               FAILED  Broker: table ref.Broker is not in")));
    assertThat(plan.lastLine(), not(containsString("PremiumTransaction")));
  }

  @Test
  void aRunThatIsUnderWayIsNamed() {
    try (ControlStore control = JdbcControlStore.open(lake.configuration().control())) {
      control.acquire(Set.of("Broker"), "night#other", DemoLake.NOW, Duration.ofMinutes(2));
    }

    Launch plan = inspect("plan");

    assertThat(plan.lastLine(), containsString("\"held_by\":\"night#other\""));
    assertThat(plan.exitCode(), is(0));
    assertThat(
        inspect("check").progress().lines().toList(),
        hasItem(
            "WARN  control: run night#other is under way and holds Broker until"
                + " 2024-06-10T02:02:00Z"));
  }

  private Launch inspect(String pipeline, String... more) {
    List<String> args =
        Stream.concat(
                Stream.of("--config=" + lake.config(), "--pipeline=" + pipeline), Stream.of(more))
            .toList();
    return Launch.at(DemoLake.NOW, args.toArray(new String[0]));
  }

  private static List<String> failures(Launch launch) {
    return launch.progress().lines().filter(line -> line.startsWith("FAIL")).toList();
  }

  private static String figure(String json, String table, String field) {
    String of = json.substring(json.indexOf("{\"table\":\"" + table + "\""));
    return of.replaceFirst(".*?\"" + field + "\":(\\d+).*", "$1");
  }

  /** Every file of the lake with its size and time of change. */
  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(Path.of(lake.root()))) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        files.put(
            folder.relativize(file).toString(),
            Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
    }
    return files;
  }
}
