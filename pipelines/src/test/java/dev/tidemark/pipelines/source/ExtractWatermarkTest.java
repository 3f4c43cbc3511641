// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.OverlapSize;
import dev.tidemark.pipelines.landing.LandedRowsOf;
import dev.tidemark.pipelines.landing.LandingLayout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TimeZone;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.Pipeline.PipelineExecutionException;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.display.DisplayData;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExtractWatermarkTest {
  private static final Instant LOGICAL_TIME = Instant.parse("2024-02-06T01:02:03Z");
  private static final Instant AT = Instant.parse("2024-02-06T00:00:00Z");

  private static final TableContract CONTRACT =
      new TableContract(
          "EveryType",
          "t",
          List.of("code"),
          "changed",
          List.of(
              column("Code", "CHAR(6)"),
              column("Small", "TINYINT"),
              column("Whole", "INT"),
              column("Big", "BIGINT"),
              column("Amount", "DECIMAL(38,2)"),
              column("Rate", "DECIMAL(18,8)"),
              column("Share", "FLOAT"),
              column("Name", "NVARCHAR(40)"),
              column("Born", "DATE"),
              column("Changed", "DATETIME2(6)"),
              column("Sent", "DATETIMEOFFSET(6)"),
              column("Clock", "TIME"),
              column("Ident", "UNIQUEIDENTIFIER"),
              column("Bytes", "VARBINARY(20)"),
              column("Deleted", "BIT")));

  private static final String DDL =
      "CREATE TABLE t.EveryType (Code CHAR(6) PRIMARY KEY, Small TINYINT, Whole INT, Big BIGINT, Amount DECIMAL(38,2),"
          + " Rate DECIMAL(18,8), Share FLOAT, Name NVARCHAR(40), Born DATE, Changed DATETIME2(6),"
          + " Sent DATETIMEOFFSET(6), Clock TIME, Ident UNIQUEIDENTIFIER, Bytes VARBINARY(20), Deleted BIT)";

  private final Path folder;

  ExtractWatermarkTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static ContractColumn column(String name, String type) {
    return new ContractColumn(name, SqlType.parse(type), true, name.equals("Name"));
  }

  private static Row row(@Nullable Object... values) {
    List<@Nullable Object> all = new ArrayList<>(Arrays.asList(values));
    return Row.withSchema(CONTRACT.landingSchema()).addValues(all).build();
  }

  private static Row full(TestSource source, String changedAt) {
    return row(
        "B1",
        -5,
        Integer.MAX_VALUE,
        Long.MIN_VALUE,
        new BigDecimal("-999999999999999999999999999999999999.99"),
        new BigDecimal("0.85341500"),
        0.1,
        "Œuvre 渋谷 😀",
        LocalDate.of(1, 1, 1),
        Instant.parse(changedAt),
        Instant.parse("1969-12-31T23:59:59.999999Z"),
        "23:59:59",
        "0f8fad5b-d9cb-469f-a165-70867728950e",
        new byte[] {0, -1, 127},
        true,
        "run-1",
        AT,
        null,
        "2024-02-05 10:00:00.123456",
        source.database().check(CONTRACT).description());
  }

  private static void create(TestSource source) throws SQLException {
    String bytes = source == TestSource.H2 ? "X'00FF7F'" : "'\\x00ff7f'";
    source.fresh(
        source.sql(DDL),
        "INSERT INTO t.EveryType VALUES ('B1', -5, 2147483647, -9223372036854775808,"
            + " -999999999999999999999999999999999999.99, 0.853415, 0.1, 'Œuvre 渋谷 😀', '0001-01-01',"
            + " '2024-02-05 10:00:00.123456', '1970-01-01 01:59:59.999999+02:00', '23:59:59',"
            + " '0f8fad5b-d9cb-469f-a165-70867728950e', "
            + bytes
            + ", CAST(1 AS BOOLEAN))");
  }

  private static MarkWindow window(@Nullable String low, String high) {
    return MarkWindow.exact(low == null ? null : mark(low), mark(high));
  }

  private static Mark mark(String text) {
    return Mark.of(LocalDateTime.parse(text));
  }

  private static TableRead read(TestSource source, MarkWindow window) {
    return TableRead.of("EveryType", source.database().check(CONTRACT), ReadScope.of(window), AT);
  }

  private static ExtractWatermark extract(TestSource source, Path lake, TableRead... reads) {
    return ExtractWatermark.from(source.config())
        .read(List.of(reads))
        .into(new LandingLayout(lake.toString()))
        .at(LOGICAL_TIME, "run-1");
  }

  /** Runs it, and gives the rows that landed. */
  private List<Row> rows(TestSource source, TableRead read) throws IOException {
    Path lake = Files.createTempDirectory(folder, "lake");
    Pipeline pipeline = Pipeline.create();
    pipeline.apply(extract(source, lake, read));
    pipeline.run().waitUntilFinish();
    return LandedRowsOf.folder(lake.resolve("landing/EveryType/2024/02/06/010203"));
  }

  private List<String> codes(TestSource source, TableRead read) throws IOException {
    return rows(source, read).stream().map(row -> String.valueOf(row.getString("code"))).toList();
  }

  @ParameterizedTest
  @EnumSource
  void everyTypeArrivesExactly(TestSource source) throws SQLException, IOException {
    create(source);
    assertThat(
        rows(source, read(source, window(null, "2024-02-05T10:00:00.123456"))),
        contains(full(source, "2024-02-05T10:00:00.123456Z")));
  }

  @ParameterizedTest
  @EnumSource
  void theZoneOfTheJavaProcessDoesNotMatter(TestSource source) throws SQLException, IOException {
    create(source);
    TimeZone before = TimeZone.getDefault();
    try {
      for (String zone : List.of("UTC", "Europe/London", "America/New_York", "Asia/Kolkata")) {
        SourcePools.closeAll();
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        assertThat(
            rows(source, read(source, window(null, "2024-02-05T10:00:00.123456"))),
            contains(full(source, "2024-02-05T10:00:00.123456Z")));
      }
    } finally {
      TimeZone.setDefault(before);
      SourcePools.closeAll();
    }
  }

  @ParameterizedTest
  @EnumSource
  void naiveTimesAreReadInTheTablesZone(TestSource source) throws SQLException, IOException {
    create(source);
    TableRef ref = TableRef.of(CONTRACT).withZone(ZoneId.of("Europe/Zurich"));
    TableRead read =
        TableRead.of(
            "EveryType",
            source.database().check(CONTRACT, ref),
            ReadScope.of(window(null, "2024-02-05T10:00:00.123456")),
            AT);
    assertThat(rows(source, read), contains(full(source, "2024-02-05T09:00:00.123456Z")));
  }

  @ParameterizedTest
  @EnumSource
  void tiesAtTheBoundaryAreReadOnce(TestSource source) throws SQLException, IOException {
    source.fresh(
        source.sql(DDL),
        line("A", "'2024-02-05 10:00:00.000001'"),
        line("B", "'2024-02-05 10:00:00.000001'"),
        line("C", "'2024-02-05 10:00:00.000002'"),
        line("D", "NULL"));
    assertThat(
        codes(source, read(source, window(null, "2024-02-05T10:00:00.000001"))),
        containsInAnyOrder("A", "B"));
    assertThat(
        codes(
            source,
            read(source, window("2024-02-05T10:00:00.000001", "2024-02-05T10:00:00.000002"))),
        contains("C"));
  }

  @ParameterizedTest
  @EnumSource
  void theOverlapIsReadAgain(TestSource source) throws SQLException, IOException {
    source.fresh(
        source.sql(DDL),
        line("A", "'2024-02-05 09:45:00.000000'"),
        line("B", "'2024-02-05 09:45:00.000001'"),
        line("C", "'2024-02-05 10:00:00.000001'"));
    SourceTable table = source.database().check(CONTRACT);
    MarkWindow window =
        source
            .database()
            .capture(table, mark("2024-02-05T10:00"), Duration.ZERO)
            .window(OverlapSize.of(Duration.ofMinutes(15)));
    assertThat(codes(source, read(source, window)), containsInAnyOrder("B", "C"));
    assertThat(source.database().count(table, window), is(1L));
  }

  @ParameterizedTest
  @EnumSource
  void withoutAWindowTheWholeTableIsRead(TestSource source) throws SQLException, IOException {
    source.fresh(source.sql(DDL), line("A", "'2024-02-05 10:00:00'"), line("B", "NULL"));
    SourceTable table = source.database().check(CONTRACT, TableRef.of(CONTRACT).whole());
    assertThat(
        codes(source, TableRead.of("EveryType", table, ReadScope.whole(), AT)),
        containsInAnyOrder("A", "B"));
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyTableLeavesNoFolderAndKeepsItsSchema(TestSource source) throws Exception {
    source.fresh(source.sql(DDL));
    Pipeline pipeline = Pipeline.create();
    PAssert.thatSingleton(
            pipeline.apply(extract(source, folder, read(source, window(null, "2024-02-05T10:00")))))
        .satisfies(
            landed -> {
              assertThat(landed.isEmpty(), is(true));
              assertThat(landed.schema(), is(CONTRACT.landingSchema()));
              return null;
            });
    pipeline.run().waitUntilFinish();
    assertThat(Files.exists(folder.resolve("landing")), is(false));
  }

  @ParameterizedTest
  @EnumSource
  void aDecimalThatDoesNotFitIsRefusedByName(TestSource source) throws SQLException, IOException {
    source.fresh(
        source.sql(DDL.replace("Rate DECIMAL(18,8)", "Rate DECIMAL(20,10)")),
        line("A", "'2024-02-05 10:00:00'"),
        "UPDATE t.EveryType SET Rate = 0.8534150001");
    assertThat(
        failure(source),
        allOf(
            containsString("EveryType: column Rate of the row with Code A"),
            containsString("holds 0.8534150001, but its contract says DECIMAL(18,8)")));
  }

  @ParameterizedTest
  @EnumSource(names = "POSTGRES")
  void aNumericThatIsNoNumberIsRefusedByName(TestSource source) throws SQLException, IOException {
    source.fresh(
        source.sql(DDL.replace("Amount DECIMAL(38,2)", "Amount NUMERIC")),
        line("A", "'2024-02-05 10:00:00'"),
        "UPDATE t.EveryType SET Amount = 'NaN'");
    assertThat(failure(source), containsString("column Amount of the row with Code A"));
    source.run("UPDATE t.EveryType SET Amount = 1, Share = 'Infinity'");
    assertThat(failure(source), containsString("holds Infinity, but only finite numbers"));
    source.run("UPDATE t.EveryType SET Share = 1, Born = 'infinity'");
    assertThat(failure(source), containsString("but only years 1 to 9999 can be landed"));
  }

  private static String line(String code, String changed) {
    return "INSERT INTO t.EveryType (Code, Changed) VALUES ('" + code + "', " + changed + ")";
  }

  private String failure(TestSource source) {
    Pipeline pipeline = Pipeline.create();
    pipeline.apply(extract(source, folder, read(source, window(null, "2024-02-05T10:00:00"))));
    PipelineExecutionException failed =
        assertThrows(PipelineExecutionException.class, () -> pipeline.run().waitUntilFinish());
    RuntimeException found = DatabaseErrors.find(source.config(), failed).orElseThrow();
    return String.valueOf(found.getMessage());
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsPrintedToStandardOutput(TestSource source) throws SQLException, IOException {
    create(source);
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      assertThat(
          codes(source, read(source, window(null, "2024-02-05T10:00:00.123456"))), contains("B1"));
    } finally {
      System.setOut(before);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8), is(""));
  }

  @ParameterizedTest
  @EnumSource
  void displayDataHoldsNoSecret(TestSource source) throws SQLException, IOException {
    source.fresh(source.sql(DDL));
    String shown =
        DisplayData.from(extract(source, folder, read(source, window(null, "2024-02-05T10:00"))))
            .toString();
    assertThat(shown, not(containsString("jdbc:")));
  }

  @ParameterizedTest
  @EnumSource
  void aWindowOfAnotherTypeIsRefusedWhileTheGraphIsBuilt(TestSource source)
      throws SQLException, IOException {
    source.fresh(source.sql(DDL));
    MarkWindow window = MarkWindow.exact(null, Mark.of(1));
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> read(source, window)).getMessage(),
        containsString("has a mark of type TIMESTAMP"));
  }
}
