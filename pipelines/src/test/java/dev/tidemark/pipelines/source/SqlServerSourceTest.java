// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static dev.tidemark.pipelines.source.TdsResult.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.config.OverlapSize;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.apache.beam.sdk.values.Row;
import org.hamcrest.Matchers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The real driver of SQL Server, against a responder that speaks its protocol. */
class SqlServerSourceTest {
  private static final Instant AT = Instant.parse("2024-02-06T00:00:00Z");

  private final SqlServerResponder server = SqlServerResponder.start();
  private final DatabaseConfig config = DatabaseConfig.of(server.url(), "reader", null);
  private final SourceDatabase database =
      JdbcSourceDatabase.of(config)
          .withRetry(new Retry(2, Duration.ofMillis(1), Duration.ofMillis(1), time -> {}));
  private final Path folder;

  SqlServerSourceTest(@TempDir Path folder) {
    this.folder = folder;
    server
        .script()
        .answer(
            "SYSDATETIMEOFFSET()",
            TdsResult.of(TdsColumn.datetimeoffset("", 7))
                .with(row(OffsetDateTime.parse("2024-02-05T13:00:00.1234567+01:00"))));
  }

  @AfterEach
  void stop() {
    SourcePools.closeAll();
    server.close();
  }

  private static ContractColumn column(String name, String type) {
    return new ContractColumn(name, SqlType.parse(type), true, false);
  }

  private SourceTable table(TableContract contract, TdsResult columns) {
    server
        .script()
        .answer(
            "INFORMATION_SCHEMA.TABLES",
            TdsResult.of(
                    TdsColumn.nvarchar("TABLE_SCHEMA", 128), TdsColumn.nvarchar("TABLE_NAME", 128))
                .with(row(contract.schema(), contract.table())));
    server.script().answer("WHERE 1 = 0", columns);
    return database.check(contract);
  }

  private static final TableContract EVERY_TYPE =
      new TableContract(
          "EveryType",
          "bdx",
          List.of("code"),
          null,
          List.of(
              column("Code", "CHAR(6)"),
              column("Tiny", "TINYINT"),
              column("Small", "SMALLINT"),
              column("Whole", "INT"),
              column("Big", "BIGINT"),
              column("Flag", "BIT"),
              column("Amount", "DECIMAL(38,10)"),
              column("Cash", "DECIMAL(19,4)"),
              column("Share", "FLOAT"),
              column("Ratio", "REAL"),
              column("Name", "NVARCHAR(40)"),
              column("Wide", "NCHAR(4)"),
              column("Plain", "VARCHAR(20)"),
              column("Note", "NVARCHAR(40)"),
              column("Doc", "XML"),
              column("Born", "DATE"),
              column("Old", "DATETIME"),
              column("Minute", "SMALLDATETIME"),
              column("Millis", "DATETIME2(3)"),
              column("Changed", "DATETIME2(7)"),
              column("Sent", "DATETIMEOFFSET(7)"),
              column("Clock", "TIME"),
              column("Ident", "UNIQUEIDENTIFIER"),
              column("Bytes", "VARBINARY(20)"),
              column("Fixed", "BINARY(4)"),
              column("Version", "ROWVERSION"),
              column("Place", "GEOGRAPHY"),
              column("Shape", "GEOMETRY")));

  private static TdsResult everyType(boolean isMetadata) {
    return TdsResult.of(
        TdsColumn.fixedChar("Code", 6),
        TdsColumn.tinyint("Tiny"),
        TdsColumn.smallint("Small"),
        TdsColumn.integer("Whole"),
        TdsColumn.bigint("Big"),
        TdsColumn.bit("Flag"),
        TdsColumn.decimal("Amount", 38, 10),
        TdsColumn.money("Cash"),
        TdsColumn.floating("Share"),
        TdsColumn.real("Ratio"),
        TdsColumn.nvarchar("Name", 40),
        TdsColumn.nchar("Wide", 4),
        TdsColumn.varchar("Plain", 20),
        TdsColumn.nvarcharMax("Note"),
        TdsColumn.xml("Doc"),
        TdsColumn.date("Born"),
        TdsColumn.datetime("Old"),
        TdsColumn.smalldatetime("Minute"),
        TdsColumn.datetime2("Millis", 3),
        TdsColumn.datetime2("Changed", 7),
        TdsColumn.datetimeoffset("Sent", 7),
        TdsColumn.time("Clock", 7),
        TdsColumn.uniqueidentifier("Ident"),
        TdsColumn.varbinary("Bytes", 20),
        TdsColumn.binary("Fixed", 4),
        TdsColumn.rowversion("Version"),
        isMetadata ? TdsColumn.spatial("Place", "geography") : TdsColumn.nvarcharMax(""),
        isMetadata ? TdsColumn.spatial("Shape", "geometry") : TdsColumn.nvarcharMax(""));
  }

  // 01:30 on 31 March 2024 never was in London, 02:30 on 10 March 2024 never in New York; before
  // 1906 the clocks of Kolkata stood at +05:53:28; the day after 4 October 1582 was the 15th.
  @ParameterizedTest
  @ValueSource(strings = {"UTC", "Europe/London", "America/New_York", "Asia/Kolkata"})
  void everyTypeArrivesExactly(String zone) throws Exception {
    SourceTable table = table(EVERY_TYPE, everyType(true));
    server
        .script()
        .answer(
            "SELECT [Code]",
            everyType(false)
                .with(
                    row(
                        "B1    ",
                        200,
                        -32768,
                        Integer.MIN_VALUE,
                        Long.MIN_VALUE,
                        true,
                        new BigDecimal("-1234567890123456789012345678.0123456789"),
                        new BigDecimal("-922337203685477.5808"),
                        0.1,
                        0.5f,
                        "Œuvre 渋谷 😀",
                        "é   ",
                        "Lloyd's £",
                        "long",
                        "<a/>",
                        LocalDate.of(1, 1, 1),
                        LocalDateTime.parse("2024-03-31T01:30:00.003333333"),
                        LocalDateTime.parse("2024-03-10T02:30:00"),
                        LocalDateTime.parse("2024-03-31T01:30:00.123"),
                        LocalDateTime.parse("1582-10-10T02:30:00.1234567"),
                        OffsetDateTime.parse("1900-01-01T05:53:28.0000019+05:53"),
                        LocalTime.parse("23:59:59.1234567"),
                        UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e"),
                        new byte[] {0, -1, 127},
                        new byte[] {1, 2, 0, 0},
                        HexFormat.of().parseHex("00000000000007e3"),
                        "POINT (-0.08 51.51)",
                        "LINESTRING (0 0, 1 1 3)"),
                    row(
                        "B2    ", 0, null, null, null, null, null, null, null, null, null, null,
                        null, null, null, null, null, null, null, null, null, null, null, null,
                        null, null, null, null)));
    Zones.in(
        zone,
        () -> {
          List<List<@Nullable Object>> rows = SourceRows.read(config, table);
          assertThat(
              rows.get(0).subList(0, 23),
              is(
                  Arrays.asList(
                      "B1",
                      200,
                      -32768,
                      Integer.MIN_VALUE,
                      Long.MIN_VALUE,
                      true,
                      new BigDecimal("-1234567890123456789012345678.0123456789"),
                      new BigDecimal("-922337203685477.5808"),
                      0.1,
                      0.5,
                      "Œuvre 渋谷 😀",
                      "é",
                      "Lloyd's £",
                      "long",
                      "<a/>",
                      LocalDate.of(1, 1, 1),
                      Instant.parse("2024-03-31T01:30:00.003Z"),
                      Instant.parse("2024-03-10T02:30:00Z"),
                      Instant.parse("2024-03-31T01:30:00.123Z"),
                      Instant.parse("1582-10-10T02:30:00.123456Z"),
                      Instant.parse("1900-01-01T00:00:28.000001Z"),
                      "23:59:59.1234567",
                      "0f8fad5b-d9cb-469f-a165-70867728950e")));
          assertThat(rows.get(0).get(23), is(new byte[] {0, -1, 127}));
          assertThat(rows.get(0).get(24), is(new byte[] {1, 2, 0, 0}));
          assertThat(rows.get(0).get(25), is(new byte[] {0, 0, 0, 0, 0, 0, 7, (byte) 0xE3}));
          assertThat(
              rows.get(0).subList(26, 28),
              contains("POINT (-0.08 51.51)", "LINESTRING (0 0, 1 1 3)"));
          List<@Nullable Object> nulls = new ArrayList<>(List.of("B2", 0));
          for (int i = 2; i < EVERY_TYPE.columns().size(); i++) {
            nulls.add(null);
          }
          assertThat(rows.get(1), is(nulls));
        });
    assertThat(
        server.script().asked("SELECT [Code]").get(0).sql(),
        containsString("[Version], [Place].ToString(), [Shape].ToString() FROM [bdx].[EveryType]"));
  }

  /** With the product's placeholders, which the driver names. */
  private static String statement(Script.Asked asked) {
    return asked.sql().replaceAll("\\s*@P\\d+", "?");
  }

  private static TableContract line(String type) {
    return new TableContract(
        "Line",
        "bdx",
        List.of("id"),
        "changed",
        List.of(column("Id", "BIGINT"), column("Changed", type)));
  }

  private static TdsColumn mark(String type) {
    return switch (type) {
      case "DATETIME" -> TdsColumn.datetime("Changed");
      case "SMALLDATETIME" -> TdsColumn.smalldatetime("Changed");
      case "DATETIME2(0)" -> TdsColumn.datetime2("Changed", 0);
      case "DATETIME2(7)" -> TdsColumn.datetime2("Changed", 7);
      case "DATETIMEOFFSET(3)" -> TdsColumn.datetimeoffset("Changed", 3);
      case "DATETIMEOFFSET(7)" -> TdsColumn.datetimeoffset("Changed", 7);
      case "DATE" -> TdsColumn.date("Changed");
      case "INT" -> TdsColumn.integer("Changed");
      case "BIGINT" -> TdsColumn.bigint("Changed");
      case "DECIMAL(20,0)" -> TdsColumn.decimal("Changed", 20, 0);
      default -> TdsColumn.rowversion("Changed");
    };
  }

  private static Object value(String type, String text) {
    return switch (type.substring(0, Math.min(9, type.length()))) {
      case "DATE" -> LocalDate.parse(text);
      case "DATETIMEO" -> OffsetDateTime.parse(text);
      case "INT", "BIGINT" -> Long.valueOf(text);
      case "DECIMAL(2" -> new BigDecimal(text);
      default -> LocalDateTime.parse(text);
    };
  }

  // A tick of DATETIME is 1/300 s: .003333… shows as .003, and .003 casts to the same tick again.
  @ParameterizedTest
  @CsvSource({
    "DATETIME, 2024-03-31T01:30:00.003333333, 2024-03-31 01:30:00.003000, CAST(CAST(? AS DATETIME2(7)) AS DATETIME)",
    "DATETIME, 2024-03-31T01:30:00.006666667, 2024-03-31 01:30:00.007000, CAST(CAST(? AS DATETIME2(7)) AS DATETIME)",
    "SMALLDATETIME, 2024-02-05T10:01:00, 2024-02-05 10:01:00.000000, CAST(CAST(? AS DATETIME2(7)) AS SMALLDATETIME)",
    "DATETIME2(0), 2024-02-05T10:00:01, 2024-02-05 10:00:01.000000, CAST(? AS DATETIME2(0))",
    "DATETIME2(7), 2024-03-31T01:30:00.1234567, 2024-03-31 01:30:00.1234567, CAST(? AS DATETIME2(7))",
    "DATETIMEOFFSET(3), 2024-02-05T10:00:00.123+05:30, 2024-02-05 04:30:00.123000+00:00, CAST(? AS DATETIMEOFFSET(3))",
    "DATETIMEOFFSET(7), 2024-02-05T10:00:00.1234567-05:00, 2024-02-05 15:00:00.1234567+00:00, CAST(? AS DATETIMEOFFSET(7))",
    "DATE, 2024-02-29, 2024-02-29, CAST(? AS DATE)",
    "INT, 2147483647, 2147483647, CAST(? AS INT)",
    "BIGINT, 9007199254740993, 9007199254740993, CAST(? AS BIGINT)",
    "'DECIMAL(20,0)', 9223372036854775807, 9223372036854775807, 'CAST(? AS DECIMAL(20, 0))'"
  })
  void aMarkIsReadAndBoundAsItsColumnsOwnType(
      String type, String value, String text, String parameter) throws Exception {
    SourceTable table = table(line(type), TdsResult.of(TdsColumn.bigint("Id"), mark(type)));
    server.script().answer("SELECT MAX(", TdsResult.of(mark(type)).with(row(value(type, value))));
    server.script().answer("SELECT COUNT", TdsResult.of(TdsColumn.integer("")).with(row(3)));
    for (String zone : List.of("UTC", "Europe/London", "America/New_York", "Asia/Kolkata")) {
      Zones.in(
          zone,
          () -> {
            Capture capture = database.capture(table, null, Duration.ZERO);
            assertThat(capture.high() == null ? "" : capture.high().text(), is(text));
            assertThat(capture.sourceClock(), is(Instant.parse("2024-02-05T12:00:00.123456Z")));
          });
    }
    Script.Asked counted =
        server.script().asked("SELECT COUNT").stream()
            .filter(asked -> asked.parameters().contains(text))
            .findFirst()
            .orElseThrow();
    assertThat(
        statement(counted),
        is("SELECT COUNT(*) FROM [bdx].[Line] WHERE [Changed] <= " + parameter));
    assertThat(counted.parameters(), contains(text));
  }

  @Test
  void aRowVersionIsACounterBelowEveryOpenTransaction() {
    SourceTable table =
        table(
            line("ROWVERSION"),
            TdsResult.of(TdsColumn.bigint("Id"), TdsColumn.rowversion("Changed")));
    server.script().answer("SELECT MAX(", TdsResult.of(TdsColumn.bigint("")).with(row(2019L)));
    server.script().answer("SELECT COUNT", TdsResult.of(TdsColumn.integer("")).with(row(3)));
    Capture capture = database.capture(table, Mark.of(2000), Duration.ZERO);
    assertThat(capture.high(), is(Mark.of(2019)));
    assertThat(
        server.script().asked("SELECT MAX(").get(0).sql(),
        is(
            "SELECT MAX(CAST([Changed] AS BIGINT)) FROM [bdx].[Line] WHERE [Changed] < MIN_ACTIVE_ROWVERSION()"));
    Script.Asked counted = server.script().asked("<=").get(0);
    assertThat(
        statement(counted),
        containsString(
            "[Changed] > CAST(CAST(? AS BIGINT) AS BINARY(8)) AND [Changed] <= CAST(CAST(? AS BIGINT)"));
    assertThat(counted.parameters(), contains("2000", "2019"));
  }

  @Test
  void aMarkBeyondSixtyFourBitsIsRefusedByName() {
    SourceTable table =
        table(
            line("DECIMAL(20,0)"),
            TdsResult.of(TdsColumn.bigint("Id"), TdsColumn.decimal("Changed", 20, 0)));
    server
        .script()
        .answer(
            "SELECT MAX(",
            TdsResult.of(TdsColumn.decimal("", 20, 0))
                .with(row(new BigDecimal("9223372036854775808"))));
    assertThat(
        assertThrows(ContractViolation.class, () -> database.capture(table, null, Duration.ZERO))
            .getMessage(),
        containsString("Line: watermark Changed in SQL Server bdx.Line holds 9223372036854775808"));
  }

  private static TdsResult premium() {
    return TdsResult.of(
        TdsColumn.bigint("PremiumTransactionId"),
        TdsColumn.varchar("UMR", 17),
        TdsColumn.varchar("SectionNo", 10),
        TdsColumn.varchar("CertificateRef", 50),
        TdsColumn.integer("TransactionSeq"),
        TdsColumn.varchar("TransactionType", 30),
        TdsColumn.date("BordereauMonth"),
        TdsColumn.varchar("CoverholderId", 20),
        TdsColumn.date("EffectiveDate"),
        TdsColumn.fixedChar("OriginalCurrency", 3),
        TdsColumn.decimal("GrossPremium", 18, 2),
        TdsColumn.decimal("CommissionPct", 9, 4),
        TdsColumn.decimal("TaxAmount", 18, 2),
        TdsColumn.decimal("FeeAmount", 18, 2),
        TdsColumn.decimal("NetPremiumReported", 18, 2),
        TdsColumn.fixedChar("SettlementCurrency", 3),
        TdsColumn.decimal("RateOfExchange", 18, 8),
        TdsColumn.datetime2("SubmittedAt", 6),
        TdsColumn.integer("BdxVersion"),
        TdsColumn.bit("IsDeleted"),
        TdsColumn.datetime2("ModifiedDate", 6));
  }

  @Test
  void thePremiumTableIsExtracted() throws IOException {
    TableContract contract = TableContract.bundled("PremiumTransaction");
    SourceTable table = table(contract, premium());
    assertThat(table.contract().added(), is(empty()));
    server
        .script()
        .answer(
            "SELECT MAX(",
            TdsResult.of(TdsColumn.datetime2("", 6))
                .with(row(LocalDateTime.parse("2024-02-05T10:00:00.123456"))));
    server.script().answer("SELECT COUNT", TdsResult.of(TdsColumn.integer("")).with(row(1)));
    server
        .script()
        .answer(
            "SELECT [PremiumTransactionId]",
            premium()
                .with(
                    row(
                        7L,
                        "B0999CH001",
                        "S1",
                        "CERT-1001",
                        null,
                        "NEW",
                        LocalDate.of(2024, 1, 1),
                        "CH001",
                        LocalDate.of(2024, 1, 15),
                        "GBP",
                        new BigDecimal("1200.00"),
                        new BigDecimal("12.5000"),
                        null,
                        new BigDecimal("0.00"),
                        null,
                        "GBP",
                        new BigDecimal("0.85341500"),
                        LocalDateTime.parse("2024-02-05T09:00:00"),
                        1,
                        false,
                        LocalDateTime.parse("2024-02-05T10:00:00.123456"))));
    Mark last = Mark.of(LocalDateTime.parse("2024-02-04T10:00"));
    Capture capture = database.capture(table, last, Duration.ZERO);
    ReadScope scope = ReadScope.of(capture.window(OverlapSize.of(Duration.ofMinutes(15))));
    TableRead read = TableRead.of("PremiumTransaction", table, scope, AT);
    assertThat(
        SourceRows.land(config, read, folder),
        contains(
            Row.withSchema(contract.landingSchema())
                .addValues(
                    7L,
                    "B0999CH001",
                    "S1",
                    "CERT-1001",
                    null,
                    "NEW",
                    LocalDate.of(2024, 1, 1),
                    "CH001",
                    LocalDate.of(2024, 1, 15),
                    "GBP",
                    new BigDecimal("1200.00"),
                    new BigDecimal("12.5000"),
                    null,
                    new BigDecimal("0.00"),
                    null,
                    "GBP",
                    new BigDecimal("0.85341500"),
                    Instant.parse("2024-02-05T09:00:00Z"),
                    1,
                    false,
                    Instant.parse("2024-02-05T10:00:00.123456Z"),
                    "run-1",
                    AT,
                    "2024-02-04 10:00:00.000000",
                    "2024-02-05 10:00:00.123456",
                    "SQL Server bdx.PremiumTransaction")
                .build()));
    Script.Asked extract = server.script().asked("SELECT [PremiumTransactionId]").get(0);
    assertThat(
        statement(extract),
        Matchers.allOf(
            containsString("SELECT [PremiumTransactionId], [UMR], "),
            containsString(
                "FROM [bdx].[PremiumTransaction] WHERE [ModifiedDate] > CAST(? AS DATETIME2(6))"
                    + " AND [ModifiedDate] <= CAST(? AS DATETIME2(6))")));
    assertThat(
        extract.parameters(), contains("2024-02-04 09:45:00.000000", "2024-02-05 10:00:00.123456"));
  }

  @Test
  void slicesOfANumericKeyAreCutByValuesOfItsOwnType() {
    SourceTable table = table(TableContract.bundled("PremiumTransaction"), premium());
    server
        .script()
        .answer(
            "NTILE(",
            TdsResult.of(TdsColumn.bigint(""), TdsColumn.integer(""))
                .with(row(3_000_000_000L, 100_000), row(4_000_000_000L, 100_000)));
    Mark high = Mark.of(LocalDateTime.parse("2024-02-05T10:00"));
    List<Slice> slices =
        database.slices(table, ReadScope.of(MarkWindow.exact(null, high)), 200_000);
    assertThat(
        slices.stream().map(Slice::where).toList(),
        contains(
            "[ModifiedDate] <= CAST(? AS DATETIME2(6))"
                + " AND ([PremiumTransactionId] <= CAST(3000000000 AS BIGINT)"
                + " OR [PremiumTransactionId] IS NULL)",
            "[ModifiedDate] <= CAST(? AS DATETIME2(6))"
                + " AND [PremiumTransactionId] > CAST(3000000000 AS BIGINT)"));
  }

  @Test
  void slicesOfARowVersionAreCutByItsNumbers() {
    TableContract contract =
        new TableContract(
            "Line",
            "bdx",
            List.of("code"),
            "changed",
            List.of(column("Code", "VARCHAR(9)"), column("Changed", "ROWVERSION")));
    SourceTable table =
        table(
            contract, TdsResult.of(TdsColumn.varchar("Code", 9), TdsColumn.rowversion("Changed")));
    server
        .script()
        .answer(
            "NTILE(",
            TdsResult.of(TdsColumn.bigint(""), TdsColumn.integer(""))
                .with(row(2010L, 100_000), row(2019L, 100_000)));
    List<Slice> slices =
        database.slices(
            table, ReadScope.of(MarkWindow.exact(Mark.of(2000), Mark.of(2019))), 200_000);
    assertThat(
        slices.stream().map(Slice::marks).toList(),
        contains(List.of(Mark.of(2000), Mark.of(2010)), List.of(Mark.of(2010), Mark.of(2019))));
    assertThat(
        server.script().asked("NTILE(").get(0).sql(),
        containsString("SELECT MAX(CAST(v AS BIGINT)), COUNT(*) FROM (SELECT [Changed] AS v"));
  }

  @Test
  void theTableIsLookedUpByItsNormalisedName() {
    table(TableContract.bundled("PremiumTransaction"), premium());
    assertThat(
        server.script().asked("INFORMATION_SCHEMA.TABLES").get(0).parameters(),
        contains("bdx", "premiumtransaction"));
  }

  @Test
  void aMissingIndexIsToldAsTheStatementThatMakesIt() {
    SourceTable table = table(TableContract.bundled("PremiumTransaction"), premium());
    TdsResult indexed = TdsResult.of(TdsColumn.nvarchar("name", 128));
    server
        .script()
        .answer(
            "SELECT TABLE_TYPE",
            TdsResult.of(TdsColumn.nvarchar("TABLE_TYPE", 10)).with(row("BASE TABLE")));
    server.script().answer("sys.indexes", indexed.with(row("PremiumTransactionId")));
    assertThat(
        database.missingIndex(table).orElse(""),
        is(
            "CREATE INDEX [ix_PremiumTransaction_ModifiedDate] ON [bdx].[PremiumTransaction] ([ModifiedDate])"));
    server
        .script()
        .answer("sys.indexes", indexed.with(row("PremiumTransactionId"), row("ModifiedDate")));
    assertThat(database.missingIndex(table).isPresent(), is(false));
    assertThat(
        server.script().asked("sys.indexes").get(0).parameters(),
        contains("bdx", "PremiumTransaction"));
  }

  @Test
  void locksAreWaitedForWithALimit() {
    database.clock();
    assertThat(server.script().asked("lock_timeout 60000"), is(not(empty())));
  }

  @ParameterizedTest
  @CsvSource({
    "1205, true, no; run again when the source is less busy",
    "1222, false, no; another session locks it",
    "40501, true, no; run again when the source is less busy",
    "229, false, no; grant the user SELECT on it",
    "207, false, reading the clock failed: no"
  })
  void whatTheServerRefusesIsTold(int code, boolean isTransient, String message) {
    server.script().refuse("SYSDATETIMEOFFSET()", code, "", "no");
    SourceQueryException refused = assertThrows(SourceQueryException.class, database::clock);
    assertThat(refused.getMessage(), containsString(message));
    assertThat(isTransient(refused), is(isTransient));
  }

  @Test
  void aDroppedConnectionIsTold() {
    server.script().hangUp("SYSDATETIMEOFFSET()");
    SourceUnavailableException lost =
        assertThrows(SourceUnavailableException.class, database::clock);
    assertThat(lost.getMessage(), containsString("the connection is lost"));
    assertThat(isTransient(lost), is(true));
  }

  @ParameterizedTest
  @CsvSource({"18456, user reader or its password is refused", "4060, the database does not exist"})
  void aRefusedLoginIsTold(int code, String message) {
    server.refuseLogins(code, "Login failed.");
    SourceUnavailableException refused =
        assertThrows(SourceUnavailableException.class, database::clock);
    assertThat(refused.getMessage(), containsString(message));
    assertThat(isTransient(refused), is(false));
  }

  @Test
  void aClosedPortAndAnUnknownHostAreTold() {
    server.close();
    assertThat(
        assertThrows(SourceUnavailableException.class, database::clock).getMessage(),
        containsString("nothing answers there"));
    SourceDatabase nowhere =
        JdbcSourceDatabase.of(DatabaseConfig.of("jdbc:sqlserver://nowhere.invalid;encrypt=false"));
    assertThat(
        assertThrows(SourceUnavailableException.class, nowhere::clock).getMessage(),
        containsString("nowhere.invalid: nothing answers there; check host and port"));
  }

  private static boolean isTransient(RuntimeException failure) {
    return failure.getCause() instanceof SQLException cause && DatabaseErrors.isTransient(cause);
  }
}
