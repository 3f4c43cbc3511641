// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigProblemsTest {
  private static final String MINIMAL =
      """
      source: {url: 'jdbc:h2:mem:source'}
      lake: {root: lake}
      """;

  @Test
  void aMisspeltKeyIsAnsweredWithTheNearestKnownOne() {
    assertThat(
        problems(MINIMAL + "tables: {PremiumTransaction: {watermrk: ChangedAt}}"),
        contains("tables.PremiumTransaction.watermrk: unknown key; did you mean watermark?"));
  }

  @Test
  void aKeyLikeNoOtherIsAnsweredWithTheKnownOnes() {
    assertThat(
        problems(MINIMAL + "colour: blue"),
        contains(
            "colour: unknown key; known here: source, control, lake, marts, alerts,"
                + " personalData, tables, trackedColumns"));
  }

  @Test
  void allProblemsOfShapeAndOfMeaningAreReportedTogether() {
    assertThat(
        problems(
            """
            source: {url: 'jdbc:h2:mem:source', maxConnections: 99, fetchsize: 10}
            lake: {buckets: many}
            tables:
              PremiumTransaction: {overlap: 15 min, zone: Europe/Lodnon, enabled: maybe}
              BusinessPlan: {watermark: ModifiedDate}
              ExchangeRate: {mode: incremental}
              Coverholder: {mode: full, watermark: ChangedAt}
              FeeNote: {contract: fee-note.yaml}
              Brokr: {mode: Full}
            trackedColumns: {coverholder: [stauts]}
            """),
        containsInAnyOrder(
            "source.maxConnections: 99 is not a whole number from 1 to 64",
            "source.fetchsize: unknown key; did you mean fetchSize?",
            "lake.root: missing; add a folder or a file-system URI",
            "lake.buckets: \"many\" is not a whole number from 1 to 4096",
            "tables.PremiumTransaction.overlap: 15 min is not an ISO-8601 duration; write PT15M"
                + " for the default",
            "tables.PremiumTransaction.zone: Europe/Lodnon is not a time zone; did you mean"
                + " Europe/London?",
            "tables.PremiumTransaction.enabled: \"maybe\" is not true or false",
            "tables.BusinessPlan.watermark: ModifiedDate is not used by mode full; remove it",
            "tables.ExchangeRate.mode: this table is always read whole; remove mode",
            "tables.Coverholder.watermark: ChangedAt is not used by mode full; remove it, or set"
                + " mode: incremental",
            "tables.FeeNote.watermark: missing; name the watermark column, or set mode: full",
            "tables.Brokr: no bundled table has this name; did you mean Broker? A table of your"
                + " own needs contract: FILE",
            "tables.Brokr.mode: \"Full\" is not incremental or full",
            "tables.Brokr.watermark: missing; name the watermark column, or set mode: full",
            "trackedColumns.coverholder: stauts is no attribute of this dimension; did you mean"
                + " status?"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {ranks: 0}       | marts.largestRisks.ranks: 0 is not a whole number from 1 to 1000
          {ranks: 1001}    | marts.largestRisks.ranks: 1001 is not a whole number from 1 to 1000
          {ranks: ten}     | marts.largestRisks.ranks: "ten" is not a whole number from 1 to 1000
          {by: insured}    | marts.largestRisks.by: "insured" is not certificate or transaction
          {by: CERTIFICATE} | marts.largestRisks.by: "CERTIFICATE" is not certificate or transaction
          {rank: 5}        | marts.largestRisks.rank: unknown key; did you mean ranks?
          """)
  void aRankingThatMeansNothingIsRefusedByName(String ranking, String problem) {
    assertThat(problems(MINIMAL + "marts: {largestRisks: " + ranking + "}"), contains(problem));
  }

  @Test
  void anEmptyFileMissesItsTwoBlocks() {
    assertThat(
        problems(""),
        contains(
            "source: missing; add a block with url, user and password",
            "lake: missing; add a block with root and buckets"));
  }

  @Test
  void aFileThatIsNoBlockIsRefused() {
    assertThat(
        problems("- a\n- b\n"),
        contains("configuration: [\"a\",\"b\"] is not a Tidemark configuration"));
  }

  @Test
  void aLiteralPasswordIsRefusedAndNotRepeated() {
    List<String> problems =
        problems(
            """
            source: {url: 'jdbc:h2:mem:source', password: hunter2}
            lake: {root: lake}
            """);

    assertThat(
        problems,
        contains("source.password: a password is never written here; use env:NAME or file:PATH"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hunter2", "'env:'", "'file:'", "''", "12345", "[env:SALT]", "true"})
  void aLiteralSaltIsRefusedAndNotRepeated(String salt) {
    List<String> problems = problems(MINIMAL + "personalData: {salt: " + salt + "}");

    assertThat(
        problems,
        contains("personalData.salt: a salt is never written here; use env:NAME or file:PATH"));
  }

  @Test
  void whatIsNoSettingOfPersonalDataIsRefused() {
    assertThat(
        problems(MINIMAL + "personalData: {slat: 'env:SALT'}"),
        contains("personalData.slat: unknown key; did you mean salt?"));
    assertThat(
        problems(MINIMAL + "personalData: 'env:SALT'"),
        contains("personalData: \"env:SALT\" is not a block with salt"));
  }

  @Test
  void whatModeFullDoesNotUseIsRefused() {
    assertThat(
        problems(
            MINIMAL
                + "tables: {Broker: {mode: full, overlap: PT1H, upperBoundLag: PT1M, nullWatermark:"
                + " include}}"),
        contains(
            "tables.Broker.overlap: is not used by mode full, which has no watermark; remove it",
            "tables.Broker.upperBoundLag: is not used by mode full, which has no watermark; remove"
                + " it",
            "tables.Broker.nullWatermark: is not used by mode full, which has no watermark; remove"
                + " it"));
  }

  @Test
  void aQueryReplacesTheTable() {
    assertThat(
        problems(MINIMAL + "tables: {Broker: {query: SELECT 1, schema: s, sourceTable: t}}"),
        contains(
            "tables.Broker.schema: is not used beside query, which replaces the table; remove it",
            "tables.Broker.sourceTable: is not used beside query, which replaces the table; remove"
                + " it"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT a FROM t;               | has a semicolon; write one SELECT without it",
        "SELECT a FROM t; DROP TABLE t  | has a semicolon; write one SELECT without it",
        "DELETE FROM t                  | is no SELECT; write one, or name a view as sourceTable",
        "bdx.Broker                     | is no SELECT; write one, or name a view as sourceTable",
        "SELECT a FROM t) q WHERE (1=1  | has parentheses that do not match; see which is too many",
        "SELECT (a FROM t               | has parentheses that do not match; see which is too many",
        "SELECT 'a FROM t               | has a quote or comment that does not end; close it",
        "SELECT a /* FROM t             | has a quote or comment that does not end; close it"
      })
  void aQueryThatCannotStandBehindFromIsRefused(String query, String problem) {
    assertThat(QueryText.problem(query, "jdbc:postgresql://db/bdx"), is(Optional.of(problem)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select a from t",
        "SELECT ';' AS \"a;b\", [x;y] FROM t -- one; two",
        "/* WITH; */ SELECT (a) FROM (SELECT ')' AS a) s",
        "(SELECT a FROM t UNION ALL SELECT a FROM u)",
        "WITH c AS (SELECT 1 AS a) SELECT a FROM c"
      })
  void oneThatCanIsTaken(String query) {
    assertThat(QueryText.problem(query, "jdbc:postgresql://db/bdx"), is(Optional.empty()));
  }

  @Test
  void sqlServerTakesNoWithInsideAStatement() {
    assertThat(
        QueryText.problem(
            "WITH c AS (SELECT 1 AS a) SELECT a FROM c", "jdbc:sqlserver://db;databaseName=Bdx"),
        is(
            Optional.of(
                "begins with WITH, which SQL Server takes nowhere but first in a statement; write"
                    + " subqueries, or read a view")));
  }

  @Test
  void aPolicyThatIsNotThereIsRefused() {
    assertThat(
        problems(MINIMAL + "tables: {Broker: {nullWatermark: keep}}"),
        contains("tables.Broker.nullWatermark: \"keep\" is not fail, include or exclude"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db/bdx?user=a&password=hunter2",
        "jdbc:postgresql://a:hunter2@db/bdx",
        "jdbc:sqlserver://db;user=a;Password=hunter2",
        "jdbc:sqlserver://db;user=a;pwd = hunter2",
        "jdbc:h2:mem:x;PASSWORD=hunter2",
        "jdbc:sqlserver://db;accessToken=hunter2",
        "jdbc:sqlserver://db;keyVaultProviderClientKey={hunter2}",
        "jdbc:snowflake://acc/?token=hunter2",
        "jdbc:snowflake://acc/?private_key_base64=hunter2",
        "jdbc:snowflake://acc/?private_key_file_pwd=hunter2"
      })
  void aUrlWithAPasswordIsRefusedAndNotRepeated(String url) {
    List<String> problems =
        problems("source: {url: '" + url + "'}\nlake: {root: lake}\ncontrol: {url: 'jdbc:h2:x'}");

    assertThat(
        problems,
        contains(
            "source.url: holds a password or token; take it out and give it as source.password"));
    assertThat(String.join("", problems), not(containsString("hunter2")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:file:/data/source;MODE=MSSQLServer",
        "jdbc:postgresql://db.example:5432/bdx?ssl=true",
        "jdbc:sqlserver://db:1433;databaseName=Bdx;encrypt=true",
        "jdbc:sqlserver://db;databaseName=Bdx;accessTokenCallbackClass=example.Tokens",
        "jdbc:snowflake://acc.snowflakecomputing.com/?db=BDX&warehouse=WH",
        "jdbc:snowflake://acc.snowflakecomputing.com/?private_key_file=/run/secrets/key.p8"
      })
  void ordinaryUrlsAreAccepted(String url) {
    assertThat(JdbcUrls.holdsSecret(url), is(false));
  }

  @Test
  void aUrlOfAnotherKindIsNamed() {
    assertThat(
        problems("source: {url: 'postgres://db/bdx'}\nlake: {root: lake}"),
        contains("source.url: postgres://db/bdx is not a JDBC URL; it begins with jdbc:"));
  }

  @Test
  void aVariableThatIsNotSetIsNamed() {
    ConfigException refused =
        assertThrows(
            ConfigException.class,
            () ->
                ConfigReader.read(
                    "source: {url: 'env:BDX_URL'}\nlake: {root: lake}", Path.of(""), name -> null));

    assertThat(
        refused.problems(),
        contains(
            "source.url: environment variable BDX_URL is not set; export it before the run, or"
                + " use file:PATH"));
  }

  @Test
  void aLakeThatIsNotLocalNeedsAControlDatabase() {
    assertThat(
        problems("source: {url: 'jdbc:h2:mem:source'}\nlake: {root: 's3://bucket/lake'}"),
        contains(
            "control: missing, and lake.root s3://bucket/lake is no local folder that an embedded"
                + " database could lie in; add control.url"));
  }

  @Test
  void aNumberInQuotesIsNoNumber() {
    assertThat(
        problems("source: {url: 'jdbc:h2:x', fetchSize: '8'}\nlake: {root: lake}"),
        contains("source.fetchSize: \"8\" is not a whole number from 1 to 1000000"));
  }

  @Test
  void aNumberWithAnEmptyFractionIsThatNumber() {
    assertThat(
        TidemarkConfig.parse("source: {url: 'jdbc:h2:x', fetchSize: 8.0}\nlake: {root: lake}")
            .source()
            .fetchSize(),
        is(8));
  }

  @Test
  void negativeDurationsAreRefused() {
    assertThat(
        problems(MINIMAL + "tables: {Broker: {overlap: PT-1M}}"),
        contains("tables.Broker.overlap: PT-1M is too short; the least is PT0S"));
  }

  @Test
  void anOverlapIsADurationOrAWholeNumber() {
    for (String size : List.of("-1", "1.5", "true", "1000000000001")) {
      assertThat(
          problems(MINIMAL + "tables: {Broker: {overlap: " + size + "}}"),
          contains(
              "tables.Broker.overlap: "
                  + size
                  + " is not an ISO-8601 duration such as PT15M, or a whole number from 0 to"
                  + " 1000000000000"));
    }
  }

  @Test
  void aKeyGivenTwiceIsRefusedWithItsPlace() {
    assertThat(
        problems("lake: {root: a}\nlake: {root: b}\n"),
        contains(
            "configuration is not YAML at line 2, column 5: Duplicate field 'lake'; mend that"
                + " place"));
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    ConfigException refused =
        assertThrows(
            ConfigException.class, () -> TidemarkConfig.load(Path.of("no-such-file.yaml")));

    assertThat(
        refused.getMessage(),
        is(
            "configuration file no-such-file.yaml cannot be read; check the path given as --config"));
  }

  @Test
  void theMessageHasOneLinePerProblem() {
    ConfigException refused = assertThrows(ConfigException.class, () -> TidemarkConfig.parse("{}"));

    assertThat(String.valueOf(refused.getMessage()).lines().toList(), is(refused.problems()));
  }

  private static List<String> problems(String yaml) {
    return assertThrows(ConfigException.class, () -> TidemarkConfig.parse(yaml)).problems();
  }
}
