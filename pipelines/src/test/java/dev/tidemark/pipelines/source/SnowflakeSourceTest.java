// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static dev.tidemark.pipelines.source.SnowflakeResult.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.pipelines.config.DatabaseConfig;
import dev.tidemark.pipelines.config.OverlapSize;
import dev.tidemark.pipelines.config.SecretRef;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The real driver of Snowflake, against a responder that speaks its protocol. */
class SnowflakeSourceTest {
  private static final Instant AT = Instant.parse("2024-02-06T00:00:00Z");
  private static final SnowflakeColumn COUNT = SnowflakeColumn.number("COUNT(*)", 18, 0);
  private static final SnowflakeColumn TEXT = SnowflakeColumn.text("TEXT", 16_777_216);

  private final SnowflakeResponder server = SnowflakeResponder.start();
  private final DatabaseConfig config;
  private final SourceDatabase database;
  private final Path folder;

  SnowflakeSourceTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    Path password = Files.writeString(folder.resolve("password"), "secret");
    config = DatabaseConfig.of(server.url(), "reader", SecretRef.of("file:" + password));
    database = JdbcSourceDatabase.of(config);
    server
        .script()
        .answer(
            "SYSTIMESTAMP()", SnowflakeResult.of(TEXT).with(row("2024-02-05T12:00:00.123456789")));
  }

  @AfterEach
  void stop() {
    SourcePools.closeAll();
    server.close();
  }

  private static ContractColumn column(String name, String type) {
    return new ContractColumn(name, SqlType.parse(type), true, false);
  }

  private SourceTable table(TableContract contract, String name, SnowflakeResult columns) {
    server
        .script()
        .answer("INFORMATION_SCHEMA.TABLES", SnowflakeResult.of(TEXT, TEXT).with(row("BDX", name)));
    server.script().answer("WHERE 1 = 0", columns);
    return database.check(contract);
  }

  private static final TableContract EVERY_TYPE =
      new TableContract(
          "EveryType",
          "bdx",
          List.of("id"),
          null,
          List.of(
              column("Id", "BIGINT"),
              column("Huge", "DECIMAL(38,0)"),
              column("Small", "SMALLINT"),
              column("Amount", "DECIMAL(18,2)"),
              column("Share", "FLOAT"),
              column("Flag", "BIT"),
              column("Name", "VARCHAR(40)"),
              column("Code", "CHAR(4)"),
              column("Born", "DATE"),
              column("Clock", "TIME"),
              column("Ntz", "TIMESTAMP"),
              column("Ltz", "DATETIMEOFFSET(6)"),
              column("Tz", "DATETIMEOFFSET(6)"),
              column("Bytes", "VARBINARY"),
              column("Doc", "VARIANT"),
              column("Obj", "OBJECT"),
              column("Arr", "ARRAY"),
              column("Place", "GEOGRAPHY"),
              column("Shape", "GEOMETRY")));

  private static SnowflakeResult everyType(boolean isMetadata) {
    return SnowflakeResult.of(
        SnowflakeColumn.number("ID", 38, 0),
        SnowflakeColumn.number("HUGE", 38, 0),
        SnowflakeColumn.number("SMALL", 38, 0),
        SnowflakeColumn.number("AMOUNT", 18, 2),
        SnowflakeColumn.plain("SHARE", "real"),
        SnowflakeColumn.plain("FLAG", "boolean"),
        SnowflakeColumn.text("NAME", 40),
        SnowflakeColumn.text("CODE", 4),
        isMetadata ? SnowflakeColumn.plain("BORN", "date") : TEXT,
        isMetadata ? SnowflakeColumn.time("CLOCK", "time", 9) : TEXT,
        isMetadata ? SnowflakeColumn.time("NTZ", "timestamp_ntz", 9) : TEXT,
        isMetadata ? SnowflakeColumn.time("LTZ", "timestamp_ltz", 9) : TEXT,
        isMetadata ? SnowflakeColumn.time("TZ", "timestamp_tz", 9) : TEXT,
        SnowflakeColumn.bytes("BYTES", 8_388_608),
        isMetadata ? SnowflakeColumn.plain("DOC", "variant") : TEXT,
        isMetadata ? SnowflakeColumn.plain("OBJ", "object") : TEXT,
        isMetadata ? SnowflakeColumn.plain("ARR", "array") : TEXT,
        isMetadata ? SnowflakeColumn.spatial("PLACE", "GEOGRAPHY") : TEXT,
        isMetadata ? SnowflakeColumn.spatial("SHAPE", "GEOMETRY") : TEXT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "Europe/London", "America/New_York", "Asia/Kolkata"})
  void everyTypeArrivesExactly(String zone) throws Exception {
    SourceTable table = table(EVERY_TYPE, "EVERY_TYPE", everyType(true));
    server
        .script()
        .answer(
            "SELECT \"ID\"",
            everyType(false)
                .with(
                    row(
                        "9223372036854775807",
                        "99999999999999999999999999999999999999",
                        "-32768",
                        "-1234567890123456.78",
                        "0.1",
                        "1",
                        "Œuvre 渋谷 😀",
                        "GB  ",
                        "0001-01-01",
                        "23:59:59.123456789",
                        "2024-03-31T01:30:00.123456789",
                        "1969-12-31T23:59:59.999999999",
                        "2024-03-10T02:30:00.000001000",
                        "00ff7f",
                        "{\"a\":1.10}",
                        "{\"b\":null}",
                        "[1,2]",
                        "POINT(-0.08 51.51)",
                        "LINESTRING(0 0,1 1)"),
                    row(
                        "1", null, null, null, null, null, null, null, null, null, null, null, null,
                        null, null, null, null, null, null)));
    Zones.in(
        zone,
        () -> {
          List<List<@Nullable Object>> rows = SourceRows.read(config, table);
          assertThat(
              rows.get(0).subList(0, 13),
              is(
                  Arrays.asList(
                      Long.MAX_VALUE,
                      new BigDecimal("99999999999999999999999999999999999999"),
                      -32768,
                      new BigDecimal("-1234567890123456.78"),
                      0.1,
                      true,
                      "Œuvre 渋谷 😀",
                      "GB",
                      LocalDate.of(1, 1, 1),
                      "23:59:59.123456789",
                      Instant.parse("2024-03-31T01:30:00.123456Z"),
                      Instant.parse("1969-12-31T23:59:59.999999Z"),
                      Instant.parse("2024-03-10T02:30:00.000001Z"))));
          assertThat(rows.get(0).get(13), is(new byte[] {0, -1, 127}));
          assertThat(
              rows.get(0).subList(14, 19),
              contains(
                  "{\"a\":1.10}",
                  "{\"b\":null}",
                  "[1,2]",
                  "POINT(-0.08 51.51)",
                  "LINESTRING(0 0,1 1)"));
          List<@Nullable Object> nulls = new ArrayList<>(List.of(1L));
          for (int i = 1; i < EVERY_TYPE.columns().size(); i++) {
            nulls.add(null);
          }
          assertThat(rows.get(1), is(nulls));
        });
    assertThat(
        server.script().asked("SELECT \"ID\"").get(0).sql(),
        allOf(
            containsString("TO_CHAR(\"BORN\", 'YYYY-MM-DD'), TO_CHAR(\"CLOCK\", 'HH24:MI:SS.FF9')"),
            containsString("TO_CHAR(\"NTZ\", 'YYYY-MM-DD\"T\"HH24:MI:SS.FF9')"),
            containsString(
                "TO_CHAR(CONVERT_TIMEZONE('UTC', \"LTZ\"), 'YYYY-MM-DD\"T\"HH24:MI:SS.FF9')"),
            containsString("CONVERT_TIMEZONE('UTC', \"TZ\")"),
            containsString("TO_JSON(\"DOC\"), TO_JSON(\"OBJ\"), TO_JSON(\"ARR\")"),
            containsString(
                "ST_ASWKT(\"PLACE\"), ST_ASWKT(\"SHAPE\") FROM \"BDX\".\"EVERY_TYPE\"")));
  }

  @Test
  void aNumberThatDoesNotFitItsContractIsRefusedByName() {
    SourceTable table = table(EVERY_TYPE, "EVERY_TYPE", everyType(true));
    @Nullable String[] values = new String[EVERY_TYPE.columns().size()];
    values[0] = "9223372036854775808";
    server.script().answer("SELECT \"ID\"", everyType(false).with(values));
    assertThat(
        assertThrows(ContractViolation.class, () -> SourceRows.read(config, table)).getMessage(),
        containsString(
            "EveryType: column Id of the row with Id 9223372036854775808 in Snowflake BDX.EVERY_TYPE"
                + " holds 9223372036854775808, but its contract says BIGINT"));
    values[0] = "1";
    values[2] = "2147483648";
    server.script().answer("SELECT \"ID\"", everyType(false).with(values));
    assertThat(
        assertThrows(ContractViolation.class, () -> SourceRows.read(config, table)).getMessage(),
        containsString("column Small of the row with Id 1"));
  }

  @Test
  void aYearThatCannotBeLandedIsRefusedByName() {
    SourceTable table = table(EVERY_TYPE, "EVERY_TYPE", everyType(true));
    @Nullable String[] values = new String[EVERY_TYPE.columns().size()];
    values[0] = "1";
    values[8] = "12024-01-01";
    server.script().answer("SELECT \"ID\"", everyType(false).with(values));
    assertThat(
        assertThrows(ContractViolation.class, () -> SourceRows.read(config, table)).getMessage(),
        containsString(
            "column Born of the row with Id 1 in Snowflake BDX.EVERY_TYPE holds +12024"));
  }

  private static TableContract line(String type) {
    return new TableContract(
        "Line",
        "bdx",
        List.of("id"),
        "changed",
        List.of(column("Id", "BIGINT"), column("Changed", type)));
  }

  @ParameterizedTest
  @CsvSource({
    "timestamp_ntz, DATETIME2(7), 2024-03-31T01:30:00.123456789, 2024-03-31 01:30:00.123456789, ?::TIMESTAMP_NTZ(9)",
    "timestamp_ltz, DATETIMEOFFSET(7), 2024-02-05T04:30:00.100000000, 2024-02-05 04:30:00.100000+00:00, ?::TIMESTAMP_LTZ(9)",
    "timestamp_tz, DATETIMEOFFSET(7), 2024-02-05T04:30:00.123456789, 2024-02-05 04:30:00.123456789+00:00, ?::TIMESTAMP_TZ(9)",
    "date, DATE, 2024-02-29, 2024-02-29, ?::DATE",
    "fixed, BIGINT, 9223372036854775807, 9223372036854775807, '?::NUMBER(38, 0)'"
  })
  void aMarkIsReadAndBoundAsItsColumnsOwnType(
      String type, String contract, String value, String text, String parameter) throws Exception {
    SnowflakeColumn mark =
        switch (type) {
          case "date" -> SnowflakeColumn.plain("CHANGED", type);
          case "fixed" -> SnowflakeColumn.number("CHANGED", 38, 0);
          default -> SnowflakeColumn.time("CHANGED", type, 9);
        };
    SourceTable table =
        table(
            line(contract), "LINE", SnowflakeResult.of(SnowflakeColumn.number("ID", 38, 0), mark));
    SnowflakeColumn read = type.equals("fixed") ? mark : TEXT;
    server.script().answer("MAX(\"CHANGED\")", SnowflakeResult.of(read).with(row(value)));
    server.script().answer("SELECT COUNT", SnowflakeResult.of(COUNT).with(row("3")));
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
        counted.sql(),
        is("SELECT COUNT(*) FROM \"BDX\".\"LINE\" WHERE \"CHANGED\" <= " + parameter));
  }

  private static SnowflakeResult premium(boolean isMetadata) {
    return SnowflakeResult.of(
        SnowflakeColumn.number("PREMIUM_TRANSACTION_ID", 38, 0),
        SnowflakeColumn.text("UMR", 17),
        SnowflakeColumn.text("SECTION_NO", 10),
        SnowflakeColumn.text("CERTIFICATE_REF", 50),
        SnowflakeColumn.number("TRANSACTION_SEQ", 38, 0),
        SnowflakeColumn.text("TRANSACTION_TYPE", 30),
        isMetadata ? SnowflakeColumn.plain("BORDEREAU_MONTH", "date") : TEXT,
        SnowflakeColumn.text("COVERHOLDER_ID", 20),
        isMetadata ? SnowflakeColumn.plain("EFFECTIVE_DATE", "date") : TEXT,
        SnowflakeColumn.text("ORIGINAL_CURRENCY", 3),
        SnowflakeColumn.number("GROSS_PREMIUM", 18, 2),
        SnowflakeColumn.number("COMMISSION_PCT", 9, 4),
        SnowflakeColumn.number("TAX_AMOUNT", 18, 2),
        SnowflakeColumn.number("FEE_AMOUNT", 18, 2),
        SnowflakeColumn.number("NET_PREMIUM_REPORTED", 18, 2),
        SnowflakeColumn.text("SETTLEMENT_CURRENCY", 3),
        SnowflakeColumn.number("RATE_OF_EXCHANGE", 18, 8),
        isMetadata ? SnowflakeColumn.time("SUBMITTED_AT", "timestamp_ntz", 6) : TEXT,
        SnowflakeColumn.number("BDX_VERSION", 38, 0),
        SnowflakeColumn.plain("IS_DELETED", "boolean"),
        isMetadata ? SnowflakeColumn.time("MODIFIED_DATE", "timestamp_ntz", 6) : TEXT);
  }

  @Test
  void thePremiumTableIsExtracted() throws IOException {
    TableContract contract = TableContract.bundled("PremiumTransaction");
    SourceTable table = table(contract, "PREMIUM_TRANSACTION", premium(true));
    assertThat(table.contract().added(), is(empty()));
    server
        .script()
        .answer("MAX(", SnowflakeResult.of(TEXT).with(row("2024-02-05T10:00:00.123456000")));
    server.script().answer("SELECT COUNT", SnowflakeResult.of(COUNT).with(row("1")));
    server
        .script()
        .answer(
            "SELECT \"PREMIUM_TRANSACTION_ID\"",
            premium(false)
                .with(
                    row(
                        "7",
                        "B0999CH001",
                        "S1",
                        "CERT-1001",
                        null,
                        "NEW",
                        "2024-01-01",
                        "CH001",
                        "2024-01-15",
                        "GBP",
                        "1200.00",
                        "12.5000",
                        null,
                        "0.00",
                        null,
                        "GBP",
                        "0.85341500",
                        "2024-02-05T09:00:00.000000000",
                        "1",
                        "0",
                        "2024-02-05T10:00:00.123456000")));
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
                    "Snowflake BDX.PREMIUM_TRANSACTION")
                .build()));
    Script.Asked extract = server.script().asked("SELECT \"PREMIUM_TRANSACTION_ID\"").get(0);
    assertThat(
        extract.sql(),
        containsString(
            "FROM \"BDX\".\"PREMIUM_TRANSACTION\" WHERE \"MODIFIED_DATE\" > ?::TIMESTAMP_NTZ(9)"
                + " AND \"MODIFIED_DATE\" <= ?::TIMESTAMP_NTZ(9)"));
    assertThat(
        extract.parameters(), contains("2024-02-04 09:45:00.000000", "2024-02-05 10:00:00.123456"));
    assertThat(database.missingIndex(table).isPresent(), is(false));
  }

  @Test
  void theSessionIsSetWhateverTheAccountSays() {
    database.clock();
    JsonNode session = server.logins().get(0).path("SESSION_PARAMETERS");
    assertThat(session.path("TIMEZONE").asText(), is("UTC"));
    assertThat(session.path("JDBC_QUERY_RESULT_FORMAT").asText(), is("JSON"));
    assertThat(session.path("STATEMENT_TIMEOUT_IN_SECONDS").asText(), is("3600"));
    assertThat(session.path("QUERY_TAG").asText(), is("tidemark"));
  }

  @ParameterizedTest
  @CsvSource({
    "604, 57014, false, raise statementTimeout",
    "3001, 42501, false, grant the user SELECT on it",
    "1003, 42000, false, reading the clock failed: no"
  })
  void whatTheServerRefusesIsTold(int code, String state, boolean isTransient, String message) {
    server.script().refuse("SYSTIMESTAMP()", code, state, "no");
    SourceQueryException refused = assertThrows(SourceQueryException.class, database::clock);
    assertThat(refused.getMessage(), containsString(message));
    assertThat(isTransient(refused), is(isTransient));
  }

  @Test
  void aRefusedLoginIsTold() {
    server.refuseLogins(390100, "Incorrect username or password was specified.");
    assertThat(
        assertThrows(SourceUnavailableException.class, database::clock).getMessage(),
        containsString("user reader or its password is refused"));
  }

  @Test
  void anEndedSessionCountsAsALostConnection() {
    SQLException ended = new SQLException("Session no longer exists.", "08001", 390111);
    assertThat(DatabaseErrors.isTransient(ended), is(true));
  }

  private static boolean isTransient(RuntimeException failure) {
    return failure.getCause() instanceof SQLException cause && DatabaseErrors.isTransient(cause);
  }
}
