// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;

import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.SourcePools;
import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.testing.MutableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PreflightTest {

  private static final Instant NOW = Instant.parse("2024-06-03T02:00:00Z");
  private static final String FEE_NOTE =
      "CREATE TABLE t.\"FeeNote\" (\"FeeNoteId\" BIGINT, \"Amount\" DECIMAL(18,2),"
          + " \"ModifiedDate\" DATETIME2(6))";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @BeforeEach
  void writeTheContract() throws IOException {
    Files.writeString(
        folder.resolve("fee-note.yaml"),
        """
        table: FeeNote
        schema: t
        key: [FeeNoteId]
        watermark: ModifiedDate
        columns:
          - {name: FeeNoteId, type: BIGINT, nullable: false}
          - {name: Amount, type: "DECIMAL(18,2)"}
          - {name: ModifiedDate, type: DATETIME2}
        """);
  }

  @AfterEach
  void closePools() {
    SourcePools.closeAll();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsAsItShouldBeIsSaidSoAndNothingIsCreated(TestSource source) throws SQLException {
    source.fresh(
        source.sql(FEE_NOTE.replace("BIGINT", "BIGINT PRIMARY KEY")),
        "CREATE INDEX ix ON t.\"FeeNote\" (\"ModifiedDate\")");

    List<Finding> findings = look(config(source, "", ""));

    assertThat(
        texts(findings, Finding.Level.OK),
        contains(
            is("0 references are known"),
            startsWith(folder + "/lake does not exist yet, the first run creates it, "),
            allOf(
                startsWith("control database jdbc:h2:file:"),
                containsString(" has no schema etl yet, the first run creates it")),
            allOf(
                containsString(source == TestSource.H2 ? " H2 " : " PostgreSQL "),
                containsString(" s ahead of ours, and only the source's counts")),
            containsString(" has all 3 columns of its contract")));
    assertThat(failures(findings), hasSize(0));
    assertThat(Files.exists(folder.resolve("lake")), is(false));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrongWithATableIsToldAtOnce(TestSource source) throws SQLException {
    source.fresh(
        source.sql(FEE_NOTE),
        "ALTER TABLE t.\"FeeNote\" ADD \"PaidBy\" VARCHAR(9)",
        "INSERT INTO t.\"FeeNote\" VALUES (1, 1.00, NULL, 'A'), (NULL, 1.00, '2024-01-01', 'B'),"
            + " (3, 1.00, '9998-01-01', 'C')");

    List<Finding> findings = look(config(source, "", ""));

    assertThat(
        texts(findings, Finding.Level.WARN),
        hasItems(
            containsString("column PaidBy VARCHAR is new"),
            containsString("ask the DBA for CREATE INDEX "),
            is(
                "FeeNote: no primary key or unique index keeps (fee_note_id) unique; of two rows"
                    + " with one key silver keeps one: ask the DBA for a unique index")));
    assertThat(
        failures(findings),
        hasItems(
            is(
                "FeeNote: 1 rows have NULL in the key (fee_note_id); give them one, or read a view"
                    + " without them"),
            containsString("rows have no ModifiedDate")));

    source.run("DROP TABLE t.\"FeeNote\"");
    assertThat(
        failures(look(config(source, "", ""))),
        contains(startsWith("FeeNote: table t.FeeNote is not in ")));
  }

  @Test
  void whatDoesNotAnswerDoesNotHideTheRest() throws SQLException, IOException {
    Files.writeString(folder.resolve("office.yaml"), "table: Office\nschema: t\nkey: [A]\n");
    Files.writeString(folder.resolve("lake"), "a file");
    TidemarkConfig config =
        TidemarkConfig.parse(
            """
            source: {url: 'jdbc:postgresql://localhost:1/none', user: reader, password: 'file:%1$s/none'}
            control: {url: 'jdbc:postgresql://localhost:1/none', user: writer}
            lake: {root: '%1$s/lake'}
            tables:
              Office: {contract: %1$s/office.yaml, mode: full}
            """
                .formatted(folder));

    List<Finding> findings = look(config);

    assertThat(
        findings.stream().filter(Finding::isFailure).map(f -> f.about() + " " + f.cause()).toList(),
        contains(
            "secrets CONFIGURATION",
            "Office CONFIGURATION",
            "lake UNREACHABLE",
            "control UNREACHABLE",
            "source CONFIGURATION"));
  }

  @Test
  void aControlDatabaseIsAskedForItsPrivileges() throws SQLException {
    TestSource postgres = TestSource.POSTGRES;
    postgres.fresh(postgres.sql(FEE_NOTE.replace("BIGINT", "BIGINT PRIMARY KEY")));
    postgres.run("DROP SCHEMA IF EXISTS etl CASCADE");
    postgres.run("DROP ROLE IF EXISTS reader_only");
    postgres.run("CREATE ROLE reader_only LOGIN");
    String control = "control: {url: '%s', user: %s}\n".formatted(postgres.url(), "reader_only");

    List<Finding> absent = look(config(postgres, control, ""));
    assertThat(
        failures(absent), contains(containsString("its user may not CREATE SCHEMA etl; grant it")));

    dev.tidemark.pipelines.control.JdbcControlStore.open(postgres.config()).close();
    postgres.run("GRANT USAGE ON SCHEMA etl TO reader_only");
    postgres.run("GRANT SELECT ON ALL TABLES IN SCHEMA etl TO reader_only");
    List<String> refused = failures(look(config(postgres, control, "")));
    assertThat(
        refused, hasItem(containsString("its user may not INSERT ON etl.load_audit; grant")));
    assertThat(refused, hasItem(containsString("its user may not UPDATE ON etl.watermark; grant")));
    assertThat(refused, hasItem(containsString("its user may not DELETE ON etl.lease; grant")));

    postgres.run("GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA etl TO reader_only");
    assertThat(failures(look(config(postgres, control, ""))), hasSize(0));
    postgres.run("DROP SCHEMA etl CASCADE");
  }

  @Test
  void aSourceThatMayNotBeReadIsTold() throws SQLException {
    TestSource postgres = TestSource.POSTGRES;
    postgres.fresh(postgres.sql(FEE_NOTE));
    postgres.run("DROP ROLE IF EXISTS nobody_reads");
    postgres.run("CREATE ROLE nobody_reads LOGIN");
    postgres.run("GRANT USAGE ON SCHEMA t TO nobody_reads");
    TidemarkConfig config =
        TidemarkConfig.parse(
            "source: {url: '%s', user: nobody_reads}\nlake: {root: '%s/lake'}\n"
                    .formatted(postgres.url(), folder)
                + tables());

    assertThat(
        failures(look(config)),
        contains(
            allOf(
                containsString("permission denied for table FeeNote"),
                containsString("grant the user SELECT on it"))));
  }

  @Test
  void littleSpaceIsAWarning() {
    assertThat(LakePlace.space("/lake", 6L << 30).level(), is(Finding.Level.OK));
    Finding little = LakePlace.space("/lake can be written", 1L << 30);
    assertThat(little.level(), is(Finding.Level.WARN));
    assertThat(
        little.text(),
        is("/lake can be written, 1.0 GiB are free; have 5 GiB or more before a load"));
  }

  @ParameterizedTest
  @EnumSource
  void aPlanHasWindowsAndCountsAndCreatesNothing(TestSource source) throws SQLException {
    source.fresh(
        source.sql(FEE_NOTE.replace("BIGINT", "BIGINT PRIMARY KEY")),
        "INSERT INTO t.\"FeeNote\" VALUES (1, 1.00, '2024-01-01 09:00:00'), (2, 1.00, '2024-01-02"
            + " 09:00:00'), (3, 1.00, '9998-01-01 00:00:00')");
    TidemarkConfig config = config(source, "", "");

    PlanSummary plan = preview(config).plan();

    assertThat(plan.tables(), hasSize(1));
    PlannedTable fees = plan.tables().get(0);
    assertThat(fees.status().name(), is("NEW"));
    assertThat(fees.rows(), is(2L));
    assertThat(fees.futureRows(), is(1L));
    assertThat(fees.windowHigh(), startsWith("2024-01-02 09:00:00"));
    assertThat(Files.exists(folder.resolve("lake")), is(false));

    Installation installation = Installation.of(source, folder.resolve("lake"), tables());
    installation.run("night-1", NOW);
    source.run("INSERT INTO t.\"FeeNote\" VALUES (4, 1.00, '2024-01-02 10:00:00')");
    PlannedTable next = preview(installation.config()).plan().tables().get(0);
    assertThat(next.rows(), is(1L));
    assertThat(next.overlapRows(), is(1L));
    assertThat(next.windowLow(), is(fees.windowHigh()));
    assertThat(preview(installation.config()).plan().tables().get(0), is(next));
  }

  private Preview preview(TidemarkConfig config) {
    return new Preview(
        config,
        Set.of(),
        JdbcSourceDatabase.of(config.source()),
        DeltaTableStore.in(config.lake().root()),
        MutableClock.at(NOW));
  }

  private static List<Finding> look(TidemarkConfig config) {
    List<Finding> heard = new ArrayList<>();
    List<Finding> findings =
        new Preflight(
                config,
                Set.of(),
                JdbcSourceDatabase.of(config.source()),
                DeltaTableStore.in(config.lake().root()),
                MutableClock.at(NOW),
                heard::add)
            .findings();
    assertThat(heard, is(findings));
    findings.forEach(finding -> assertThat(finding.text().lines().count(), is(1L)));
    return findings;
  }

  private static List<String> failures(List<Finding> findings) {
    return texts(findings, Finding.Level.FAIL);
  }

  private static List<String> texts(List<Finding> findings, Finding.Level level) {
    return findings.stream()
        .filter(finding -> finding.level() == level)
        .map(Finding::text)
        .toList();
  }

  private TidemarkConfig config(TestSource source, String control, String more) {
    return TidemarkConfig.parse(
        "source: {url: '%s', user: %s}\n%slake: {root: '%s/lake'}\n"
                .formatted(source.url(), source.user(), control, folder)
            + tables()
            + more);
  }

  private String tables() {
    return """
    tables:
      RiskTransaction: {enabled: false}
      PremiumTransaction: {enabled: false}
      ClaimTransaction: {enabled: false}
      ContractSection: {enabled: false}
      Coverholder: {enabled: false}
      Broker: {enabled: false}
      BusinessPlan: {enabled: false}
      ExchangeRate: {enabled: false}
      FeeNote: {contract: %s/fee-note.yaml, watermark: ModifiedDate}
    """
        .formatted(folder);
  }
}
