// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.landing.LandingManifest;
import dev.tidemark.pipelines.reconcile.Digests;
import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.TableMismatchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a source whose tables change under a lake: columns come, go and turn. */
class NewColumnsTest {

  private static final String FEE_COLUMNS =
      """
      columns:
        - {name: FeeNoteId, type: BIGINT, nullable: false}
        - {name: Amount, type: "DECIMAL(18,2)"}
        - {name: ModifiedDate, type: DATETIME2}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @ParameterizedTest
  @EnumSource
  void aNewColumnIsLandedReportedAndKept(TestSource source) throws SQLException, IOException {
    create(source);
    Installation installation = installation(source);
    installation.run("night-1", night(1));

    source.run("ALTER TABLE t.\"FeeNote\" ADD \"PaidBy\" VARCHAR(20)");
    source.run(
        "UPDATE t.\"FeeNote\" SET \"PaidBy\" = 'Bank', \"ModifiedDate\" = '2024-06-03 09:00:00'"
            + " WHERE \"FeeNoteId\" = 2");
    insert(source, "3, 30.00, '2024-06-03 10:00:00', 'Cash'");
    source.run("ALTER TABLE t.\"Office\" ADD \"Region\" VARCHAR(9)");
    source.run("ALTER TABLE t.\"Office\" ADD \"Unused\" INT");
    source.run("UPDATE t.\"Office\" SET \"Region\" = 'UK' WHERE \"OfficeCode\" = 'LON'");
    RunSummary second = installation.run("night-2", night(2));

    assertThat(
        newColumns(second),
        is(
            Map.of(
                "FeeNote",
                List.of("PaidBy VARCHAR"),
                "Office",
                List.of("Region VARCHAR", "Unused INT"))));
    assertThat(
        table(second, "FeeNote").warnings(),
        hasItem(
            "FeeNote: column PaidBy VARCHAR is new: it is landed and kept in silver/fee_note as"
                + " it is sent; if it holds names of people, add it to the contract with personal:"
                + " true to mask it"));
    assertThat(fees(installation), contains("1 10.00 null", "2 20.00 Bank", "3 30.00 Cash"));
    assertThat(offices(installation), contains("LON UK", "ZUR null"));
    assertThat(landedColumns("FeeNote", "2024/06/04/020000"), hasItem("paid_by"));
    assertThat(landedColumns("FeeNote", "2024/06/03/020000"), not(hasItem("paid_by")));

    insert(source, "4, 40.00, '2024-06-04 10:00:00', 'Bank'");
    RunSummary third = installation.run("night-3", night(3));

    assertThat(newColumns(third), is(Map.of()));
    assertThat(table(third, "Office").status(), is(LoadStatus.EMPTY));
    assertThat(
        fees(installation),
        contains("1 10.00 null", "2 20.00 Bank", "3 30.00 Cash", "4 40.00 Bank"));

    // the last row before the mark is read again, as the source has it now
    source.run("ALTER TABLE t.\"FeeNote\" DROP COLUMN \"PaidBy\"");
    source.run("INSERT INTO t.\"FeeNote\" VALUES (5, 50.00, '2024-06-05 10:00:00')");
    installation.run("night-4", night(4));

    assertThat(
        fees(installation),
        contains("1 10.00 null", "2 20.00 Bank", "3 30.00 Cash", "4 40.00 null", "5 50.00 null"));
    assertThat(
        Digests.of(installation.config().lake().root(), installation.tables(), installation.store())
            .lines(),
        hasItem(allOf(startsWith("silver/fee_note "), containsString(" 5 rows "))));

    // somebody names it: the same type, nothing changes but that it is required now
    source.run("ALTER TABLE t.\"FeeNote\" ADD \"PaidBy\" VARCHAR(20)");
    insert(source, "6, 60.00, '2024-06-06 10:00:00', 'Cash'");
    feeContract("  - {name: PaidBy, type: VARCHAR(20)}\n");
    RunSummary fifth = installation.run("night-5", night(5));

    assertThat(fifth.outcome(), is(RunSummary.Outcome.LOADED));
    assertThat(newColumns(fifth), is(Map.of()));
    assertThat(fees(installation), hasItem("6 60.00 Cash"));

    // what is stored as it was sent cannot be masked by a word in a file
    feeContract("  - {name: PaidBy, type: VARCHAR(20), personal: true}\n");
    assertThat(
        assertThrows(ConfigException.class, () -> installation.run("night-6", night(6)))
            .getMessage(),
        is(
            "tables.FeeNote.contract: column PaidBy is personal, but silver/fee_note has it as it"
                + " was sent; move the stored tables of FeeNote away and remove its row of"
                + " etl.watermark, so that it is loaded anew"));
  }

  @ParameterizedTest
  @EnumSource
  void aRunThatDiesWithANewColumnIsRolledForward(TestSource source)
      throws SQLException, IOException {
    create(source);
    Installation installation = installation(source);
    installation.run("night-1", night(1));
    source.run("ALTER TABLE t.\"FeeNote\" ADD \"PaidBy\" VARCHAR(20)");
    insert(source, "3, 30.00, '2024-06-03 10:00:00', 'Cash'");

    assertThrows(
        DyingStore.Died.class,
        () ->
            installation.run(
                "night-2", night(2), DyingStore.before(installation.store(), "silver/fee_note")));
    assertThat(fees(installation, false), contains("1 10.00", "2 20.00"));
    RunSummary rolled = installation.run("night-3", night(3));

    assertThat(rolled.rolledForward(), is(2L));
    assertThat(newColumns(rolled), is(Map.of()));
    assertThat(fees(installation), contains("1 10.00 null", "2 20.00 null", "3 30.00 Cash"));

    source.run("ALTER TABLE t.\"FeeNote\" ADD \"Memo\" VARCHAR(20)");
    source.run(
        "INSERT INTO t.\"FeeNote\" VALUES (4, 40.00, '2024-06-04 10:00:00', 'Bank', 'late')");
    assertThrows(
        DyingStore.Died.class,
        () ->
            installation.run(
                "night-4", night(4), DyingStore.after(installation.store(), "silver/fee_note")));
    assertThat(installation.run("night-5", night(5)).rolledForward(), is(3L));
    assertThat(
        installation.rows("silver/fee_note").stream()
            .map(row -> row.getInt64("fee_note_id") + " " + row.getString("memo"))
            .sorted()
            .toList(),
        contains("1 null", "2 null", "3 null", "4 late"));
  }

  @ParameterizedTest
  @EnumSource
  void aTableThatIsBrokenFailsByItselfAndTheOthersArePublished(TestSource source)
      throws SQLException, IOException {
    create(source);
    Installation installation = installation(source);
    installation.run("night-1", night(1));

    record Fault(String statement, String message, String mended) {}
    List<Fault> faults =
        List.of(
            new Fault(
                "ALTER TABLE t.\"FeeNote\" DROP COLUMN \"Amount\"",
                "column Amount (DECIMAL(18,2)) is missing from",
                "ALTER TABLE t.\"FeeNote\" ADD \"Amount\" DECIMAL(18,2)"),
            new Fault(
                "ALTER TABLE t.\"FeeNote\" RENAME TO \"FeeNotes\"",
                "table t.FeeNote is not in",
                "ALTER TABLE t.\"FeeNotes\" RENAME TO \"FeeNote\""),
            new Fault(
                source == TestSource.H2
                    ? "ALTER TABLE t.\"FeeNote\" ALTER COLUMN \"Amount\" SET DATA TYPE VARCHAR(40)"
                    : "ALTER TABLE t.\"FeeNote\" ALTER COLUMN \"Amount\" TYPE VARCHAR(40)",
                "but its contract says DECIMAL(18,2)",
                "SELECT 1"));
    int night = 2;
    for (Fault fault : faults) {
      source.run(fault.statement());
      source.run("UPDATE t.\"Office\" SET \"City\" = 'City " + night + "'");
      RunSummary broken = installation.run("night-" + night, night(night));

      assertThat(broken.outcome(), is(RunSummary.Outcome.PARTIAL));
      assertThat(table(broken, "FeeNote").status(), is(LoadStatus.FAILED));
      assertThat(table(broken, "FeeNote").message(), containsString(fault.message()));
      assertThat(table(broken, "Office").status(), is(LoadStatus.LOADED));
      assertThat(installation.rows("silver/office").get(0).getString("city"), is("City " + night));
      source.run(fault.mended());
      night++;
    }

    // a view of the old name with the old columns is as good as the table
    source.run("ALTER TABLE t.\"FeeNote\" RENAME TO \"FeeNotes\"");
    source.run(
        "CREATE VIEW t.\"FeeNote\" AS SELECT \"FeeNoteId\", CAST(\"Amount\" AS DECIMAL(18,2)) AS"
            + " \"Amount\", \"ModifiedDate\" FROM t.\"FeeNotes\"");
    source.run(
        "INSERT INTO t.\"FeeNotes\" (\"FeeNoteId\", \"Amount\", \"ModifiedDate\") VALUES (7, '70.00', '2024-06-07 10:00:00')");
    assertThat(
        installation.run("night-" + night, night(night)).outcome(), is(RunSummary.Outcome.LOADED));
    assertThat(fees(installation, false), hasItem("7 70.00"));
  }

  /** The source and the contract agree on a wider type, and silver has the narrower one. */
  @ParameterizedTest
  @ValueSource(strings = {"DECIMAL(20,2)", "DECIMAL(18,4)"})
  void aStoredColumnKeepsItsTypeWhateverItsContractSays(String wider)
      throws SQLException, IOException {
    TestSource source = TestSource.H2;
    create(source);
    Installation installation = installation(source);
    installation.run("night-1", night(1));

    source.run("ALTER TABLE t.\"FeeNote\" ALTER COLUMN \"Amount\" SET DATA TYPE " + wider);
    source.run("ALTER TABLE t.\"Office\" ALTER COLUMN \"City\" SET DATA TYPE VARCHAR(80)");
    source.run("UPDATE t.\"Office\" SET \"City\" = 'Londinium' WHERE \"OfficeCode\" = 'LON'");
    Path contract = folder.resolve("fee-note.yaml");
    String stored = Files.readString(contract);
    Files.writeString(contract, stored.replace("DECIMAL(18,2)", wider));
    assertThat(
        assertThrows(TableMismatchException.class, () -> installation.run("night-2", night(2)))
            .getMessage(),
        is(
            "table silver/fee_note: its column amount is stored as DECIMAL(18,2), not "
                + wider
                + ", and a stored column keeps its type; move the stored table away so that it is"
                + " built anew"));
    Files.writeString(contract, stored);
    assertThat(fees(installation, false), contains("1 10.00", "2 20.00"));

    // a text has no length in the lake
    Path office = folder.resolve("office.yaml");
    Files.writeString(office, Files.readString(office).replace("VARCHAR(50)", "VARCHAR(80)"));
    source.run("ALTER TABLE t.\"FeeNote\" ALTER COLUMN \"Amount\" SET DATA TYPE DECIMAL(18,2)");
    assertThat(installation.run("night-3", night(3)).outcome(), is(RunSummary.Outcome.LOADED));
    assertThat(
        installation.rows("silver/office").stream().map(row -> row.getString("city")).toList(),
        hasItem("Londinium"));
  }

  @Test
  void aMarkWithoutAnIndexIsToldOnceATableAndFailsNothing() throws SQLException, IOException {
    TestSource source = TestSource.POSTGRES;
    create(source);
    Installation installation = installation(source);

    RunSummary first = installation.run("night-1", night(1));

    assertThat(first.outcome(), is(RunSummary.Outcome.LOADED));
    assertThat(
        table(first, "FeeNote").warnings(),
        contains(
            "FeeNote: no index begins with its watermark, every run reads the whole table; ask the"
                + " DBA for CREATE INDEX CONCURRENTLY \"ix_FeeNote_ModifiedDate\" ON \"t\".\"FeeNote\""
                + " (\"ModifiedDate\")"));
    assertThat(table(first, "Office").warnings(), is(empty()));
    source.run("CREATE INDEX ix ON t.\"FeeNote\" (\"ModifiedDate\")");
    assertThat(table(installation.run("night-2", night(2)), "FeeNote").warnings(), is(empty()));
  }

  private void create(TestSource source) throws SQLException, IOException {
    feeContract("");
    Files.writeString(
        folder.resolve("office.yaml"),
        """
        table: Office
        schema: t
        key: [OfficeCode]
        columns:
          - {name: OfficeCode, type: VARCHAR(10), nullable: false}
          - {name: City, type: VARCHAR(50)}
        """);
    source.fresh(
        source.sql(
            "CREATE TABLE t.\"FeeNote\" (\"FeeNoteId\" BIGINT PRIMARY KEY, \"Amount\""
                + " DECIMAL(18,2), \"ModifiedDate\" DATETIME2(6))"),
        "CREATE TABLE t.\"Office\" (\"OfficeCode\" VARCHAR(10) PRIMARY KEY, \"City\" VARCHAR(50))",
        "INSERT INTO t.\"FeeNote\" VALUES (1, 10.00, '2024-06-01 09:00:00'), (2, 20.00,"
            + " '2024-06-01 10:00:00')",
        "INSERT INTO t.\"Office\" VALUES ('LON', 'London'), ('ZUR', 'Zurich')");
  }

  private void feeContract(String more) throws IOException {
    Files.writeString(
        folder.resolve("fee-note.yaml"),
        "table: FeeNote\nschema: t\nkey: [FeeNoteId]\nwatermark: ModifiedDate\n"
            + FEE_COLUMNS
            + more);
  }

  private Installation installation(TestSource source) {
    return Installation.of(
        source,
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
          FeeNote: {contract: %1$s/fee-note.yaml, watermark: ModifiedDate}
          Office: {contract: %1$s/office.yaml, mode: full}
        """
            .formatted(folder));
  }

  private static Instant night(int number) {
    return Instant.parse("2024-06-0" + (number + 2) + "T02:00:00Z");
  }

  private static void insert(TestSource source, String values) throws SQLException {
    source.run(
        "INSERT INTO t.\"FeeNote\" (\"FeeNoteId\", \"Amount\", \"ModifiedDate\", \"PaidBy\") VALUES"
            + " ("
            + values
            + ")");
  }

  private static TableSummary table(RunSummary run, String name) {
    return run.tables().stream().filter(t -> t.table().equals(name)).findFirst().orElseThrow();
  }

  private static Map<String, List<String>> newColumns(RunSummary run) {
    return run.tables().stream()
        .filter(table -> !table.newColumns().isEmpty())
        .collect(Collectors.toMap(TableSummary::table, TableSummary::newColumns));
  }

  private static List<String> fees(Installation installation) {
    return fees(installation, true);
  }

  private static List<String> fees(Installation installation, boolean withPaidBy) {
    return installation.rows("silver/fee_note").stream()
        .map(
            row ->
                row.getInt64("fee_note_id")
                    + " "
                    + row.getDecimal("amount")
                    + (withPaidBy ? " " + row.getString("paid_by") : ""))
        .sorted()
        .toList();
  }

  private static List<String> offices(Installation installation) {
    return installation.rows("silver/office").stream()
        .map(row -> row.getString("office_code") + " " + row.getString("region"))
        .sorted()
        .toList();
  }

  private List<String> landedColumns(String table, String time) throws IOException {
    return LandingManifest.read(
            folder.resolve("lake/landing").resolve(table).resolve(time).toString())
        .columns()
        .stream()
        .map(LandingManifest.Column::name)
        .toList();
  }
}
