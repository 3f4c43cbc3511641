// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.demo.DemoSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Passwords and names of people are nowhere in what runs leave behind, whether they end well or
 * badly: looked for in every line, file, table and figure. Only landing has names.
 */
@Tag("thorough")
class NothingPrivateTest {

  private static final String PASSWORD = "correct-horse-battery";
  private static final String WRONG = "staple-of-another-horse";
  private static final String SALT = "a-pinch-of-grey-salt-0001";
  private static final String INSURED = "Quillfeather";
  private static final String CLAIMANT = "Wrenthorpe";
  private static final List<String> PRIVATE = List.of(PASSWORD, WRONG, SALT, INSURED, CLAIMANT);

  private static final String GRANT = "GRANT SELECT ON ALL TABLES IN SCHEMA bdx, ref TO reader";

  private static DemoInPostgres postgres;
  private static Path folder;

  /** What the runs printed, and how they ended. */
  private static final List<Launch> LAUNCHES = new ArrayList<>();

  @BeforeAll
  @Timeout(120)
  static void runs(@TempDir Path temporary) throws Exception {
    folder = temporary;
    postgres = DemoInPostgres.withSourceIn(Files.createDirectories(folder.resolve("demo")));
    postgres.execute(
        "CREATE ROLE reader LOGIN PASSWORD '" + PASSWORD + "'",
        "GRANT USAGE ON SCHEMA bdx, ref TO reader",
        GRANT,
        "UPDATE bdx.\"RiskTransaction\" SET insuredname = '%s ' || risktransactionid"
            .formatted(INSURED),
        "UPDATE bdx.\"ClaimTransaction\" SET claimantname = '%s ' || claimtransactionid"
            .formatted(CLAIMANT),
        // one bad row of each sort goes to quarantine
        "UPDATE bdx.\"RiskTransaction\" SET umr = 'X' WHERE risktransactionid ="
            + " (SELECT min(risktransactionid) FROM bdx.\"RiskTransaction\")",
        "UPDATE bdx.\"ClaimTransaction\" SET umr = 'X' WHERE claimtransactionid ="
            + " (SELECT min(claimtransactionid) FROM bdx.\"ClaimTransaction\")");
    postgres.askForPasswordOf("reader");
    awaitRefusalOf("reader");
    Files.writeString(folder.resolve("password"), PASSWORD);
    Files.writeString(folder.resolve("wrong"), WRONG);
    Files.writeString(folder.resolve("salt"), SALT);

    ends(0, "password", "--runId=good", "--runner=" + DisplayedRunner.class.getName());
    ends(0, "password", "--pipeline=check");
    ends(0, "password", "--pipeline=plan");
    ends(0, "password", "--pipeline=reconcile");
    ends(0, "password", "--pipeline=compare-keys", "--logFormat=json");
    ends(4, "wrong", "--runId=refused");
    ends(4, "wrong", "--runId=refused-json", "--logFormat=json");
    postgres.execute(
        "ALTER TABLE bdx.\"RiskTransaction\" ALTER insuredname TYPE VARCHAR(500)",
        changed("RiskTransaction", "insuredname = repeat('" + INSURED + " ', 30)"));
    ends(0, "password", "--runId=long-name");
    postgres.execute(
        changed("RiskTransaction", "insuredname = '" + INSURED + "'"),
        "ALTER TABLE bdx.\"ClaimTransaction\" RENAME TO claim");
    postgres.execute(claimsAs("CAST(claimantname AS NUMERIC(18,2))"), GRANT);
    ends(1, "password", "--runId=no-number");
    ends(1, "password", "--runId=no-number-json", "--logFormat=json");
    postgres.execute(
        "DROP VIEW bdx.\"ClaimTransaction\"",
        claimsAs("paidthismonth") + " UNION ALL SELECT * FROM bdx.claim",
        GRANT);
    ends(3, "password", "--runId=twice");
  }

  @AfterAll
  static void stopsTheDatabase() throws IOException {
    postgres.close();
  }

  @Test
  void nothingIsPrinted() {
    for (Launch launch : LAUNCHES) {
      isClean("standard output", String.join("\n", launch.output()));
      isClean("standard error", launch.progress());
    }
  }

  @Test
  void theFailuresTellWhatIsWrongNonetheless() {
    assertThat(
        complaint("refused"),
        containsString("user reader or its password is refused; check user and password"));
    assertThat(
        complaint("no-number"), containsString("invalid input syntax for type numeric: (masked)"));
    assertThat(complaint("twice"), containsString("rows landed with the key of another"));
  }

  @Test
  void nothingIsLeftInFiles() throws IOException {
    List<Path> files = files(file -> !isData(file));
    assertThat(files.size(), is(greaterThan(50)));
    for (Path file : files) {
      isClean(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
    }
  }

  @Test
  void nothingIsLeftInTablesButLandingHasTheNames() throws Exception {
    StringBuilder landed = new StringBuilder();
    int quarantined = 0;
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
      for (Path file : files(NothingPrivateTest::isData)) {
        String rows = rows(duckDb, file);
        String place = folder.relativize(file).toString();
        if (place.startsWith("lake/landing/")) {
          landed.append(rows);
        } else {
          isClean(place, rows);
          quarantined += place.contains("/quarantine/") ? 1 : 0;
        }
      }
    }
    assertThat(quarantined, is(greaterThan(0)));
    assertThat(landed.toString(), allOf(containsString(INSURED), containsString(CLAIMANT)));
  }

  @Test
  void nothingIsLeftInTheControlDatabase() throws SQLException {
    List<String> tables =
        postgres.rows(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = 'etl'");
    assertThat(tables.size(), is(greaterThan(3)));
    for (String table : tables) {
      isClean(table, String.join("\n", postgres.rows("SELECT * FROM etl." + table)));
    }
  }

  @Test
  void nothingIsDisplayedOfThePipeline() {
    assertThat(DisplayedRunner.DISPLAYED.size(), is(greaterThan(100)));
    isClean("display data", String.join("\n", DisplayedRunner.DISPLAYED));
  }

  private static void isClean(String what, String text) {
    for (String secret : PRIVATE) {
      int at = text.indexOf(secret);
      if (at >= 0) {
        throw new AssertionError(
            what + " has " + text.substring(Math.max(0, at - 300), at + secret.length()));
      }
    }
  }

  /** Launches with every result that there is, each in a file of its own. */
  private static void ends(int exitCode, String password, String... more) throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("tidemark.yaml"),
            """
            source: {url: "%1$s", user: reader, password: "file:%2$s"}
            control: {url: "%1$s", user: postgres}
            lake: {root: "%3$s/lake", buckets: 2}
            personalData: {salt: "file:salt"}
            """
                .formatted(postgres.url(), password, folder));
    Path results = folder.resolve("results").resolve(String.valueOf(LAUNCHES.size()));
    List<String> args = new ArrayList<>(List.of("--config=" + config));
    args.addAll(List.of(more));
    boolean isRun = Stream.of(more).noneMatch(arg -> arg.startsWith("--pipeline="));
    args.add("--summaryFile=" + results.resolve("summary.json"));
    if (isRun) {
      args.add("--runTimestamp=" + DemoSource.logicalTime(1));
      args.add("--metricsFile=" + results.resolve("tidemark.prom"));
      args.add("--lineageFile=" + results.resolve("lineage.ndjson"));
    }
    Launch launch = Launch.at(DemoLake.NOW, args.toArray(new String[0]));
    Files.createDirectories(results);
    assertThat(launch.progress(), launch.exitCode(), is(exitCode));
    LAUNCHES.add(launch);
  }

  private static String complaint(String runId) {
    return LAUNCHES.stream()
        .filter(launch -> launch.lastLine().contains("\"run_id\":\"" + runId + "\""))
        .flatMap(launch -> launch.complaints().stream())
        .findFirst()
        .orElseThrow();
  }

  /** The first row of a table with a change, which the next run reads. */
  private static String changed(String table, String change) {
    String name = "bdx.\"" + table + "\"";
    String id = table + "Id";
    return "UPDATE "
        + name
        + " SET "
        + change
        + ", modifieddate = (SELECT max(modifieddate) FROM "
        + name
        + ") + interval '1 minute' WHERE "
        + id
        + " = (SELECT max("
        + id
        + ") FROM "
        + name
        + ")";
  }

  /** A view in place of the claims, one of its amounts another. */
  private static String claimsAs(String paid) throws SQLException {
    String columns =
        String.join(
                ",",
                postgres.rows(
                    "SELECT column_name FROM information_schema.columns WHERE"
                        + " table_name = 'claim' ORDER BY ordinal_position"))
            .replace("paidthismonth", paid + " AS paidthismonth")
            // every row is new
            .replace("modifieddate", "modifieddate + interval '1 day' AS modifieddate");
    return "CREATE VIEW bdx.\"ClaimTransaction\" AS SELECT " + columns + " FROM bdx.claim";
  }

  private static List<Path> files(Predicate<Path> wanted) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          // what the runs were given, and the demo's own source
          .filter(file -> !List.of("password", "wrong", "salt").contains(name(file)))
          .filter(file -> !file.startsWith(folder.resolve("demo")))
          .filter(wanted)
          .toList();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static boolean isData(Path file) {
    return name(file).toLowerCase(Locale.ROOT).endsWith(".parquet");
  }

  private static String rows(Connection duckDb, Path file) throws SQLException {
    StringBuilder rows = new StringBuilder();
    try (Statement statement = duckDb.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT * FROM read_parquet('" + file + "', hive_partitioning = false)")) {
      while (result.next()) {
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
          rows.append(result.getString(column)).append('\n');
        }
      }
    }
    return rows.toString();
  }

  private static void awaitRefusalOf(String user) throws InterruptedException {
    while (true) {
      try (Connection open = DriverManager.getConnection(postgres.url(), user, "none")) {
        Thread.sleep(20);
      } catch (SQLException refused) {
        assertThat(refused.getSQLState(), is("28P01"));
        return;
      }
    }
  }
}
