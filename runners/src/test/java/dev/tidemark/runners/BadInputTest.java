// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.anEmptyMap;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;

import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.runners.DemoLake.State;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run meets at a source, a lake or a control store that is not as it should be. */
class BadInputTest {

  private static final String SECRET = "xyzzy-17";
  private static final String CHANGED_BROKER =
      "UPDATE ref.Broker SET BrokerName = 'Renamed', ModifiedDate = '2024-06-03 10:00:00'"
          + " WHERE BrokerCode = (SELECT MIN(BrokerCode) FROM ref.Broker)";

  private static DemoLake loaded;

  private final DemoLake lake;
  private final Path folder;

  BadInputTest(@TempDir Path folder) {
    this.folder = folder;
    lake = loaded.copyTo(folder);
  }

  @BeforeAll
  static void loadDayOne(@TempDir Path folder) {
    loaded = DemoLake.withSourceIn(folder);
    assertThat(loaded.run(1).exitCode(), is(0));
  }

  @Test
  void aSourceFileThatIsNotThereIsNotCreated() {
    lake.configureWholly(
        "source: {url: 'jdbc:h2:file:"
            + folder.resolve("none")
            + "'}\nlake: {root: '"
            + lake.root()
            + "', buckets: 2}\n");
    nothingIsDone(
        4,
        "source jdbc:h2:file:"
            + folder.resolve("none")
            + ": the database does not exist; check its name in the URL");
    assertThat(Files.exists(folder.resolve("none.mv.db")), is(false));
  }

  @Test
  void aSourceThatDoesNotAnswerIsWorthARetry() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    String url = "jdbc:postgresql://localhost:" + port + "/bdx";
    lake.configureWholly(
        "source: {url: '" + url + "', user: reader}\nlake: {root: '" + lake.root() + "'}\n");
    nothingIsDone(
        4,
        "source "
            + url
            + ": nothing answers there; check host and port, and that the database is up");
  }

  @Test
  void aWrongPasswordIsNotRepeated() throws IOException {
    Files.writeString(folder.resolve("password"), SECRET);
    lake.configureWholly(
        lake.yaml().replace("source:\n", "source:\n  user: reader\n  password: file:password\n"));
    Launch launched =
        nothingIsDone(
            4,
            "source jdbc:h2:file:"
                + folder.resolve("source/demo")
                + ": user reader or its password is refused; check user and password");
    assertThat(launched.toString(), not(containsString(SECRET)));
  }

  @Test
  void aTableWithoutARequiredColumnFailsAndTheOthersArePublished() {
    lake.sql("ALTER TABLE bdx.PremiumTransaction DROP COLUMN GrossPremium", CHANGED_BROKER);
    onlyPremiumFails(
        "PremiumTransaction: column GrossPremium (DECIMAL(18,2)) is missing from"
            + " BDX.PREMIUMTRANSACTION in jdbc:h2:file:"
            + folder.resolve("source/demo")
            + "; add it there, or read a view that has it");
  }

  @Test
  void aReferenceTableThatIsMissingStopsTheRun() {
    lake.sql("ALTER TABLE ref.Coverholder RENAME TO Coverholders", CHANGED_BROKER);
    nothingIsDone(
        1,
        "Coverholder: table ref.Coverholder is not in jdbc:h2:file:"
            + folder.resolve("source/demo")
            + ", or the user may not see it; check schema and sourceTable of the configuration;"
            + " nothing is published without Coverholder");
  }

  @Test
  void aColumnOfAnotherTypeIsNamed() {
    lake.sql(
        "ALTER TABLE ref.Broker DROP COLUMN Pseudonym",
        "ALTER TABLE ref.Broker ADD COLUMN Pseudonym DATE");
    nothingIsDone(
        1,
        "Broker: column Pseudonym is DATE in REF.BROKER in jdbc:h2:file:"
            + folder.resolve("source/demo")
            + ", but its contract says VARCHAR(10); change the column, or read a view that casts"
            + " it; nothing is published without Broker");
  }

  @Test
  void rowsWithoutAMarkFailTheirTable() {
    lake.sql(
        "UPDATE bdx.PremiumTransaction SET ModifiedDate = NULL WHERE PremiumTransactionId = 17",
        CHANGED_BROKER);
    onlyPremiumFails(
        "PremiumTransaction: 1 rows have no ModifiedDate; give them one, or set nullWatermark:"
            + " include to load them, exclude to leave them out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DirectRunner", "SparkRunner"})
  void aValueThatDoesNotFitItsContractStopsTheRun(String runner) {
    lake.sql(
        "ALTER TABLE bdx.PremiumTransaction ALTER COLUMN GrossPremium DECIMAL(30,2)",
        "UPDATE bdx.PremiumTransaction SET GrossPremium = 123456789012345678901.00,"
            + " ModifiedDate = '2024-06-03 10:00:00' WHERE PremiumTransactionId = 17");
    nothingIsDone(
        1,
        "PremiumTransaction: column GrossPremium of the row with PremiumTransactionId 17 in H2"
            + " BDX.PREMIUMTRANSACTION holds 123456789012345678901.00, but its contract says"
            + " DECIMAL(18,2); correct the row, or widen the contract",
        "--runner=" + runner);
  }

  @Test
  void aLakeThatIsAFileIsNotTouched() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "mine");
    nothingIsDone(
        4,
        "the lake "
            + file
            + " cannot be written (Destination exists and is not a directory: "
            + file
            + "); check the path and its permissions",
        "--lakeRoot=" + file);
    assertThat(Files.readString(file), is("mine"));
  }

  @Test
  void anotherRunOnTheLakeIsNamed() {
    try (ControlStore control = JdbcControlStore.open(lake.configuration().control())) {
      control.acquire(Set.of("Broker"), "night#other", DemoLake.NOW, Duration.ofMinutes(2));
      nothingIsDone(
          4,
          "table Broker is held by run night#other until 2024-06-10T02:02:00Z; wait for that run to"
              + " end, or for the lease to expire");
    }
  }

  @Test
  void theLeaseOfAKilledProcessIsNotInTheWay() {
    lake.controlSql(
        "INSERT INTO etl.lease (table_name, owner_run_id, expires_utc)"
            + " VALUES ('*', 'night#dead', '2024-06-10 02:02:00')");
    assertThat(lake.run(1).exitCode(), is(0));
  }

  @Test
  void aControlStoreInUseIsWorthARetry() throws IOException {
    Path file = Path.of(lake.root(), "_control", "tidemark.mv.db");
    State before = lake.state();
    Launch launched;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.lock();
      launched = lake.run(2);
    }
    assertThat(
        launched.complaints(),
        contains(
            "tidemark: control database jdbc:h2:file:"
                + Path.of(lake.root(), "_control", "tidemark")
                + " is in use by another process; wait until that run has ended"));
    assertThat(launched.exitCode(), is(4));
    assertThat(lake.state(), is(before));
  }

  @Test
  void aMarkThatTheSourcesClockHasNotReachedFailsItsTable() {
    lake.sql(CHANGED_BROKER);
    lake.controlSql(
        "UPDATE etl.watermark SET last_watermark = '9998-01-01 00:00:00.000000'"
            + " WHERE table_name = 'PremiumTransaction'");
    Launch launched = lake.run(2);
    assertThat(launched.exitCode(), is(1));
    assertThat(
        launched.complaints(),
        contains(
            startsWith(
                "tidemark: 1 of 8 tables failed, the others are done: PremiumTransaction: its mark"
                    + " TIMESTAMP 9998-01-01 00:00:00.000000 is later than the source's clock")));
  }

  @Test
  void aMarkThatTheSourceNoLongerHoldsIsToldAndKept() {
    lake.sql(
        "DELETE FROM ref.Broker WHERE ModifiedDate = (SELECT MAX(ModifiedDate) FROM ref.Broker)");
    State before = lake.state();
    Launch launched =
        lake.run(2, "--asOf=2024-06-03"); // another day has its own missing bordereaux
    assertThat(launched.complaints(), hasSize(0));
    assertThat(launched.exitCode(), is(0));
    assertThat(
        launched.progress().lines().toList(),
        hasItem(
            containsString(
                "before the mark; see whether rows were removed or an older copy was restored")));
    assertThat(lake.state(), is(before));
  }

  @Test
  void aDataFileThatIsDamagedIsNamedAndOnceItIsRestoredTheRunGoesOn() throws IOException {
    lake.sql(CHANGED_BROKER);
    Path file;
    try (Stream<Path> files = Files.walk(Path.of(lake.root(), "silver/broker_changes/_bucket=0"))) {
      file = files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    byte[] sound = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(sound, sound.length / 2));
    State before = lake.state();

    Launch damaged = lake.run(2);

    assertThat(
        damaged.complaints(), contains(startsWith("tidemark: file " + file + " is damaged (")));
    assertThat(
        damaged.complaints(),
        contains(
            endsWith(
                "; restore it from a copy of the lake, or move its table away so that it is built"
                    + " anew")));
    assertThat(damaged.exitCode(), is(1));
    assertThat(lake.state(), is(before));
    Files.write(file, sound);
    assertThat(lake.run(2).exitCode(), is(0));
  }

  private void onlyPremiumFails(String complaint) {
    State before = lake.state();
    Launch launched = lake.run(2);
    assertThat(
        launched.complaints(),
        contains("tidemark: 1 of 8 tables failed, the others are done: " + complaint));
    assertThat(launched.exitCode(), is(1));
    assertThat(launched.lastLine(), containsString("\"outcome\":\"PARTIAL\""));
    assertThat(
        launched.lastLine(),
        containsString("{\"table\":\"PremiumTransaction\",\"status\":\"FAILED\""));
    State after = lake.state();
    assertThat(
        after.marks().get("PremiumTransaction"), is(before.marks().get("PremiumTransaction")));
    assertThat(after.marks().get("Broker"), is(not(before.marks().get("Broker"))));
    assertThat(
        after.versions().get("silver/premium_transaction"),
        is(before.versions().get("silver/premium_transaction")));
    assertThat(
        after.versions().get("gold/dim_broker"), is(not(before.versions().get("gold/dim_broker"))));
  }

  private Launch nothingIsDone(int code, String complaint, String... more) {
    State before = lake.state();
    assertThat(before.versions(), is(not(anEmptyMap())));
    Launch launched = lake.run(2, more);
    assertThat(launched.complaints(), contains("tidemark: " + complaint));
    assertThat(launched.exitCode(), is(code));
    assertThat(launched.progress().lines().toList(), everyItem(not(startsWith("\tat "))));
    assertThat(
        launched.lastLine(),
        startsWith("{\"schema\":1,\"pipeline\":\"nightly\",\"run_id\":\"run-2024-06-04"));
    assertThat(launched.lastLine(), containsString("\"outcome\":\"FAILED\""));
    assertThat(lake.state(), is(before));
    return launched;
  }
}
