// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadArgumentsTest {

  private final Path folder;

  BadArgumentsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--runTimestmp=2024-06-03T02:00:00Z | --runTimestmp is not known; did you mean --runTimestamp?",
        "--xyzzy=1 | --xyzzy is not known; see --help",
        "nightly | argument nightly is not an option; write --name=value",
        "--tables= | --tables has no value; write --tables=value",
        "--demo=maybe | --demo=maybe is neither true nor false; write --demo",
        "--pipeline=nightlyy | --pipeline=nightlyy is not known; did you mean nightly?",
        "--runTimestamp=yesterday | --runTimestamp=yesterday is not an instant; write it as 2024-06-03T02:00:00Z",
        "--asOf=03/06/2024 | --asOf=03/06/2024 is not a day; write it as 2024-06-03",
      })
  void aMistypedArgumentIsNamedWithItsRemedy(String argument, String complaint) throws IOException {
    isRefused(launch("--config=" + minimal(""), argument), complaint);
    nothingWasWritten();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--config | --config has no value; write --config=value",
        "--config=none.yaml | configuration file none.yaml cannot be read; check the path given as --config",
      })
  void aConfigurationThatIsNotThereIsNamed(String argument, String complaint) {
    isRefused(launch(argument), complaint);
  }

  @Test
  void withoutArgumentsTheConfigurationIsAskedFor() {
    isRefused(
        launch(), "--config is missing; name a configuration file, or run the demo with --demo");
  }

  @Test
  void anOptionThatIsGivenTwiceIsRefused() throws IOException {
    isRefused(
        launch("--config=" + minimal(""), "--config=b.yaml"),
        "--config is given twice; remove one");
  }

  @Test
  void anUnknownRunnerIsNamed() throws IOException {
    Launch launched = launch("--config=" + minimal(""), "--runner=FlinkRunner");
    assertThat(launched.exitCode(), is(2));
    assertThat(
        launched.complaints(),
        contains(containsString("Unknown 'runner' specified 'FlinkRunner', supported")));
  }

  @Test
  void aMisspeltKeyIsNamedWithItsFile() throws IOException {
    Path config = config("sorce: {url: 'jdbc:h2:mem:x'}\nlake: {root: lake, bukets: 8}\n");
    isRefused(
        launch("--config=" + config),
        "3 problems: (1) "
            + config
            + ": source: missing; add a block with url, user and password"
            + " (2) lake.bukets: unknown key; did you mean buckets?"
            + " (3) sorce: unknown key; did you mean source?");
  }

  @Test
  void anUnknownTableIsNamedBeforeAnythingIsTouched() throws IOException {
    isRefused(
        launch("--config=" + minimal(""), "--tables=Broker,PremiumTransactions"),
        "--tables: table PremiumTransactions is not configured; did you mean PremiumTransaction?");
    nothingWasWritten();
  }

  @Test
  void aDisabledTableCannotBeAskedFor() throws IOException {
    isRefused(
        launch("--config=" + minimal("tables: {Broker: {enabled: false}}\n"), "--tables=Broker"),
        "--tables: Broker is disabled; set tables.Broker.enabled: true");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--umr=B0999CH001 | --sectionNo is missing; --umr, --sectionNo and --month name one bordereau together",
        "--umr=B0999CH001 --sectionNo=S1 | --month is missing; --umr, --sectionNo and --month name one bordereau together",
        "--month=2024-03 | --umr is missing; --umr, --sectionNo and --month name one bordereau together",
        "--umr=B0999CH001 --sectionNo=S1 --month=2024-13 | --month=2024-13 is not a month; write it as 2024-03",
        "--umr=B0999CH001 --sectionNo=S1 --month=March | --month=March is not a month; write it as 2024-03",
        "--umr=B0999CH001 --sectionNo=S1 --month=2024-03 | --umr, --sectionNo and --month need --tables; name the tables that were loaded again",
        "--umr=B0999CH001 --sectionNo=S1 --month=2024-03 --tables=Broker | --tables: Broker is not sent in bordereaux; leave out --umr, --sectionNo and --month",
        "--tables=ExchangeRate | --tables: ExchangeRate is read whole, so what is deleted leaves it in every run; leave it out",
        "--tables=PremiumTransactions | --tables: table PremiumTransactions is not configured; did you mean PremiumTransaction?",
      })
  void whatCannotBeComparedIsNamed(String arguments, String complaint) throws IOException {
    List<String> all =
        new ArrayList<>(List.of("--pipeline=compare-keys", "--config=" + minimal("")));
    all.addAll(List.of(arguments.strip().split(" ")));

    isRefused(launch(all.toArray(new String[0])), complaint);
    nothingWasWritten();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--pipeline=rebucket --buckets=0 | --buckets=0 is not a whole number from 1 to 4096",
        "--pipeline=rebucket --buckets=4097 | --buckets=4097 is not a whole number from 1 to 4096",
        "--pipeline=rebucket --buckets=many | --buckets=many is not a whole number from 1 to 4096",
        "--pipeline=rebucket --tables=Broker | --tables does not go with --pipeline=rebucket; leave it out",
        "--pipeline=vacuum --retain=abc | --retain=abc is not a duration; write P7D, PT36H, or 7 for days",
        "--pipeline=vacuum --retain=P1M | --retain=P1M is not a duration; write P7D, PT36H, or 7 for days",
        "--pipeline=vacuum --retain=PT59M | --retain=PT59M is shorter than PT1H: it would take files from under those who read or write now",
        "--pipeline=vacuum --retain=-P1D | --retain=-P1D is shorter than PT1H: it would take files from under those who read or write now",
        "--pipeline=vacuum --retain=999999 | --retain=999999 is longer than PT876000H; do not vacuum instead",
        "--pipeline=vacuum --tables=Broker | --tables does not go with --pipeline=vacuum; leave it out",
        "--pipeline=digest --cut=latest | --cut=latest is not a batch id; write the number of a file in _published, without zeros in front",
        "--pipeline=digest --cut=3 --knownAt=2024-03-31 | --cut and --knownAt each choose a cut; leave one of them out",
        "--pipeline=digest --knownAt=March | --knownAt=March is neither a day nor an instant; write 2024-03-31, or 2024-03-31T18:00:00Z",
        "--pipeline=export --to=gpi.csv | --table is missing; write --table=mart/gpi_utilisation, for instance",
        "--pipeline=export --table=mart/gpi_utilisation | --to is missing; write --to=gpi.csv, for instance",
        "--pipeline=export --table=mart/gpi_utilisation --to=gpi.xls | --to=gpi.xls tells no format; name a file that ends with .csv or .parquet",
        "--pipeline=export --table=mart/gpi_utilisation --to=/ | --to=/ tells no format; name a file that ends with .csv or .parquet",
        "--overwrite | --overwrite goes with --pipeline=export; leave it out",
        "--buckets=8 | --buckets goes with --pipeline=rebucket; leave it out",
        "--retain=P7D | --retain goes with --pipeline=vacuum; leave it out",
        "--pipeline=rebucket --dryRun | --dryRun goes with --pipeline=vacuum; leave it out",
        "--pipeline=reconcile --cut=3 | --cut goes with --pipeline=digest or --pipeline=export; leave it out",
      })
  void whatUpkeepCannotDoIsNamed(String arguments, String complaint) throws IOException {
    List<String> all = new ArrayList<>(List.of("--config=" + minimal("")));
    all.addAll(List.of(arguments.strip().split(" ")));

    isRefused(launch(all.toArray(new String[0])), complaint);
    nothingWasWritten();
  }

  @Test
  void theFuseIsOfAComparisonOnly() throws IOException {
    isRefused(
        launch("--config=" + minimal(""), "--liftFuse"),
        "--liftFuse goes with --pipeline=compare-keys; leave it out");
  }

  @Test
  void aSourceOfAnUnknownKindIsRefused() throws IOException {
    isRefused(
        launch(
            "--config="
                + config("source: {url: 'jdbc:oracle:thin:@//h/x'}\nlake: {root: 'lake'}\n")),
        "source URL jdbc:oracle:thin:@//h/x is of no known database;"
            + " use jdbc:sqlserver:, jdbc:snowflake:, jdbc:postgresql: or jdbc:h2:");
  }

  @Test
  void aSummaryThatCannotBeWrittenIsToldBeforeTheRun() throws IOException {
    Path config = minimal("");
    isRefused(
        launch("--config=" + config, "--summaryFile=" + folder),
        "--summaryFile="
            + folder
            + " cannot be written (it is a folder); name a file in a folder that can be written");
    nothingWasWritten();
  }

  @Test
  void helpTellsEveryOptionAndSucceeds() {
    Launch launched = launch("--help");
    assertThat(launched.exitCode(), is(0));
    String text = String.join("\n", launched.output());
    for (OwnOption option : OwnOption.all()) {
      assertThat(text, containsString("--" + option.name()));
      assertThat(text, containsString(option.description()));
    }
    assertThat(launched.progress().lines().toList(), is(List.of()));
  }

  private static void isRefused(Launch launched, String complaint) {
    assertThat(launched.complaints(), contains("tidemark: " + complaint));
    assertThat(launched.exitCode(), is(2));
    assertThat(launched.progress().lines().toList(), everyItem(not(startsWith("\tat "))));
    assertThat(launched.lastLine(), startsWith("{\"schema\":1,"));
    assertThat(launched.lastLine(), containsString("\"outcome\":\"FAILED\""));
  }

  private static Launch launch(String... args) {
    return Launch.at(DemoLake.NOW, args);
  }

  private Path minimal(String more) throws IOException {
    return config(
        "source: {url: 'jdbc:h2:file:"
            + folder.resolve("source")
            + "'}\nlake: {root: '"
            + folder.resolve("lake")
            + "'}\n"
            + more);
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
