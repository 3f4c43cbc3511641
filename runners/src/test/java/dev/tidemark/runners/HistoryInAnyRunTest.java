// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/**
 * Through the launcher: sources that show the images of their reference rows in another order, over
 * as many runs and with other repeats, leave lakes with equal digests. The tables are read whole,
 * so that an older image may come after a newer one, and flag deleted rows.
 */
class HistoryInAnyRunTest {

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");
  private static final int RUNS = 3;
  private static final int KEYS = 12;
  private static final String[] DIRECT = {"--runner=DirectRunner"};
  private static final String[] SPARK = {"--runner=SparkRunner", "--sparkMaster=local[2]"};

  private static final String SETTINGS =
      """
      source: {url: 'jdbc:h2:file:%1$s/source'}
      lake: {root: '%1$s/lake', buckets: 1}
      tables:
        Coverholder: {mode: full, contract: '%1$s/coverholder.yaml'}
        Broker: {mode: full, contract: '%1$s/broker.yaml'}
        ContractSection: {mode: full, contract: '%1$s/section.yaml'}
        PremiumTransaction: {enabled: false}
        RiskTransaction: {enabled: false}
        ClaimTransaction: {enabled: false}
        BusinessPlan: {enabled: false}
        ExchangeRate: {enabled: false}
      trackedColumns:
        coverholder: [status]
        broker: []
      """;

  private static final String COVERHOLDER =
      """
      table: Coverholder
      schema: ref
      key: [CoverholderId]
      columns:
        - {name: CoverholderId, type: VARCHAR(20), nullable: false}
        - {name: CoverholderName, type: NVARCHAR(200)}
        - {name: Status, type: VARCHAR(20)}
        - {name: IsDeleted, type: BIT}
        - {name: ModifiedDate, type: DATETIME2(6)}
      """;

  private static final String BROKER =
      """
      table: Broker
      schema: ref
      key: [BrokerCode]
      columns:
        - {name: BrokerCode, type: CHAR(4), nullable: false}
        - {name: BrokerName, type: NVARCHAR(200)}
        - {name: Pseudonym, type: VARCHAR(10)}
        - {name: IsDeleted, type: BIT}
        - {name: ModifiedDate, type: DATETIME2(6)}
      """;

  private static final String SECTION =
      """
      table: ContractSection
      schema: ref
      key: [UMR, SectionNo]
      columns:
        - {name: UMR, type: VARCHAR(17), nullable: false}
        - {name: SectionNo, type: VARCHAR(10), nullable: false}
        - {name: AgreementNo, type: VARCHAR(50)}
        - {name: CoverholderId, type: VARCHAR(20), nullable: false}
        - {name: BrokerCode, type: CHAR(4), nullable: false}
        - {name: ClassOfBusiness, type: VARCHAR(60), nullable: false}
        - {name: RiskCode, type: VARCHAR(4)}
        - {name: YearOfAccount, type: SMALLINT, nullable: false}
        - {name: PeriodFrom, type: DATE, nullable: false}
        - {name: PeriodTo, type: DATE, nullable: false}
        - {name: SectionCurrency, type: CHAR(3)}
        - {name: GpiLimit, type: "DECIMAL(18,2)"}
        - {name: GpiCurrency, type: CHAR(3)}
        - {name: GpiNotifiablePct, type: "DECIMAL(5,2)"}
        - {name: CommissionPctDefault, type: "DECIMAL(9,4)"}
        - {name: BordereauDueDays, type: SMALLINT}
        - {name: BordereauInterval, type: VARCHAR(10)}
        - {name: IsDeleted, type: BIT}
        - {name: ModifiedDate, type: DATETIME2(6)}
      """;

  private static final String[] TABLES = {
    "CREATE SCHEMA ref",
    "CREATE TABLE ref.Coverholder (CoverholderId VARCHAR(20) PRIMARY KEY, CoverholderName"
        + " VARCHAR(200), Status VARCHAR(20), IsDeleted BOOLEAN, ModifiedDate TIMESTAMP(6))",
    "CREATE TABLE ref.Broker (BrokerCode CHAR(4) PRIMARY KEY, BrokerName VARCHAR(200), Pseudonym"
        + " VARCHAR(10), IsDeleted BOOLEAN, ModifiedDate TIMESTAMP(6))",
    "CREATE TABLE ref.ContractSection (UMR VARCHAR(17), SectionNo VARCHAR(10), AgreementNo"
        + " VARCHAR(50), CoverholderId VARCHAR(20), BrokerCode CHAR(4), ClassOfBusiness"
        + " VARCHAR(60), RiskCode VARCHAR(4), YearOfAccount SMALLINT, PeriodFrom DATE, PeriodTo"
        + " DATE, SectionCurrency CHAR(3), GpiLimit DECIMAL(18,2), GpiCurrency CHAR(3),"
        + " GpiNotifiablePct DECIMAL(5,2), CommissionPctDefault DECIMAL(9,4), BordereauDueDays"
        + " SMALLINT, BordereauInterval VARCHAR(10), IsDeleted BOOLEAN, ModifiedDate TIMESTAMP(6),"
        + " PRIMARY KEY (UMR, SectionNo))"
  };

  /** What a row of a source says, from an hour on: an untracked and a tracked column. */
  record Image(String untracked, String tracked, String isDeleted, int hour) {}

  @Property(tries = 1, shrinking = ShrinkingMode.OFF)
  void theOrderOfImagesOverRunsLeavesNoTrace(@ForAll long seed) throws IOException, SQLException {
    Random random = new Random(seed);
    List<List<Image>> stories = stories(random);

    assertThat(load(stories, random, DIRECT), is(load(stories, random, DIRECT)));
  }

  @Property(tries = 3, shrinking = ShrinkingMode.OFF)
  @Tag("thorough")
  void norDoesTheRunner(@ForAll long seed) throws IOException, SQLException {
    Random random = new Random(seed);
    List<List<Image>> stories = stories(random);

    assertThat(load(stories, random, SPARK), is(load(stories, random, DIRECT)));
  }

  /** Per key up to three images, of one hour at most a delete beside an update. */
  private static List<List<Image>> stories(Random random) {
    List<List<Image>> stories = new ArrayList<>();
    for (int key = 0; key < 3 * KEYS; key++) {
      List<Image> images = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(RUNS); i++) {
        Image image =
            new Image(
                random.nextInt(3) == 0 ? "NULL" : "'u" + random.nextInt(2) + "'",
                random.nextInt(3) == 0 ? "NULL" : "'t" + random.nextInt(2) + "'",
                random.nextInt(3) == 0 ? "TRUE" : "FALSE",
                1 + random.nextInt(5));
        if (images.stream()
            .noneMatch(
                known ->
                    known.hour() == image.hour() && known.isDeleted().equals(image.isDeleted()))) {
          images.add(image);
        }
      }
      stories.add(images);
    }
    return stories;
  }

  /** Loads a lake from a source that shows every image of each key in some run. */
  private static List<String> load(List<List<Image>> stories, Random random, String... runner)
      throws IOException, SQLException {
    Path folder = Files.createTempDirectory("any-run").toRealPath();
    Files.writeString(folder.resolve("coverholder.yaml"), COVERHOLDER);
    Files.writeString(folder.resolve("broker.yaml"), BROKER);
    Files.writeString(folder.resolve("section.yaml"), SECTION);
    Path config =
        Files.writeString(
            folder.resolve("tidemark.yaml"), String.format(Locale.ROOT, SETTINGS, folder));
    List<List<Image>> shown = new ArrayList<>();
    for (List<Image> images : stories) {
      List<Image> runs = new ArrayList<>(images);
      while (runs.size() < RUNS) {
        runs.add(images.get(random.nextInt(images.size())));
      }
      Collections.shuffle(runs, random);
      shown.add(runs);
    }
    sql(folder, List.of(TABLES));
    for (int run = 0; run < RUNS; run++) {
      sql(folder, source(shown, run));
      Launch launch = launch(config, NIGHT.plus(Duration.ofDays(run)), runner);
      assertThat(launch.progress(), launch.exitCode(), is(0));
    }
    List<String> digests =
        launch(config, NIGHT, "--pipeline=digest").output().stream()
            .filter(line -> line.startsWith("silver/") || line.startsWith("gold/"))
            .toList();
    assertThat(digests, is(not(hasSize(0))));
    return digests;
  }

  private static List<String> source(List<List<Image>> shown, int run) {
    List<String> statements =
        new ArrayList<>(
            List.of(
                "DELETE FROM ref.Coverholder",
                "DELETE FROM ref.Broker",
                "DELETE FROM ref.ContractSection"));
    for (int key = 0; key < KEYS; key++) {
      Image coverholder = shown.get(key).get(run);
      statements.add(
          String.format(
              Locale.ROOT,
              "INSERT INTO ref.Coverholder VALUES ('CH%d', %s, %s, %s, '2024-01-01 %02d:00:00')",
              key,
              coverholder.untracked(),
              coverholder.tracked(),
              coverholder.isDeleted(),
              coverholder.hour()));
      Image broker = shown.get(KEYS + key).get(run);
      statements.add(
          String.format(
              Locale.ROOT,
              "INSERT INTO ref.Broker VALUES ('%04d', %s, %s, %s, '2024-01-01 %02d:00:00')",
              key,
              broker.untracked(),
              broker.tracked(),
              broker.isDeleted(),
              broker.hour()));
      Image section = shown.get(2 * KEYS + key).get(run);
      statements.add(
          String.format(
              Locale.ROOT,
              "INSERT INTO ref.ContractSection (UMR, SectionNo, AgreementNo, RiskCode, IsDeleted,"
                  + " ModifiedDate, CoverholderId, BrokerCode, ClassOfBusiness, YearOfAccount,"
                  + " PeriodFrom, PeriodTo) VALUES ('B0999X%d', 'S1', %s, %s, %s, '2024-01-01"
                  + " %02d:00:00', 'CH1', '0999', 'Property', 2024, '2024-01-01', '2024-12-31')",
              key,
              section.untracked(),
              section.tracked(),
              section.isDeleted(),
              section.hour()));
    }
    return statements;
  }

  private static Launch launch(Path config, Instant now, String... more) {
    List<String> arguments = new ArrayList<>(List.of("--config=" + config));
    arguments.addAll(List.of(more));
    return Launch.at(now, arguments.toArray(new String[0]));
  }

  private static void sql(Path folder, List<String> statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:h2:file:" + folder + "/source");
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}
