// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static dev.tidemark.pipelines.run.WorkedExample.premium;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.nightly.BordereauScope;
import dev.tidemark.pipelines.nightly.KeyCompare;
import dev.tidemark.pipelines.source.ClockedSource;
import dev.tidemark.pipelines.source.TestSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that every load by watermark missed are found by a comparison of keys, and come late. */
class LostKeysTest {

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");
  private static final Instant NOON = Instant.parse("2024-06-03T12:00:00Z");
  private static final String PREMIUM = "PremiumTransaction";
  private static final KeyCompare WHOLE = KeyCompare.whole();

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @ParameterizedTest
  @EnumSource
  void aTransactionThatWasCommittedFarBehindTheOverlapIsNamedAndComesLate(TestSource database)
      throws SQLException, IOException {
    WorkedExample source = WorkedExample.in(database);
    Installation lake = new Installation(source.url(), folder.resolve("lake"));
    try (Connection slow = DriverManager.getConnection(source.url());
        Statement statement = slow.createStatement()) {
      slow.setAutoCommit(false);
      statement.execute(
          premium(500, "CH002", "CERT-LOST", "NEW", "2024-02-01", "70.00", "2024-02-10 10:00:00"));
      lake.run("night-1", NIGHT);
      slow.commit();
    }
    var marks = lake.marks();
    assertThat(lake.run("night-2", NIGHT).outcome(), is(RunSummary.Outcome.EMPTY));
    List<String> told = new ArrayList<>();

    RunSummary compared =
        lake.compare(
            "compare",
            NOON,
            WHOLE,
            new Silence() {
              @Override
              public void keysLost(String table, String warning) {
                told.add(warning);
              }
            });

    String warning =
        "PremiumTransaction: 1 key of the source with a mark of 2024-04-08 00:00:00.000000 or"
            + " before never landed (500); the next nightly run reads again from 2024-02-10"
            + " 10:00:00.000000: raise overlap to longer than the longest transaction";
    assertThat(compared.outcome(), is(RunSummary.Outcome.EMPTY));
    assertThat(table(compared, PREMIUM).lostKeys(), is(1L));
    assertThat(table(compared, PREMIUM).warnings(), contains(warning));
    assertThat(table(compared, "Coverholder").lostKeys(), is(0L));
    assertThat(told, contains(warning));
    assertThat(lake.marks(), is(equalTo(marks)));
    assertThat(fact(lake, "CERT-LOST"), is(empty()));

    RunSummary mended = lake.run("night-3", NOON);

    TableSummary late = table(mended, PREMIUM);
    assertThat(late.status(), is(LoadStatus.LATE));
    assertThat(late.counts().inserted(), is(1L));
    assertThat(late.counts().lateRows(), is(1L));
    // from 10 February 10:00 to 8 April 00:00
    assertThat(
        late.counts().maxLatenessMicros(),
        is(Duration.ofDays(57).plusHours(14).toSeconds() * 1_000_000));
    assertThat(fact(lake, "CERT-LOST"), contains("70.00"));
    assertThat(lake.marks(), is(equalTo(marks)));
    assertThat(lake.differences(), is(empty()));
    RunSummary again = lake.compare("again", NOON, WHOLE);
    assertThat(again.outcome(), is(RunSummary.Outcome.EMPTY));
    assertThat(table(again, PREMIUM).lostKeys(), is(0L));
    assertThat(table(again, PREMIUM).warnings(), is(empty()));
    assertThat(lake.run("night-4", NOON).outcome(), is(RunSummary.Outcome.EMPTY));
  }

  @Test
  void whatIsQuarantinedDeletedOrNotYetDueIsNotLost() throws SQLException, IOException {
    WorkedExample source = WorkedExample.in(TestSource.POSTGRES);
    Installation lake = new Installation(source.url(), folder.resolve("lake"));
    source.execute(
        premium(300, "CH002", "CERT-1", "NEW", "2024-04-01", "NULL", "2024-03-01 10:00:00"),
        premium(301, "CH002", "CERT-2", "NEW", "2024-04-01", "1.00", "2999-01-01 00:00:00"));
    lake.run("night-1", NIGHT);
    source.execute("DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId = 3");
    assertThat(table(lake.compare("gone", NOON, WHOLE), PREMIUM).counts().deleted(), is(1L));
    source.execute(
        // back with its old time: silver holds it, deleted
        premium(3, "CH001", "CERT-1001", "NEW", "2024-01-01", "1250.00", "2024-02-12 00:00:00"),
        premium(302, "CH002", "CERT-3", "NEW", "2024-04-01", "1.00", "2024-04-08 00:00:00.000001"));

    RunSummary compared = lake.compare("compare", NOON, WHOLE);

    assertThat(compared.outcome(), is(RunSummary.Outcome.EMPTY));
    assertThat(table(compared, PREMIUM).lostKeys(), is(0L));
  }

  @Test
  void aBordereauIsComparedForItsDeletionsAlone() throws SQLException, IOException {
    WorkedExample source = WorkedExample.in(TestSource.H2);
    Installation lake = new Installation(source.url(), folder.resolve("lake"));
    lake.run("night-1", NIGHT);
    source.execute(
        premium(500, "CH001", "CERT-LOST", "NEW", "2024-01-01", "70.00", "2024-02-10 10:00:00"));

    RunSummary compared =
        lake.compare(
            "compare",
            NOON,
            WHOLE.within(BordereauScope.of("B0999CH001", "S1", YearMonth.of(2024, 1))),
            PREMIUM);

    assertThat(table(compared, PREMIUM).lostKeys(), is(0L));
    assertThat(lake.run("night-2", NOON).outcome(), is(RunSummary.Outcome.EMPTY));
  }

  @Test
  void whereTheFuseBlowsNothingIsReadAgain() throws SQLException, IOException {
    WorkedExample source = WorkedExample.in(TestSource.H2);
    Installation lake = new Installation(source.url(), folder.resolve("lake"));
    lake.run("night-1", NIGHT);
    source.execute(
        premium(500, "CH001", "CERT-LOST", "NEW", "2024-01-01", "70.00", "2024-02-10 10:00:00"),
        "DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId BETWEEN 11 AND 16");

    assertThrows(AuditFailedException.class, () -> lake.compare("compare", NOON, WHOLE));

    assertThat(lake.run("night-2", NOON).outcome(), is(RunSummary.Outcome.EMPTY));
  }

  /** Both directions at once, by numbers, with more keys than are named. */
  @ParameterizedTest
  @EnumSource
  void numbersThatWereCommittedFarOutOfOrderComeWithTheNextWindow(ClockedSource.Kind kind)
      throws SQLException, IOException {
    ClockedSource source = ClockedSource.of(kind);
    source.fresh("CREATE TABLE t.FeeNote (FeeNoteId BIGINT PRIMARY KEY, Amount INT, RowNo BIGINT)");
    for (int id = 1; id <= 40; id++) {
      source.run("INSERT INTO t.FeeNote VALUES (" + id + ", 1, " + (1000 + id) + ")");
    }
    source.run("INSERT INTO t.FeeNote VALUES (41, 1, NULL)");
    Installation lake = feeNotes(source);
    assertThat(fees(lake.run("night-1", NIGHT)).status(), is(LoadStatus.LOADED));
    for (int id = 101; id <= 107; id++) {
      source.run("INSERT INTO t.FeeNote VALUES (" + id + ", 2, " + (id - 100) + ")");
    }
    source.run("DELETE FROM t.FeeNote WHERE FeeNoteId = 5");

    RunSummary compared = lake.compare("compare", NOON, WHOLE);

    assertThat(compared.outcome(), is(RunSummary.Outcome.LOADED));
    assertThat(fees(compared).counts().deleted(), is(1L));
    assertThat(fees(compared).lostKeys(), is(7L));
    assertThat(
        fees(compared).warnings(),
        contains(
            "FeeNote: 7 keys of the source with a mark of 1040 or before never landed (101, 102,"
                + " 103, 104, 105, ...); the next nightly run reads again from 1: raise overlap to longer than the longest transaction"));

    source.run("INSERT INTO t.FeeNote VALUES (200, 3, 1050)");
    RunSummary mended = lake.run("night-2", NOON);

    assertThat(fees(mended).status(), is(LoadStatus.LOADED));
    assertThat(fees(mended).counts().lateRows(), is(7L));
    assertThat(fees(mended).counts().inserted(), is(8L));
    assertThat(
        lake.rows("silver/fee_note").stream().map(row -> row.getInt64("fee_note_id")).toList(),
        hasItems(101L, 107L, 200L));
    RunSummary again = lake.compare("again", NOON, WHOLE);
    assertThat(again.outcome(), is(RunSummary.Outcome.EMPTY));
    assertThat(fees(again).lostKeys(), is(0L));
  }

  private Installation feeNotes(ClockedSource source) throws IOException {
    Files.writeString(
        folder.resolve("fee-note.yaml"),
        """
        table: FeeNote
        schema: t
        key: [FeeNoteId]
        watermark: RowNo
        columns:
          - {name: FeeNoteId, type: BIGINT, nullable: false}
          - {name: Amount, type: INT}
          - {name: RowNo, type: BIGINT}
        """);
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
          FeeNote: {contract: %s/fee-note.yaml, watermark: RowNo, overlap: 10, nullWatermark: exclude}
        """
            .formatted(folder));
  }

  private static TableSummary fees(RunSummary summary) {
    return table(summary, "FeeNote");
  }

  private static TableSummary table(RunSummary summary, String name) {
    return summary.tables().stream()
        .filter(table -> table.table().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> fact(Installation lake, String certificate) {
    return lake.rows("gold/fact_premium_transaction").stream()
        .filter(row -> certificate.equals(row.getString("certificate_ref")))
        .map(row -> row.getDecimal("gross_premium_signed").toPlainString())
        .toList();
  }
}
