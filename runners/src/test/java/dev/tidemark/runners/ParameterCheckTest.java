// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterCheckTest {

  private final Path folder;

  ParameterCheckTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void everythingThatIsWrongIsToldAtOnceAndNothingIsOpened() throws IOException {
    Path config =
        config(
            "sorce: {}\nsource: {url: 'jdbc:h2:file:"
                + folder.resolve("source")
                + "', fetchSize: 0}\nlake: {root: '"
                + folder.resolve("lake")
                + "'}\n");

    assertThat(
        problems(
            "--config=" + config,
            "--runTimestmp=2024-06-03T02:00:00Z",
            "--asOf=31/05/2024",
            "--runTimestamp=2024-06-31T02:00:00Z",
            "--buckets=8",
            "--cut=3",
            "--knownAt=2024-03-31",
            "--jobNme=x",
            "nightly"),
        contains(
            "argument nightly is not an option; write --name=value",
            "--runTimestmp is not known; did you mean --runTimestamp?",
            "--jobNme is not known; did you mean --jobName?",
            "--asOf=31/05/2024 is not a day; write it as 2024-06-03",
            "--buckets goes with --pipeline=rebucket; leave it out",
            "--cut goes with --pipeline=digest or --pipeline=export; leave it out",
            "--knownAt goes with --pipeline=digest or --pipeline=export; leave it out",
            "--runTimestamp=2024-06-31T02:00:00Z is not an instant; write it as"
                + " 2024-06-03T02:00:00Z",
            "--cut and --knownAt each choose a cut; leave one of them out",
            config + ": source.fetchSize: 0 is not a whole number from 1 to 1000000",
            "sorce: unknown key; did you mean source?"));
    nothingWasWritten();
  }

  @Test
  void everyTableWithoutAContractIsNamedBesideTheArguments() throws IOException {
    Path config =
        config(
            minimal()
                + "tables:\n"
                + "  FeeNote: {contract: contracts/FeeNote.yaml, watermark: ModifiedDate}\n"
                + "  Recovery: {contract: Recoveries, watermark: ModifiedDate}\n"
                + "  Broker: {contract: Brokr}\n");
    List<String> problems =
        problems(
            "--config=" + config, "--tables=Brokers,FeeNote,Coverholders", "--asOf=2024-02-30");

    assertThat(
        problems.stream().map(problem -> problem.replaceAll("contract: .*", "contract")).toList(),
        contains(
            "--asOf=2024-02-30 is not a day; write it as 2024-06-03",
            "tables.Broker.contract",
            "tables.FeeNote.contract",
            "tables.Recovery.contract",
            "--tables: table Brokers is not configured; did you mean Broker?",
            "--tables: table Coverholders is not configured; did you mean Coverholder?"));
    nothingWasWritten();
  }

  @Test
  void ofATableThatOnlyTheControlStoreMayKnowNothingIsSaidBeforeItIsAsked() throws IOException {
    Path config = config(minimal());
    Files.createDirectory(folder.resolve("contracts"));
    Files.writeString(folder.resolve("contracts").resolve("FeeNote.yaml"), "table: FeeNote\n");

    assertThat(
        problems("--config=" + config, "--tables=FeeNote,FeeNotes", "--asOf=never"),
        contains(
            "--asOf=never is not a day; write it as 2024-06-03",
            "--tables: table FeeNotes is not configured; known here: RiskTransaction,"
                + " PremiumTransaction, ClaimTransaction, ContractSection, Coverholder, Broker,"
                + " BusinessPlan, ExchangeRate"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--demo --pipeline=vacuum | --demo and --pipeline=vacuum each choose what runs; leave one of them out",
        "--demo --config=tidemark.yaml | --config does not go with --demo; leave it out",
        "--pipeline=demo --tables=Broker | --tables does not go with --demo; leave it out",
        "--config=tidemark.yaml --demoDir=out | --demoDir goes with --demo; leave it out",
        "--config=tidemark.yaml --list | --list goes with --pipeline=template; leave it out",
        "--config=tidemark.yaml --pipeline=digest --runTimestamp=2024-06-03T02:00:00Z | --runTimestamp goes with --pipeline=nightly or --pipeline=compare-keys or --pipeline=rebucket; leave it out",
        "--config=tidemark.yaml --pipeline=vacuum --summaryFile=run.json | --summaryFile does not go with --pipeline=vacuum; leave it out",
        "--cnfig=tidemark.yaml | --cnfig is not known; did you mean --config?",
        "--pipeline=vacum | --pipeline=vacum is not known; did you mean vacuum?",
        "--pipeline=dance | --pipeline=dance is not known; known here: nightly, compare-keys, check, status, plan, reconcile, digest, export, report, rebucket, vacuum, template, demo",
      })
  void whatDoesNotFitTogetherIsNamed(String arguments, String complaint) throws IOException {
    Path config = config(minimal());

    assertThat(
        problems(arguments.replace("tidemark.yaml", config.toString()).split(" ")),
        contains(complaint));
  }

  @ParameterizedTest
  @CsvSource({
    "--pipeline=nightly, spark://10.0.0.1:7077",
    "--pipeline=compare-keys, yarn",
    "--pipeline=nightly, 'local-cluster[2,1,1024]'"
  })
  void aSourceInAFileIsRefusedToTheWorkersOfACluster(String pipeline, String master)
      throws IOException {
    assertThat(
        problems(
            "--config=" + config(minimal()),
            pipeline,
            "--runner=SparkRunner",
            "--sparkMaster=" + master),
        contains(
            "source.url: jdbc:h2:file:"
                + folder.resolve("source")
                + " is open to one process, and the workers of "
                + master
                + " are others; serve it, as jdbc:h2:tcp://host/path, or run with"
                + " --sparkMaster=local[4]"));
    nothingWasWritten();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:tcp://10.0.0.2/~/source, --runner=SparkRunner --sparkMaster=yarn",
    "jdbc:h2:file:/mnt/source;AUTO_SERVER=TRUE, --runner=SparkRunner --sparkMaster=yarn",
    "jdbc:postgresql://10.0.0.2/source, --runner=SparkRunner --sparkMaster=yarn",
    "jdbc:h2:file:/mnt/source, --runner=SparkRunner --sparkMaster=local[2]",
    "jdbc:h2:file:/mnt/source, --runner=SparkRunner",
    "jdbc:h2:file:/mnt/source, --sparkMaster=yarn",
    "jdbc:h2:file:/mnt/source, --runner=SparkRunner --sparkMaster=yarn --pipeline=reconcile"
  })
  void aSourceThatEveryWorkerReachesIsNot(String url, String arguments) throws IOException {
    Path config =
        config("source: {url: '" + url + "'}\nlake: {root: '" + folder.resolve("lake") + "'}\n");

    assertThat(problems(("--config=" + config + " " + arguments).split(" ")), is(List.of()));
  }

  @Test
  void aControlStoreInAFileIsTheLaunchersAlone() throws IOException {
    Path config =
        config(
            "source: {url: 'jdbc:h2:tcp://10.0.0.2/~/source'}\nlake: {root: '"
                + folder.resolve("lake")
                + "'}\ncontrol: {url: 'jdbc:h2:file:"
                + folder.resolve("control")
                + "'}\n");

    assertThat(
        problems("--config=" + config, "--runner=SparkRunner", "--sparkMaster=yarn"),
        is(List.of()));
  }

  @Test
  void theDemoIsRefusedToACluster() {
    assertThat(
        problems("--demo", "--runner=SparkRunner", "--sparkMaster=spark://10.0.0.1:7077"),
        contains(
            "--demo: its source is open to one process, and the workers of"
                + " spark://10.0.0.1:7077 are others; run it with --sparkMaster=local[4]"));
  }

  @Test
  void flagsThatAreOffAreNotGiven() throws IOException {
    Path config = config(minimal());

    assertThat(
        problems(
            "--config=" + config,
            "--demo=false",
            "--dryRun=False",
            "--overwrite=false",
            "--list=false",
            "--liftFuse=false"),
        is(List.of()));
  }

  @Test
  void anExportThatNamesNothingIsToldAllThatIsMissing() {
    assertThat(
        problems("--pipeline=export"),
        contains(
            "--config is missing; name a configuration file, or run the demo with --demo",
            "--table is missing; write --table=mart/gpi_utilisation, for instance",
            "--to is missing; write --to=gpi.csv, for instance"));
  }

  @Test
  void aBadArgumentIsInTheSummaryFileToo() throws IOException {
    Path summary = folder.resolve("run.json");
    Launch launched =
        Launch.at(
            DemoLake.NOW,
            "--config=" + config(minimal()),
            "--summaryFile=" + summary,
            "--runTimestmp=x");

    assertThat(launched.exitCode(), is(2));
    assertThat(Files.readAllLines(summary), is(List.of(launched.lastLine())));
  }

  private static List<String> problems(String... args) {
    Problems problems = new Problems();
    ParameterCheck.of(Arguments.read(problems, args), problems);
    return problems.all();
  }

  private String minimal() {
    return "source: {url: 'jdbc:h2:file:"
        + folder.resolve("source")
        + "'}\nlake: {root: '"
        + folder.resolve("lake")
        + "'}\n";
  }

  private Path config(String yaml) throws IOException {
    return Files.writeString(folder.resolve("tidemark.yaml"), yaml);
  }

  private void nothingWasWritten() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(
          files.map(Path::getFileName).map(Path::toString).toList(), contains("tidemark.yaml"));
    }
  }
}
