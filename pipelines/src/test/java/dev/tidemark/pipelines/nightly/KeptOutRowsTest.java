// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.config.OverlapSize;
import dev.tidemark.pipelines.source.JdbcSourceDatabase;
import dev.tidemark.pipelines.source.Mark;
import dev.tidemark.pipelines.source.MarkWindow;
import dev.tidemark.pipelines.source.ReadScope;
import dev.tidemark.pipelines.source.Slice;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.source.TableRef;
import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.PlanFile;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSpec;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Rows that are landed and do not belong in silver, yet or at all, through the whole graph: of
 * transactions, of a reference table, and of an added table with a key of two columns.
 */
class KeptOutRowsTest {

  private static final String PREMIUM = "PremiumTransaction";
  private static final String BROKER = "Broker";
  private static final String FEE = "FeeNote";
  private static final String OFFICE = "Office";

  private final Path folder;
  private final DeltaTableStore store;
  private final LakeTables tables;
  private final Map<String, Long> batches = new TreeMap<>();
  private TestSource source = TestSource.H2;
  private long batch;

  KeptOutRowsTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    Files.writeString(
        folder.resolve("fee-note.yaml"),
        """
        table: FeeNote
        schema: t
        key: [Office, FeeNo]
        watermark: UpdatedAt
        columns:
          - {name: Office, type: VARCHAR(10), nullable: false}
          - {name: FeeNo, type: BIGINT, nullable: false}
          - {name: Amount, type: "DECIMAL(18,2)"}
          - {name: Payee, type: VARCHAR(50), personal: true}
          - {name: UpdatedAt, type: DATETIME2(6)}
        """);
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
    store = DeltaTableStore.in(lake());
    tables =
        LakeTables.of(
            4,
            Map.of(
                FEE, TableContract.load(folder.resolve("fee-note.yaml")),
                OFFICE, TableContract.load(folder.resolve("office.yaml"))));
  }

  @ParameterizedTest
  @EnumSource
  void aRowIsKeptOutUntilItIsGoodAndWhatIsKnownOfItsKeyStays(TestSource where) throws SQLException {
    source = where;
    createTables();
    insertPremium(1, "S1", "100.00", "2024-05-30 10:00:00");
    insertPremium(2, "S1", "200.00", "2030-01-01 00:00:00");
    source.run("INSERT INTO t.Broker VALUES ('0001', 'One', 'A', TIMESTAMP '2024-05-30 10:00:00')");
    source.run("INSERT INTO t.Broker VALUES ('0002', 'Two', NULL, NULL)");
    insertFee("LON", 1, "10.00", "2024-05-30 10:00:00");
    insertFee("LON", 11, "11.00", null);

    Map<String, List<String>> first =
        run(PREMIUM, BROKER, FEE, window(null, "2024-05-30 10:00:00", "2024-06-01 00:00:00"));

    assertThat(premium(), contains("1 100.00"));
    assertThat(entries(PREMIUM), contains("2 FUTURE_WATERMARK 1"));
    assertThat(brokers(), contains("0001 One"));
    assertThat(entries(BROKER), contains("0002 NULL_SEQUENCE 1"));
    // without a mark, a fee has no time that could be wrong
    assertThat(fees(), contains("LON 1 10.00", "LON 11 11.00"));
    assertThat(figures(first, PREMIUM), is("2 rows, 2 keys: 1 new, 0 changed, 0 same, 1 bad"));
    assertThat(figures(first, BROKER), is("2 rows, 2 keys: 1 new, 0 changed, 0 same, 1 bad"));
    assertThat(figures(first, FEE), is("2 rows, 2 keys: 2 new, 0 changed, 0 same, 0 bad"));

    // the premium moves to another section as of a day to come; the first broker loses its time
    source.run(
        "UPDATE t.PremiumTransaction SET SectionNo = 'S2', GrossPremium = 150.00, ModifiedDate ="
            + " TIMESTAMP '2030-01-01 00:00:00' WHERE PremiumTransactionId = 1");
    source.run("UPDATE t.Broker SET BrokerName = 'Uno', ModifiedDate = NULL WHERE Pseudonym = 'A'");
    source.run(
        "UPDATE t.Broker SET ModifiedDate = TIMESTAMP '2024-06-01 10:00:00' WHERE BrokerCode ="
            + " '0002'");
    source.run(
        "UPDATE t.FeeNote SET Amount = 15.00, UpdatedAt = TIMESTAMP '2030-01-01 00:00:00' WHERE"
            + " FeeNo = 1");
    insertFee("PAR", 1, "20.00", "2024-06-01 10:00:00");
    ReadScope second = window("2024-05-30 10:00:00", "2024-06-01 10:00:00", "2024-06-02 00:00:00");
    Map<String, List<String>> secondRun = run(PREMIUM, BROKER, FEE, second);

    assertThat(premium(), contains("1 100.00"));
    assertThat(entries(PREMIUM), contains("1 FUTURE_WATERMARK 2", "2 FUTURE_WATERMARK 1"));
    assertThat(brokers(), contains("0001 One", "0002 Two"));
    assertThat(entries(BROKER), contains("0001 NULL_SEQUENCE 2"));
    assertThat(rows("silver/broker_changes").size(), is(2));
    assertThat(fees(), contains("LON 1 10.00", "LON 11 11.00", "PAR 1 20.00"));
    assertThat(entries(FEE), contains("[\"LON\",\"1\"] FUTURE_WATERMARK 2"));
    Row entry = rows("quarantine/fee_note").get(0);
    assertThat(entry.getString("payload"), containsString("\"payee\":\"***\""));
    assertThat(
        entry.getLogicalTypeValue("modified_date", Instant.class),
        is(Instant.parse("2030-01-01T00:00:00Z")));
    assertThat(figures(secondRun, FEE), is("3 rows, 3 keys: 1 new, 0 changed, 1 same, 1 bad"));

    Map<String, Long> before = new TreeMap<>(batches);
    run(PREMIUM, BROKER, FEE, second);
    assertThat("nothing is written again", batches, is(before));

    // their time has come
    source.run(
        "UPDATE t.Broker SET ModifiedDate = TIMESTAMP '2030-01-01 00:00:00' WHERE BrokerCode ="
            + " '0001'");
    run(
        PREMIUM,
        BROKER,
        FEE,
        window("2024-06-01 10:00:00", "2030-01-01 00:00:00", "2030-01-02 00:00:00"));

    assertThat(premium(), contains("1 150.00", "2 200.00"));
    assertThat(brokers(), contains("0001 Uno", "0002 Two"));
    assertThat(fees(), contains("LON 1 15.00", "LON 11 11.00", "PAR 1 20.00"));
    assertThat(entries(PREMIUM), is(empty()));
    assertThat(entries(BROKER), is(empty()));
    assertThat(entries(FEE), is(empty()));
    assertThat(
        rows("gold/dim_broker_history").stream()
            .filter(r -> "0001".equals(r.getString("broker_code")))
            .count(),
        is(2L));
  }

  @Test
  void aRowThatWasCommittedBehindTheMarkIsLateAndOneThatWasReadBeforeIsReRead()
      throws SQLException {
    createTables();
    insertPremium(1, "S1", "100.00", "2024-05-30 10:00:00");
    source.run(
        "INSERT INTO t.Broker VALUES ('0001', 'One', NULL, TIMESTAMP '2024-05-30 10:00:00')");
    insertFee("LON", 1, "10.00", "2024-05-30 10:00:00");
    run(PREMIUM, BROKER, FEE, window(null, "2024-05-30 10:00:00", "2024-06-01 00:00:00"));

    insertPremium(2, "S1", "200.00", "2024-05-30 09:55:00");
    insertPremium(3, "S9", "300.00", "2024-05-30 09:59:59.999999");
    insertPremium(4, "S1", "400.00", "2024-05-30 10:00:01");
    source.run(
        "INSERT INTO t.Broker VALUES ('0002', 'Two', NULL, TIMESTAMP '2024-05-30 09:58:00')");
    insertFee("PAR", 1, "20.00", "2024-05-30 09:50:00");
    ReadScope scope = window("2024-05-30 10:00:00", "2024-05-30 10:00:01", "2024-06-01 00:00:00");
    Map<String, List<String>> figures = run(PREMIUM, BROKER, FEE, scope);

    assertThat(lateness(figures, PREMIUM), is("2 late by 300000000, 1 read again"));
    assertThat(lateness(figures, BROKER), is("1 late by 120000000, 1 read again"));
    assertThat(lateness(figures, FEE), is("1 late by 600000000, 1 read again"));

    Map<String, List<String>> again = run(PREMIUM, BROKER, FEE, scope);
    assertThat(lateness(again, PREMIUM), is("0 late by 0, 3 read again"));
    assertThat(lateness(again, BROKER), is("0 late by 0, 2 read again"));
    assertThat(lateness(again, FEE), is("0 late by 0, 2 read again"));
  }

  @Test
  void aKeyThatTheSourceHasTwiceIsCountedOnceAndNamed() throws SQLException {
    createTables();
    // wherever the rows go: to two sections, to silver and quarantine, and side by side
    insertPremium(7, "S1", "100.00", "2024-05-30 10:00:00");
    insertPremium(7, "S9", "100.00", "2024-05-30 10:00:00");
    insertPremium(8, "S1", "100.00", "2024-05-30 10:00:00");
    source.run(
        "INSERT INTO t.Broker VALUES ('0001', 'One', NULL, TIMESTAMP '2024-05-30 10:00:00')");
    source.run("INSERT INTO t.Broker VALUES ('0001', 'One', NULL, NULL)");
    insertFee("LON", 1, "10.00", "2024-05-30 10:00:00");
    insertFee("LON", 1, "12.00", "2024-05-30 10:00:01");
    insertFee("LON", 1, "11.00", "2024-05-30 10:00:00");
    source.run("INSERT INTO t.Office VALUES ('LON', 'London'), ('PAR', 'Paris'), ('LON', 'Leeds')");

    ReadScope scope = window(null, "2024-05-30 10:00:01", "2024-06-01 00:00:00");
    Map<String, List<String>> figures =
        run(
            Map.of(PREMIUM, scope, BROKER, scope, FEE, scope, OFFICE, ReadScope.whole()),
            Instant.parse("2024-06-01T00:00:00Z"));

    assertThat(twice(figures, PREMIUM), is("3 rows, 2 keys, twice [7]"));
    assertThat(twice(figures, BROKER), is("2 rows, 1 keys, twice [0001]"));
    assertThat(twice(figures, FEE), is("3 rows, 1 keys, twice [[\"LON\",\"1\"]]"));
    assertThat(twice(figures, OFFICE), is("3 rows, 2 keys, twice [LON]"));
    assertThat(fees(), contains("LON 1 12.00"));
  }

  private void createTables() throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.PremiumTransaction (PremiumTransactionId BIGINT, UMR VARCHAR(17),"
                + " SectionNo VARCHAR(10), CertificateRef VARCHAR(50), TransactionSeq INT,"
                + " TransactionType VARCHAR(30), BordereauMonth DATE, CoverholderId VARCHAR(20),"
                + " EffectiveDate DATE, OriginalCurrency CHAR(3), GrossPremium DECIMAL(18,2),"
                + " CommissionPct DECIMAL(9,4), TaxAmount DECIMAL(18,2), FeeAmount DECIMAL(18,2),"
                + " NetPremiumReported DECIMAL(18,2), SettlementCurrency CHAR(3), RateOfExchange"
                + " DECIMAL(18,8), SubmittedAt DATETIME2(6), BdxVersion INT, IsDeleted BIT,"
                + " ModifiedDate DATETIME2(6))"),
        source.sql(
            "CREATE TABLE t.Broker (BrokerCode CHAR(4), BrokerName NVARCHAR(200), Pseudonym"
                + " VARCHAR(10), ModifiedDate DATETIME2(6))"),
        source.sql(
            "CREATE TABLE t.FeeNote (Office VARCHAR(10), FeeNo BIGINT, Amount DECIMAL(18,2), Payee"
                + " VARCHAR(50), UpdatedAt DATETIME2(6))"),
        "CREATE TABLE t.Office (OfficeCode VARCHAR(10), City VARCHAR(50))");
  }

  private void insertPremium(long id, String section, String gross, String modified)
      throws SQLException {
    source.run(
        "INSERT INTO t.PremiumTransaction (PremiumTransactionId, UMR, SectionNo, CertificateRef,"
            + " TransactionType, BordereauMonth, OriginalCurrency, GrossPremium, IsDeleted,"
            + " ModifiedDate) VALUES (%d, 'B0999CH001', '%s', 'C%d', 'NEW', DATE '2024-01-01', 'GBP', %s,"
                .formatted(id, section, id, gross)
            + " FALSE, TIMESTAMP '%s')".formatted(modified));
  }

  private void insertFee(String office, int number, String amount, @Nullable String updated)
      throws SQLException {
    source.run(
        "INSERT INTO t.FeeNote VALUES ('%s', %d, %s, 'Ada', %s)"
            .formatted(
                office, number, amount, updated == null ? "NULL" : "TIMESTAMP '" + updated + "'"));
  }

  /** Rows of the window and 15 minutes before it, of the time after the clock, and without mark. */
  private static ReadScope window(@Nullable String low, String high, String clock) {
    return ReadScope.of(
            MarkWindow.of(
                low == null ? null : mark(low),
                mark(high),
                OverlapSize.byDefault(),
                ZoneOffset.UTC))
        .withFuture(mark(clock))
        .withUnmarked();
  }

  private static Mark mark(String time) {
    return Mark.of(LocalDateTime.parse(time.replace(' ', 'T')));
  }

  private Map<String, List<String>> run(String one, String two, String three, ReadScope scope) {
    Map<String, ReadScope> scopes = new LinkedHashMap<>();
    List.of(one, two, three).forEach(table -> scopes.put(table, scope));
    return run(scopes, Instant.parse("2024-06-01T00:00:00Z").plusSeconds(batch));
  }

  /** Runs the graph and commits what it plans; gives its figures. */
  private Map<String, List<String>> run(Map<String, ReadScope> scopes, Instant time) {
    batch++;
    Map<String, TableLoad> loads = new LinkedHashMap<>();
    scopes.forEach(
        (table, scope) -> {
          TableContract contract = tables.contract(table);
          TableRef ref = TableRef.of(contract).named("t", table);
          loads.put(
              table,
              new TableLoad(
                  table, JdbcSourceDatabase.of(source.config()).check(contract, ref), scope, time));
        });
    LakeSnapshot pinned =
        LakeSnapshot.of(tables.all().stream().map(store::pin).collect(Collectors.toList()));
    DirectOptions options = PipelineOptionsFactory.as(DirectOptions.class);
    options.setEnforceImmutability(false);
    options.setEnforceEncodability(false);
    Pipeline pipeline = Pipeline.create(options);
    NightlyPipeline.build(pipeline, plan(time, loads, pinned));
    pipeline.run().waitUntilFinish();
    PlanFile planned = PlanFile.read(lake(), batch);
    Map<String, List<TableChange>> changes =
        planned.changes().stream().collect(Collectors.groupingBy(TableChange::table));
    changes.forEach(
        (path, own) -> {
          if (!own.stream().allMatch(TableChange::isEmpty)) {
            TableSpec spec = tables.at(path);
            store.commit(spec, pinned.table(spec).version(), own, "test." + path, batch);
            batches.put(path, batch);
          }
        });
    return planned.figures();
  }

  private static Map<String, List<Slice>> slices(Map<String, TableLoad> loads) {
    Map<String, List<Slice>> slices = new LinkedHashMap<>();
    loads.forEach(
        (table, load) -> slices.put(table, List.of(Slice.whole(load.source(), load.scope()))));
    return slices;
  }

  private RunPlan plan(Instant time, Map<String, TableLoad> loads, LakeSnapshot pinned) {
    return new RunPlan(
        "run-" + batch,
        batch,
        time,
        time,
        LocalDate.of(2024, 6, 1),
        source.config(),
        lake(),
        tables,
        pinned,
        loads,
        slices(loads),
        Map.of(
            "contract_section", List.of("gpi_limit"),
            "coverholder", List.of("status"),
            "broker", List.of("broker_name")),
        Rebuild.none(),
        null);
  }

  private List<String> premium() {
    return texts("silver/premium_transaction", List.of("premium_transaction_id", "gross_premium"));
  }

  private List<String> brokers() {
    return texts("silver/broker", List.of("broker_code", "broker_name"));
  }

  private List<String> fees() {
    return texts("silver/fee_note", List.of("office", "fee_no", "amount"));
  }

  private List<String> entries(String table) {
    return texts(tables.quarantine(table).path(), List.of("source_key", "reason", "batch_id"));
  }

  private List<String> texts(String path, List<String> columns) {
    return rows(path).stream()
        .map(
            row ->
                columns.stream()
                    .map(column -> String.valueOf(row.<Object>getValue(column)))
                    .collect(Collectors.joining(" ")))
        .sorted()
        .toList();
  }

  private List<Row> rows(String path) {
    TableSpec spec = tables.at(path);
    List<Row> rows = new ArrayList<>();
    TableRows.of(spec, store.pin(spec), lake()).forEach(row -> rows.add(row.toRow()));
    return rows;
  }

  private static String figures(Map<String, List<String>> figures, String table) {
    return "%s rows, %s keys: %s new, %s changed, %s same, %s bad"
        .formatted(
            sum(figures, table + ".landed_rows"),
            sum(figures, table + ".landed_keys"),
            sum(figures, table + ".inserted"),
            sum(figures, table + ".updated"),
            sum(figures, table + ".unchanged"),
            sum(figures, table + ".landed_bad_keys"));
  }

  private static String lateness(Map<String, List<String>> figures, String table) {
    long max =
        figures.getOrDefault(table + ".max_lateness_micros", List.of()).stream()
            .mapToLong(Long::parseLong)
            .max()
            .orElseThrow();
    return "%s late by %s, %s read again"
        .formatted(sum(figures, table + ".late_rows"), max, sum(figures, table + ".re_read"));
  }

  private static String twice(Map<String, List<String>> figures, String table) {
    return "%s rows, %s keys, twice %s"
        .formatted(
            sum(figures, table + ".landed_rows"),
            sum(figures, table + ".landed_keys"),
            figures.get(table + ".key_landed_twice"));
  }

  private static BigDecimal sum(Map<String, List<String>> figures, String name) {
    return figures.getOrDefault(name, List.of()).stream()
        .map(BigDecimal::new)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private String lake() {
    return folder.resolve("lake").toString();
  }
}
