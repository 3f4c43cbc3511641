// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.facts.LargestRisks.RankedBy;
import dev.tidemark.transforms.facts.LargestRisks.Ranking;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TidemarkConfigTest {
  private static final String MINIMAL =
      """
      source:
        url: jdbc:h2:mem:source
      lake:
        root: /data/lake
      """;

  @Test
  void anOverlapOfNumbersIsAWholeNumber() {
    TidemarkConfig config =
        TidemarkConfig.parse(
            """
            source: {url: 'jdbc:h2:mem:source'}
            lake: {root: lake}
            tables: {Broker: {watermark: RowId, overlap: 250}}
            """);
    assertThat(config.table("Broker").overlap(), is(OverlapSize.of(250)));
  }

  @Test
  void aFileNeedsOnlyASourceAndALake() {
    TidemarkConfig config = TidemarkConfig.parse(MINIMAL);

    assertThat(config.source(), is(DatabaseConfig.of("jdbc:h2:mem:source")));
    assertThat(config.lake(), is(new LakeConfig("/data/lake", null)));
    assertThat(
        config.control(),
        is(DatabaseConfig.of("jdbc:h2:file:/data/lake/_control/tidemark;WRITE_DELAY=0")));
    assertThat(
        config.tables().keySet(),
        contains(
            "RiskTransaction",
            "PremiumTransaction",
            "ClaimTransaction",
            "ContractSection",
            "Coverholder",
            "Broker",
            "BusinessPlan",
            "ExchangeRate"));
  }

  @Test
  void theDefaultsAreThoseOfTheReference() {
    TidemarkConfig config = TidemarkConfig.parse(MINIMAL);

    assertThat(
        config.source(),
        is(new DatabaseConfig("jdbc:h2:mem:source", null, null, 4, 10_000, Duration.ofHours(1))));
    assertThat(
        config.table("Broker"),
        is(
            new TableConfig(
                "Broker",
                "Broker",
                null,
                null,
                null,
                Mode.INCREMENTAL,
                "ModifiedDate",
                OverlapSize.byDefault(),
                Duration.ZERO,
                ZoneOffset.UTC,
                NullWatermark.FAIL,
                true)));
    assertThat(
        config.table("ExchangeRate"),
        is(
            new TableConfig(
                "ExchangeRate",
                "ExchangeRate",
                null,
                null,
                null,
                Mode.FULL,
                null,
                OverlapSize.byDefault(),
                Duration.ZERO,
                ZoneOffset.UTC,
                NullWatermark.FAIL,
                true)));
    assertThat(config.personalDataSalt(), is(nullValue()));
    assertThat(config.largestRisks(), is(new Ranking(10, RankedBy.CERTIFICATE)));
    assertThat(
        config.trackedColumns(),
        is(
            Map.of(
                "coverholder",
                List.of("coverholder_name", "coverholder_pin", "country_code", "status"),
                "broker",
                List.of("broker_name", "pseudonym"),
                "contract_section",
                List.of(
                    "coverholder_id",
                    "broker_code",
                    "class_of_business",
                    "risk_code",
                    "year_of_account",
                    "period_from",
                    "period_to",
                    "section_currency",
                    "gpi_limit",
                    "gpi_currency",
                    "gpi_notifiable_pct",
                    "commission_pct_default",
                    "bordereau_due_days",
                    "bordereau_interval"))));
  }

  @Test
  void everyKeyReachesItsProperty() {
    TidemarkConfig config =
        TidemarkConfig.parse(
            """
            source:
              url: jdbc:postgresql://db/bdx
              user: reader
              password: env:BDX_PASSWORD
              maxConnections: 8
              fetchSize: 500
              statementTimeout: PT10M
            control:
              url: jdbc:sqlserver://db;databaseName=control
              maxConnections: 1
            lake:
              root: /lake
              buckets: 64
            tables:
              PremiumTransaction:
                schema: bdx2
                sourceTable: Premium
                watermark: ChangedAt
                overlap: PT1H
                upperBoundLag: PT5S
                zone: Europe/London
                nullWatermark: exclude
                enabled: false
              Coverholder:
                mode: full
              Adjustment:
                contract: contracts/adjustment.yaml
                watermark: UpdatedAt
            personalData:
              salt: env:TIDEMARK_SALT
            trackedColumns:
              broker: [broker_name]
            marts:
              largestRisks: {ranks: 25, by: transaction}
            """);

    assertThat(
        config.source(),
        is(
            new DatabaseConfig(
                "jdbc:postgresql://db/bdx",
                "reader",
                SecretRef.of("env:BDX_PASSWORD"),
                8,
                500,
                Duration.ofMinutes(10))));
    assertThat(config.control().maxConnections(), is(1));
    assertThat(config.lake().buckets(), is(64));
    assertThat(
        config.table("PremiumTransaction"),
        is(
            new TableConfig(
                "PremiumTransaction",
                "PremiumTransaction",
                "bdx2",
                "Premium",
                null,
                Mode.INCREMENTAL,
                "ChangedAt",
                OverlapSize.of(Duration.ofHours(1)),
                Duration.ofSeconds(5),
                ZoneId.of("Europe/London"),
                NullWatermark.EXCLUDE,
                false)));
    TableConfig coverholder = config.table("Coverholder");
    assertThat(coverholder.mode(), is(Mode.FULL));
    assertThat(coverholder.watermark(), is(nullValue()));
    TableConfig added = List.copyOf(config.tables().values()).get(8);
    assertThat(added.name(), is("Adjustment"));
    assertThat(added.contract(), is("contracts/adjustment.yaml"));
    assertThat(added.hasBundledContract(), is(false));
    assertThat(config.personalDataSalt(), is(SecretRef.of("env:TIDEMARK_SALT")));
    assertThat(config.trackedColumns().get("broker"), contains("broker_name"));
    assertThat(config.largestRisks(), is(new Ranking(25, RankedBy.TRANSACTION)));
  }

  @Test
  void eachHalfOfARankingHasItsDefault() {
    assertThat(
        TidemarkConfig.parse(MINIMAL + "marts: {largestRisks: {ranks: 3}}").largestRisks(),
        is(new Ranking(3, RankedBy.CERTIFICATE)));
    assertThat(
        TidemarkConfig.parse(MINIMAL + "marts: {largestRisks: {by: transaction}}").largestRisks(),
        is(new Ranking(10, RankedBy.TRANSACTION)));
  }

  @Test
  void filesAreMeantFromTheFolderOfTheConfiguration(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("pw"), "s3cret\n");
    Files.writeString(folder.resolve("salt"), "pepper\n");
    Path file =
        Files.writeString(
            folder.resolve("tidemark.yaml"),
            """
            source: {url: 'jdbc:h2:mem:source', password: 'file:pw'}
            lake: {root: lake}
            tables:
              Adjustment: {contract: adjustment.yaml, mode: full}
            personalData: {salt: 'file:salt'}
            """);

    TidemarkConfig config = TidemarkConfig.load(file);

    assertThat(
        config.table("Adjustment").contract(), is(folder.resolve("adjustment.yaml").toString()));
    assertThat(Objects.requireNonNull(config.source().password()).reveal(), is("s3cret"));
    assertThat(Objects.requireNonNull(config.personalDataSalt()).reveal(), is("pepper"));
  }

  @Test
  void theUrlAndTheUserMayComeFromTheEnvironment() {
    Map<String, String> variables = Map.of("BDX_URL", "jdbc:h2:mem:bdx", "BDX_USER", "sa");

    TidemarkConfig config =
        ConfigReader.read(
            """
            source: {url: 'env:BDX_URL', user: 'env:BDX_USER'}
            lake: {root: lake}
            """,
            Path.of(""),
            variables::get);

    assertThat(config.source(), is(DatabaseConfig.of("jdbc:h2:mem:bdx", "sa", null)));
  }

  @Test
  void anotherLakeTakesTheDefaultControlDatabaseAlong() {
    TidemarkConfig moved = TidemarkConfig.parse(MINIMAL).withLakeRoot("/elsewhere");

    assertThat(moved.lake(), is(new LakeConfig("/elsewhere", null)));
    assertThat(
        moved.control().url(), is("jdbc:h2:file:/elsewhere/_control/tidemark;WRITE_DELAY=0"));
  }

  @Test
  void anotherLakeKeepsEverythingElse() {
    TidemarkConfig config =
        TidemarkConfig.parse(
            MINIMAL
                + """
                personalData: {salt: 'env:SALT'}
                tables: {Broker: {enabled: false}}
                trackedColumns: {broker: []}
                marts: {largestRisks: {ranks: 3}}
                """);

    TidemarkConfig moved = config.withLakeRoot("/elsewhere");

    assertThat(moved.withLakeRoot("/data/lake"), is(config));
    assertThat(moved.personalDataSalt(), is(SecretRef.of("env:SALT")));
  }

  @Test
  void anotherLakeLeavesANamedControlDatabaseWhereItIs() {
    TidemarkConfig config =
        TidemarkConfig.parse(MINIMAL + "control: {url: 'jdbc:h2:mem:control'}\n");

    assertThat(config.withLakeRoot("/elsewhere").control().url(), is("jdbc:h2:mem:control"));
  }

  @Test
  void aRelativeLakeHasItsControlDatabaseAtAnAbsolutePath() {
    String url = TidemarkConfig.parse(MINIMAL.replace("/data/lake", "lake")).control().url();

    assertThat(url, startsWith("jdbc:h2:file:/"));
    assertThat(url, endsWith("/lake/_control/tidemark;WRITE_DELAY=0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"file:/data/lake", "file:///data/lake", "/data/./lake/"})
  void aLocalLakeHasItsControlDatabaseInItHoweverItIsSpelled(String root) {
    assertThat(
        TidemarkConfig.parse(MINIMAL.replace("/data/lake", root)).control().url(),
        is("jdbc:h2:file:/data/lake/_control/tidemark;WRITE_DELAY=0"));
  }

  @Test
  void tablesWithoutSettingsKeepTheirDefaults() {
    assertThat(
        TidemarkConfig.parse(MINIMAL + "tables:\n  Broker:\n").tables(),
        is(TidemarkConfig.parse(MINIMAL + "tables:\n").tables()));
  }

  @Test
  void aConfigurationIsSerializable() throws Exception {
    TidemarkConfig config = TidemarkConfig.parse(MINIMAL + "personalData: {salt: 'env:SALT'}");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(config);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(in.readObject(), is(equalTo(config)));
    }
  }

  @Test
  void theMapsCannotBeChanged() {
    Map<String, TableConfig> tables = TidemarkConfig.parse(MINIMAL).tables();

    assertThrows(UnsupportedOperationException.class, tables::clear);
  }

  @Test
  void anUnknownTableIsAnsweredWithTheNearestConfiguredOne() {
    ConfigException refused =
        assertThrows(
            ConfigException.class, () -> TidemarkConfig.parse(MINIMAL).table("Coverholders"));

    assertThat(
        refused.problems(),
        contains("table Coverholders is not configured; did you mean Coverholder?"));
  }

  @Test
  void aSecretIsNeverPrinted() {
    SecretRef secret = SecretRef.of("env:PW");

    assertThat(secret.reveal(name -> "s3cret"), is("s3cret"));
    assertThat(secret.toString(), is("env:PW"));
    assertThat(secret.toString(), not("s3cret"));
  }

  @Test
  void aUrlIsShownWithoutItsParameters() {
    assertThat(
        DatabaseConfig.of("jdbc:postgresql://db:5432/bdx?ssl=true").displayUrl(),
        is("jdbc:postgresql://db:5432/bdx"));
    assertThat(
        DatabaseConfig.of("jdbc:h2:file:/a/b;WRITE_DELAY=0").displayUrl(), is("jdbc:h2:file:/a/b"));
  }
}
