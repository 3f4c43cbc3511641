// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.config.TableConfig;
import dev.tidemark.pipelines.control.ControlStore;
import dev.tidemark.pipelines.control.JdbcControlStore;
import dev.tidemark.pipelines.control.Mark;
import dev.tidemark.pipelines.control.MarkMove;
import dev.tidemark.pipelines.control.RunRecord;
import dev.tidemark.pipelines.control.RunStatus;
import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.SourceDatabase;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.testing.EmbeddedDatabase;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SourceProofTest {

  private static final String NAME =
      "PremiumTransaction: distinct keys landed are the source's rows up to the mark";
  private static final TableContract PREMIUM = TableContract.bundled("PremiumTransaction");
  private static final Map<String, TableConfig> CONFIGS = TableConfig.bundled();
  private static final long LANDED = 3;

  @RegisterExtension
  final EmbeddedDatabase sqlServer =
      EmbeddedDatabase.inMode("MSSQLServer")
          .withTable(
              "bdx.PremiumTransaction",
              """
              PremiumTransactionId BIGINT NOT NULL PRIMARY KEY, UMR VARCHAR(17) NOT NULL, SectionNo VARCHAR(10) NOT NULL,
              CertificateRef VARCHAR(50) NOT NULL, TransactionSeq INT NULL, TransactionType VARCHAR(30) NOT NULL,
              BordereauMonth DATE NOT NULL, CoverholderId VARCHAR(20) NULL, EffectiveDate DATE NULL, OriginalCurrency CHAR(3) NULL,
              GrossPremium DECIMAL(18,2) NULL, CommissionPct DECIMAL(9,4) NULL, TaxAmount DECIMAL(18,2) NULL,
              FeeAmount DECIMAL(18,2) NULL, NetPremiumReported DECIMAL(18,2) NULL, SettlementCurrency CHAR(3) NULL,
              RateOfExchange DECIMAL(18,8) NULL, SubmittedAt DATETIME2(6) NULL,
              BdxVersion INT NULL, IsDeleted BIT NOT NULL DEFAULT 0, ModifiedDate DATETIME2(6) NULL""",
              """
              PremiumTransactionId | UMR        | SectionNo | CertificateRef | TransactionType | BordereauMonth | ModifiedDate
              1                    | B0999CH001 | S1        | CERT-1001      | NEW             | 2024-01-01     | 2024-02-05 00:00:00.000001
              2                    | B0999CH001 | S1        | CERT-1001      | NEW             | 2024-01-01     | 2024-02-05 00:00:00.000002
              3                    | B0999CH001 | S1        | CERT-1001      | NEW             | 2024-01-01     | 2024-02-05 00:00:00.000003
              """);

  private final DatabaseConfig database = DatabaseConfig.of(sqlServer.url());
  private final SourceDatabase source = JdbcSourceDatabase.of(database);
  private final ControlStore control = JdbcControlStore.open(database);

  /** Of the three rows, the mark is on the last. */
  @BeforeEach
  void marksTheLastRow() {
    control.moveMarks(
        List.of(
            new MarkMove(
                "PremiumTransaction",
                null,
                new Mark("2024-02-05 00:00:00.000003", "TIMESTAMP"),
                "bdx",
                "ModifiedDate",
                List.of("PremiumTransactionId"),
                LANDED,
                null,
                null,
                null)),
        List.of(),
        new RunRecord("run-1", 1, Instant.EPOCH, RunStatus.SUCCEEDED, Instant.EPOCH, "{}"));
  }

  @AfterEach
  void closesTheControlStore() {
    control.close();
  }

  @Test
  void theRowsUpToTheMarkAreTheKeysLanded() {
    assertThat(check(LANDED), is(new Check(NAME, "3", "3", true)));
  }

  @Test
  void aRowThatWasNeverLandedIsADifference() throws SQLException {
    insert(4, "2024-02-05 00:00:00.000000");

    assertThat(check(LANDED), is(new Check(NAME, "3", "4", false)));
  }

  @Test
  void aRowThatIsNewSinceTheMarkIsNoDifference() throws SQLException {
    insert(4, "2024-02-05 00:00:00.000004");

    assertThat(check(LANDED), is(new Check(NAME, "3", "3", true)));
  }

  @Test
  void aRowThatChangedSinceTheMarkIsToldApart() throws SQLException {
    sqlServer.execute(
        "UPDATE bdx.PremiumTransaction SET ModifiedDate = '2024-03-01' WHERE PremiumTransactionId = 1");

    assertThat(check(LANDED), is(new Check(NAME, "3", "2 and at most 1 that changed since", true)));
  }

  @Test
  void aRowThatLostItsUpdateTimeChangedToo() throws SQLException {
    sqlServer.execute(
        "UPDATE bdx.PremiumTransaction SET ModifiedDate = NULL WHERE PremiumTransactionId = 1");

    assertThat(check(LANDED), is(new Check(NAME, "3", "2 and at most 1 that changed since", true)));
  }

  @Test
  void aRowThatIsGoneFromTheSourceIsADifference() throws SQLException {
    sqlServer.execute("DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId = 1");

    assertThat(check(LANDED), is(new Check(NAME, "3", "2", false)));
  }

  @Test
  void aRowThatWasFoundGoneIsNoDifference() throws SQLException {
    sqlServer.execute("DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId = 1");

    assertThat(
        proof(CONFIGS).check(PREMIUM, LANDED, 1, 0).orElseThrow(),
        is(new Check(NAME, "2 (3 less 1 found gone)", "2", true)));
  }

  @Test
  void aRowThatWasFlaggedDeletedMayBeRemovedAndNoOther() throws SQLException {
    sqlServer.execute("DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId < 2");
    assertThat(
        proof(CONFIGS).check(PREMIUM, LANDED, 0, 1).orElseThrow(),
        is(new Check(NAME, "3", "2 and at most 1 flagged deleted that were removed", true)));

    sqlServer.execute("DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId < 3");
    assertThat(
        proof(CONFIGS).check(PREMIUM, LANDED, 0, 1).orElseThrow(),
        is(new Check(NAME, "3", "1 and at most 1 flagged deleted that were removed", false)));
  }

  @Test
  void aRowThatWasFoundGoneAndIsThereAllTheSameIsADifference() {
    assertThat(
        proof(CONFIGS).check(PREMIUM, LANDED, 1, 0).orElseThrow(),
        is(new Check(NAME, "2 (3 less 1 found gone)", "3", false)));
  }

  @Test
  void moreAreMissingThanCanHaveChanged() throws SQLException {
    sqlServer.execute("DELETE FROM bdx.PremiumTransaction WHERE PremiumTransactionId < 3");
    insert(4, "2024-03-01");

    assertThat(
        check(LANDED), is(new Check(NAME, "3", "1 and at most 1 that changed since", false)));
  }

  @Test
  void aTableWithoutAMarkHasLandedNothing() {
    TableContract risk = TableContract.bundled("RiskTransaction");
    String name = "RiskTransaction: distinct keys landed are the source's rows up to the mark";

    assertThat(
        proof(CONFIGS).check(risk, 0, 0, 0),
        is(Optional.of(new Check(name, "0", "0, it has no mark", true))));
    assertThat(
        proof(CONFIGS).check(risk, 1, 0, 0),
        is(Optional.of(new Check(name, "1", "0, it has no mark", false))));
  }

  @Test
  void aTableThatIsReadWholeOrNotConfiguredIsNotCompared() {
    Map<String, TableConfig> whole =
        Map.of("PremiumTransaction", TableConfig.full("PremiumTransaction"));

    assertThat(proof(whole).check(PREMIUM, LANDED, 0, 0), is(Optional.empty()));
    assertThat(proof(Map.of()).check(PREMIUM, LANDED, 0, 0), is(Optional.empty()));
  }

  private SourceProof proof(Map<String, TableConfig> configs) {
    return new SourceProof(source, control, configs);
  }

  private Check check(long landed) {
    return proof(CONFIGS).check(PREMIUM, landed, 0, 0).orElseThrow();
  }

  private void insert(int id, String modified) throws SQLException {
    sqlServer.insert(
        "bdx.PremiumTransaction",
        """
        PremiumTransactionId | UMR        | SectionNo | CertificateRef | TransactionType | BordereauMonth | ModifiedDate
        %d                   | B0999CH001 | S1        | CERT-1001      | NEW             | 2024-01-01     | %s
        """
            .formatted(id, modified));
  }
}
