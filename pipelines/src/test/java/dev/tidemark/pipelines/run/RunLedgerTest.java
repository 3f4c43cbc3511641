// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.LoadAudit;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.control.RunStatus;
import dev.tidemark.testing.EmbeddedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class RunLedgerTest {

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @SuppressWarnings("NullAway.Init")
  private Installation installation;

  @RegisterExtension
  final EmbeddedDatabase source =
      EmbeddedDatabase.create()
          .withTable(
              "ref.Office",
              "OfficeCode VARCHAR(10), ModifiedDate TIMESTAMP(6)",
              """
              OfficeCode | ModifiedDate
              LON        | 2024-06-01 09:00:00
              """);

  @RegisterExtension final EmbeddedDatabase control = EmbeddedDatabase.create();

  @BeforeEach
  void install() throws IOException {
    Files.writeString(
        folder.resolve("office.yaml"),
        """
        table: Office
        schema: ref
        key: [OfficeCode]
        watermark: ModifiedDate
        columns:
          - {name: OfficeCode, type: VARCHAR(10), nullable: false}
          - {name: ModifiedDate, type: DATETIME2}
        """);
    installation =
        new Installation(
            source.url(),
            folder.resolve("lake"),
            """
            tables:
              RiskTransaction: {enabled: false}
              PremiumTransaction: {enabled: false}
              ClaimTransaction: {enabled: false}
              ContractSection: {enabled: false}
              Coverholder: {enabled: false}
              Broker: {enabled: false}
              BusinessPlan: {enabled: false}
              ExchangeRate: {enabled: false}
              Office: {contract: %s/office.yaml, watermark: ModifiedDate}
            control: {url: '%s'}
            """
                .formatted(folder, control.url()));
  }

  @Test
  void whatIsPublishedIsWrittenDownWithItsVersionOfSilver() {
    RunSummary summary = installation.run("night", NIGHT);
    assertThat(run("night").batchId(), is(summary.batchId()));
    LoadAudit office = onlyAudit("night");
    assertThat(office.status(), is(LoadStatus.LOADED));
    assertThat(office.counts().landedRows(), is(1L));
    assertThat(
        office.silverVersion(),
        is(installation.store().pin(installation.tables().silver("Office")).version()));
  }

  @Test
  void aRunThatFoundNothingIsWrittenDownAndDrawsNoBatch() throws SQLException {
    installation.run("night-1", NIGHT);
    installation.run("night-2", NIGHT.plusSeconds(86_400));
    assertThat(run("night-2").status(), is(RunStatus.SUCCEEDED));
    assertThat(run("night-2").batchId(), is(0L));
    assertThat(onlyAudit("night-2").status(), is(LoadStatus.EMPTY));

    office("SIN", "2024-06-03 09:00:00");
    assertThat(installation.run("night-3", NIGHT.plusSeconds(172_800)).batchId(), is(2L));
  }

  @Test
  void aRunThatFailedIsWrittenDownWithItsReason() throws SQLException {
    office("LON", "2024-06-01 10:00:00");
    AuditFailedException failure =
        assertThrows(AuditFailedException.class, () -> installation.run("night", NIGHT));
    assertThat(failure.getMessage(), containsString("make the key unique at the source"));
    assertThat(run("night").status(), is(RunStatus.FAILED));
    assertThat(run("night").summary(), containsString("make the key unique at the source"));
    assertThat(onlyAudit("night").status(), is(LoadStatus.FAILED));
    assertThat(onlyAudit("night").message(), containsString("make the key unique at the source"));
    assertThat(installation.marks().keySet(), is(empty()));
  }

  @Test
  void aSecondAttemptIsARunOfItsOwn() throws SQLException {
    office("LON", "2024-06-01 10:00:00");
    assertThrows(AuditFailedException.class, () -> installation.run("night", NIGHT));
    source.execute("DELETE FROM ref.Office WHERE ModifiedDate < TIMESTAMP '2024-06-01 10:00:00'");

    RunSummary second = installation.run("night", NIGHT);

    assertThat(second.runId(), is("night#2"));
    assertThat(second.batchId(), is(1L));
    assertThat(run("night").status(), is(RunStatus.FAILED));
    assertThat(run("night#2").status(), is(RunStatus.SUCCEEDED));
    assertThat(installation.rows("silver/office"), is(not(empty())));
  }

  @Test
  void aTableThatAnOperatorTookOutIsLeftOut() throws SQLException {
    installation.run("night-1", NIGHT);
    office("SIN", "2024-06-03 09:00:00");
    control.execute("UPDATE etl.watermark SET is_enabled = FALSE");

    RunSummary second = installation.run("night-2", NIGHT.plusSeconds(86_400));

    assertThat(second.outcome(), is(RunSummary.Outcome.EMPTY));
    assertThat(onlyAudit("night-2").status(), is(LoadStatus.DISABLED));
    assertThat(
        onlyAudit("night-2").message(),
        is("Office is left out: is_enabled of its row in etl.watermark is false"));

    control.execute("UPDATE etl.watermark SET is_enabled = TRUE");
    installation.run("night-3", NIGHT.plusSeconds(172_800));
    assertThat(
        installation.rows("silver/office").stream()
            .map(row -> row.getString("office_code"))
            .sorted()
            .toList(),
        contains("LON", "SIN"));
  }

  private RunRecord run(String id) {
    try (JdbcControlStore store = JdbcControlStore.open(installation.config().control())) {
      return store.run(id).orElseThrow();
    }
  }

  private LoadAudit onlyAudit(String run) {
    List<LoadAudit> audits = installation.audits(run);
    assertThat(audits.size(), is(1));
    return audits.get(0);
  }

  private void office(String code, String modified) throws SQLException {
    source.insert("ref.Office", "OfficeCode | ModifiedDate\n" + code + " | " + modified);
  }
}
