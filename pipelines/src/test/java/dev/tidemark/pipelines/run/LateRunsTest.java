// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.control.LoadAudit;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.source.ClockedSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whole runs over a source whose transactions overtake each other. */
class LateRunsTest {
  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @ParameterizedTest
  @EnumSource
  void aRowThatIsCommittedLateIsMergedTheMarkKeptAndNothingReadTwice(ClockedSource.Kind kind)
      throws SQLException, IOException {
    ClockedSource source = source(kind);
    Installation installation = installation(source);
    source.run("INSERT INTO t.FeeNote VALUES (1, 10.00, '2024-06-01 10:00:00')");
    try (Connection writer = source.connect();
        Statement statement = writer.createStatement()) {
      writer.setAutoCommit(false);
      statement.execute("INSERT INTO t.FeeNote VALUES (2, 20.00, '2024-06-01 09:59:00')");
      assertThat(fee(installation.run("night-1", NIGHT)).status(), is(LoadStatus.LOADED));
      writer.commit();
    }

    RunSummary second = installation.run("night-2", NIGHT.plusSeconds(60));

    TableSummary late = fee(second);
    assertThat(second.outcome(), is(RunSummary.Outcome.LOADED));
    assertThat(late.status(), is(LoadStatus.LATE));
    assertThat(late.windowHigh(), is("2024-06-01 10:00:00.000000"));
    assertThat(late.counts().landedRows(), is(2L));
    assertThat(late.counts().inserted(), is(1L));
    assertThat(late.counts().reRead(), is(1L));
    assertThat(fees(installation), contains("1 10.00", "2 20.00"));
    assertThat(
        installation.audits("night-2").stream().map(LoadAudit::status).toList().get(0),
        is(LoadStatus.LATE));
    assertThat(
        installation.run("night-3", NIGHT.plusSeconds(120)).outcome(),
        is(RunSummary.Outcome.EMPTY));
    assertThat(Files.exists(folder.resolve("lake/landing/FeeNote/2024/06/03/020200")), is(false));
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyTableIsKnownWithItsSchema(ClockedSource.Kind kind) throws SQLException, IOException {
    ClockedSource source = source(kind);
    source.run("INSERT INTO t.Office VALUES ('LON')");
    Installation installation = installation(source);
    RunSummary run = installation.run("night-1", NIGHT);
    assertThat(fee(run).status(), is(LoadStatus.EMPTY));
    assertThat(Files.exists(folder.resolve("lake/landing/FeeNote")), is(false));
    assertThat(fees(installation), is(empty()));
    assertThat(
        Files.readString(
                folder.resolve("lake/silver/fee_note/_delta_log/00000000000000000000.json"))
            .contains("fee_note_id"),
        is(true));
  }

  private ClockedSource source(ClockedSource.Kind kind) throws SQLException, IOException {
    Files.writeString(
        folder.resolve("fee-note.yaml"),
        """
        table: FeeNote
        schema: t
        key: [FeeNoteId]
        watermark: ChangedAt
        columns:
          - {name: FeeNoteId, type: BIGINT, nullable: false}
          - {name: Amount, type: "DECIMAL(18,2)"}
          - {name: ChangedAt, type: DATETIME2}
        """);
    Files.writeString(
        folder.resolve("office.yaml"),
        """
        table: Office
        schema: t
        key: [OfficeCode]
        columns:
          - {name: OfficeCode, type: VARCHAR(10), nullable: false}
        """);
    ClockedSource source = ClockedSource.of(kind);
    source.fresh(
        "CREATE TABLE t.FeeNote (FeeNoteId BIGINT PRIMARY KEY, Amount DECIMAL(18,2), ChangedAt"
            + " DATETIME2(6))",
        "CREATE TABLE t.Office (OfficeCode VARCHAR(10) PRIMARY KEY)");
    return source;
  }

  private Installation installation(ClockedSource source) {
    return new Installation(
        source.urlWithUser(),
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
          FeeNote: {contract: %1$s/fee-note.yaml, watermark: ChangedAt}
          Office: {contract: %1$s/office.yaml, mode: full}
        """
            .formatted(folder));
  }

  private static TableSummary fee(RunSummary run) {
    return run.tables().stream()
        .filter(table -> table.table().equals("FeeNote"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> fees(Installation installation) {
    return installation.rows("silver/fee_note").stream()
        .map(row -> row.getInt64("fee_note_id") + " " + row.getDecimal("amount"))
        .sorted()
        .toList();
  }
}
