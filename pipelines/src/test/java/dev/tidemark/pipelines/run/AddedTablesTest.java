// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.nightly.KeyCompare;
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

/** A table of one's own: an entry of the configuration and a contract file. */
class AddedTablesTest {
  private static final Instant FIRST_NIGHT = Instant.parse("2024-06-03T02:00:00Z");
  private static final Instant SECOND_NIGHT = Instant.parse("2024-06-04T02:00:00Z");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @RegisterExtension
  final EmbeddedDatabase source =
      EmbeddedDatabase.create()
          .withTable(
              "fin.Fee_Notes",
              "FeeNoteId BIGINT PRIMARY KEY, Amount DECIMAL(18,2), Payee VARCHAR(50),"
                  + " CreatedAt TIMESTAMP(6), UpdatedAt TIMESTAMP(6)",
              """
              FeeNoteId | Amount | Payee | CreatedAt           | UpdatedAt
              1         | 10.00  | A     | 2024-06-01 09:00:00 | 2024-06-01 09:00:00
              2         | 20.00  | B     | 2024-06-01 10:00:00 | 2024-06-01 10:00:00
              3         | 30.00  | null  | 2024-06-01 11:00:00 | null
              """)
          .withTable(
              "ref.Office",
              "OfficeCode VARCHAR(10) PRIMARY KEY, City VARCHAR(50)",
              """
              OfficeCode | City
              LON        | London
              SIN        | Singapore
              ZUR        | Zurich
              """);

  @BeforeEach
  void writeTheContracts() throws IOException {
    Files.writeString(
        folder.resolve("fee-note.yaml"),
        """
        table: FeeNote
        schema: bdx
        key: [FeeNoteId]
        watermark: CreatedAt
        columns:
          - {name: FeeNoteId, type: BIGINT, nullable: false}
          - {name: Amount, type: "DECIMAL(18,2)"}
          - {name: Payee, type: VARCHAR(50), personal: true}
          - {name: CreatedAt, type: DATETIME2}
          - {name: UpdatedAt, type: DATETIME2}
        """);
    Files.writeString(
        folder.resolve("office.yaml"),
        """
        table: Office
        schema: ref
        key: [OfficeCode]
        columns:
          - {name: OfficeCode, type: VARCHAR(10), nullable: false}
          - {name: City, type: VARCHAR(50)}
        """);
  }

  @Test
  void theyAreExtractedAndLandedAndKeptInSilver() throws SQLException {
    Installation installation = installation();

    installation.run("night-1", FIRST_NIGHT);

    // the third has no UpdatedAt: excluded
    assertThat(fees(installation), contains("1 10.00", "2 20.00"));
    assertThat(offices(installation), contains("LON London", "SIN Singapore", "ZUR Zurich"));
    assertThat(
        installation.rows("silver/fee_note").get(0).getSchema().getFieldNames(),
        contains(
            "fee_note_id",
            "amount",
            "payee_hash",
            "created_at",
            "updated_at",
            "is_deleted",
            "_batch_id"));
    assertThat(Files.exists(folder.resolve("lake/landing/FeeNote/2024/06/03/020000")), is(true));

    source.execute(
        // created before the mark: found by the configured column only
        "UPDATE fin.Fee_Notes SET Amount = 21.50, UpdatedAt = TIMESTAMP '2024-06-03 08:00:00'"
            + " WHERE FeeNoteId = 2",
        "DELETE FROM fin.Fee_Notes WHERE FeeNoteId = 1",
        "DELETE FROM ref.Office WHERE OfficeCode = 'SIN'",
        "UPDATE ref.Office SET City = 'Zürich' WHERE OfficeCode = 'ZUR'");
    source.insert(
        "fin.Fee_Notes",
        """
        FeeNoteId | Amount | Payee | CreatedAt           | UpdatedAt
        4         | 40.00  | D     | 2024-05-01 09:00:00 | 2024-06-03 09:00:00
        """);
    RunSummary second = installation.run("night-2", SECOND_NIGHT);

    // by watermark a deletion is not seen; a whole table replaces the one before
    assertThat(fees(installation), contains("1 10.00", "2 21.50", "4 40.00"));
    assertThat(offices(installation), contains("LON London", "ZUR Zürich"));
    assertThat(
        second.tables().stream().map(TableSummary::table).toList(), contains("FeeNote", "Office"));
    assertThat(
        installation.run("night-2-again", SECOND_NIGHT).outcome(), is(RunSummary.Outcome.EMPTY));
  }

  @Test
  void aRowThatAComparisonOfKeysFindsGoneStaysFlaggedUntilItReturns() throws SQLException {
    Installation installation = installation();
    installation.run("night-1", FIRST_NIGHT);
    source.execute("DELETE FROM fin.Fee_Notes WHERE FeeNoteId = 1", "DELETE FROM ref.Office");

    RunSummary compared =
        installation.compare("compare", FIRST_NIGHT, KeyCompare.whole().withFuseLifted());

    // a table that is read whole is not compared: its next load takes the place of all
    assertThat(compared.tables().stream().map(TableSummary::table).toList(), contains("FeeNote"));
    assertThat(flags(installation), contains("1 10.00 true", "2 20.00 false"));

    source.execute(
        "INSERT INTO fin.Fee_Notes VALUES (1, 11.00, 'A', TIMESTAMP '2024-06-01 09:00:00',"
            // later than the deletion, which has the source's clock
            + " LOCALTIMESTAMP)");
    installation.run("night-2", SECOND_NIGHT);

    assertThat(flags(installation), contains("1 11.00 false", "2 20.00 false"));
  }

  private static List<String> flags(Installation installation) {
    return installation.rows("silver/fee_note").stream()
        .map(
            row ->
                row.getInt64("fee_note_id")
                    + " "
                    + row.getDecimal("amount")
                    + " "
                    + row.getBoolean("is_deleted"))
        .sorted()
        .toList();
  }

  /** Only the added tables: the bundled ones are not at this source. */
  private Installation installation() {
    return new Installation(
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
          FeeNote:
            contract: %1$s/fee-note.yaml
            schema: fin
            sourceTable: FEE_NOTES
            watermark: UpdatedAt
            nullWatermark: exclude
          Office: {contract: %1$s/office.yaml, mode: full}
        """
            .formatted(folder));
  }

  private static List<String> fees(Installation installation) {
    return installation.rows("silver/fee_note").stream()
        .map(row -> row.getInt64("fee_note_id") + " " + row.getDecimal("amount"))
        .sorted()
        .toList();
  }

  private static List<String> offices(Installation installation) {
    return installation.rows("silver/office").stream()
        .map(row -> row.getString("office_code") + " " + row.getString("city"))
        .sorted()
        .toList();
  }
}
