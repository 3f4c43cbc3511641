// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.containsStringIgnoringCase;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.OverlapSize;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the dialects write, run by the databases that are here. */
class DialectTest {
  private static TableContract line(String type) {
    return new TableContract(
        "Line",
        "t",
        List.of("id"),
        "changed",
        List.of(
            new ContractColumn("Id", SqlType.parse("INT"), false, false),
            new ContractColumn("Changed", SqlType.parse(type), true, false)));
  }

  private static Dialect dialect(TestSource source) {
    return Dialect.of(source.url());
  }

  private static List<String> column(TestSource source, String... statements) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(source.url(), source.user(), "");
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < statements.length - 1; i++) {
        statement.execute(statements[i]);
      }
      try (ResultSet rows = statement.executeQuery(statements[statements.length - 1])) {
        while (rows.next()) {
          values.add(rows.getString(1));
        }
      }
    }
    return values;
  }

  private static String keySum(TestSource source, String... before) throws SQLException {
    List<String> statements = new ArrayList<>(List.of(before));
    statements.add(
        "SELECT " + dialect(source).keySum(List.of("Id", "Part"), "Changed") + " FROM t.Line");
    return column(source, statements.toArray(String[]::new)).get(0);
  }

  @ParameterizedTest
  @EnumSource
  void theKeySumChangesWithEveryRowKeyAndMark(TestSource source) throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.Line (Id INT, Part VARCHAR(9), Changed DATETIMEOFFSET(6), Note INT)"));
    List<String> changes =
        List.of(
            "SELECT 1",
            "INSERT INTO t.Line VALUES (1, 'ab', '2024-02-05 10:00:00.000001+00:00', 0)",
            "INSERT INTO t.Line VALUES (2, 'a', '2024-02-05 10:00:00.000002+00:00', 0)",
            "UPDATE t.Line SET Changed = '2024-02-05 10:00:00.000003+00:00' WHERE Id = 2",
            "UPDATE t.Line SET Changed = NULL WHERE Id = 1",
            "UPDATE t.Line SET Part = 'b' WHERE Id = 2",
            "UPDATE t.Line SET Id = 3 WHERE Id = 2",
            "INSERT INTO t.Line VALUES (3, 'b', '2024-02-05 10:00:00.000003+00:00', 0)",
            "INSERT INTO t.Line VALUES (3, 'b', '2024-02-05 10:00:00.000003+00:00', 0)");
    Set<String> sums = new HashSet<>();
    for (String change : changes) {
      try (Connection connection = DriverManager.getConnection(source.url(), source.user(), "");
          Statement statement = connection.createStatement()) {
        statement.execute(change);
      }
      sums.add(keySum(source));
    }
    assertThat(sums, hasSize(changes.size()));
    String sum = keySum(source);
    source.run("UPDATE t.Line SET Note = 5");
    assertThat(keySum(source), is(sum));
    assertThat(keySum(source, "SET TIME ZONE 'Asia/Kolkata'"), is(sum));
  }

  @ParameterizedTest
  @EnumSource
  void noMoreThanTheFirstRowsAreSelected(TestSource source) throws SQLException {
    source.fresh("CREATE TABLE t.Line (Id INT)", "INSERT INTO t.Line VALUES (3), (1), (2)");
    assertThat(
        column(source, dialect(source).firstRows(2, "Id", "t.Line ORDER BY Id")),
        contains("1", "2"));
  }

  @ParameterizedTest
  @EnumSource
  void anIndexThatBeginsWithTheMarkIsFound(TestSource source) throws SQLException {
    source.fresh(
        source.sql("CREATE TABLE t.Line (Id INT PRIMARY KEY, Changed DATETIME2(6))"),
        "CREATE INDEX both_ix ON t.Line (Id, Changed)");
    SourceTable table = source.database().check(line("DATETIME2(6)"));
    String statement = source.database().missingIndex(table).orElse("");
    assertThat(statement, containsStringIgnoringCase("ix_line_changed"));
    source.run(statement);
    assertThat(source.database().missingIndex(table).isPresent(), is(false));
  }

  // The last column: a value just above, of the column's own precision.
  @ParameterizedTest
  @CsvSource({
    "H2, TIMESTAMP(9), DATETIME2(7), 2024-03-31 01:30:00.123456789, 2024-03-31 01:30:00.123456790",
    "H2, TIMESTAMP(9) WITH TIME ZONE, DATETIMEOFFSET(7), 2024-02-05 10:00:00.123456789+05:30, 2024-02-05 10:00:00.123456790+05:30",
    "H2, TIMESTAMP(0), DATETIME2(0), 1582-10-10 02:30:00, 1582-10-10 02:30:01",
    "H2, DATE, DATE, 0001-01-01, 0001-01-02",
    "H2, BIGINT, BIGINT, 9223372036854775806, 9223372036854775807",
    "H2, 'NUMERIC(20,0)', 'DECIMAL(20,0)', 9007199254740993, 9007199254740994",
    "POSTGRES, TIMESTAMP(6), DATETIME2(6), 2024-03-31 01:30:00.123456, 2024-03-31 01:30:00.123457",
    "POSTGRES, TIMESTAMP(3), DATETIME2(3), 1900-01-01 00:00:00.123, 1900-01-01 00:00:00.124",
    "POSTGRES, TIMESTAMPTZ(6), DATETIMEOFFSET(6), 2024-02-05 10:00:00.123456+05:30, 2024-02-05 10:00:00.123457+05:30",
    "POSTGRES, DATE, DATE, 0001-01-01, 0001-01-02",
    "POSTGRES, SMALLINT, SMALLINT, 32766, 32767",
    "POSTGRES, 'NUMERIC(20,0)', 'DECIMAL(20,0)', 9007199254740993, 9007199254740994"
  })
  void aMarkEqualsItselfWhenItIsBoundAgainAndNothingElse(
      TestSource source, String type, String contract, String value, String above)
      throws Exception {
    source.fresh(
        "CREATE TABLE t.Line (Id INT PRIMARY KEY, Changed " + type + ")",
        "INSERT INTO t.Line VALUES (1, '" + value + "')");
    SourceTable table = source.database().check(line(contract));
    Set<Mark> marks = new HashSet<>();
    for (String zone : List.of("UTC", "Europe/London", "America/New_York", "Asia/Kolkata")) {
      Zones.in(
          zone,
          () -> {
            Capture first = source.database().capture(table, null, Duration.ZERO);
            assertThat(first.rows(), is(1L));
            marks.add(first.window(OverlapSize.of(Duration.ZERO)).high());
          });
    }
    assertThat(marks, hasSize(1));
    Mark high = marks.iterator().next();
    assertThat(source.database().capture(table, high, Duration.ZERO).isEmpty(), is(true));
    source.run("INSERT INTO t.Line VALUES (2, '" + above + "')");
    Capture next = source.database().capture(table, high, Duration.ZERO);
    assertThat(next.rows(), is(1L));
    assertThat(source.database().count(table, MarkWindow.exact(null, high)), is(1L));
  }

  @Test
  void aMarkBeforeAllTimesIsRefusedByName() throws SQLException {
    TestSource source = TestSource.POSTGRES;
    source.fresh(
        "CREATE TABLE t.Line (Id INT PRIMARY KEY, Changed TIMESTAMP)",
        "INSERT INTO t.Line VALUES (1, '-infinity')");
    SourceTable table = source.database().check(line("DATETIME2(6)"));
    assertThat(
        assertThrows(
                ContractViolation.class,
                () -> source.database().capture(table, null, Duration.ZERO))
            .getMessage(),
        containsString("Line: watermark changed in PostgreSQL t.line holds "));
  }

  private static SourceTable everyRow(TestSource source, String contract) throws SQLException {
    TableContract line = line(contract);
    return source.database().check(line, TableRef.of(line).whole());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          H2       | JSON            | JSON           | JSON '{"a":1.10}'                      | {"a":1.10}
          H2       | ENUM('ab', 'c') | VARCHAR(9)     | 'ab'                                   | ab
          H2       | CHAR(4)         | CHAR(4)        | 'a'                                    | a
          H2       | TIME(9)         | TIME           | '23:59:59.120000000'                   | 23:59:59.12
          H2       | UUID            | UUID           | '0F8FAD5B-D9CB-469F-A165-70867728950E' | 0f8fad5b-d9cb-469f-a165-70867728950e
          H2       | GEOMETRY        | GEOMETRY       | 'POINT (1 2)'                          | POINT (1 2)
          POSTGRES | JSON            | JSON           | '{"a": 1.10}'                          | {"a": 1.10}
          POSTGRES | JSONB           | JSONB          | '{"a":1.10}'                           | {"a": 1.10}
          POSTGRES | XML             | XML            | '<a/>'                                 | <a/>
          POSTGRES | BIT(3)          | VARCHAR(3)     | B'101'                                 | 101
          POSTGRES | CHAR(4)         | CHAR(4)        | 'a'                                    | a
          POSTGRES | TIME(6)         | TIME           | '23:59:59.120000'                      | 23:59:59.12
          POSTGRES | TIMETZ          | TIME           | '10:00:00+02'                          | 10:00:00+02
          POSTGRES | NUMERIC(10,0)   | INT            | 2147483647                             | 2147483647
          POSTGRES | NUMERIC         | DECIMAL(38,10) | 0.0000000001                           | 0.0000000001
          """)
  void theTypesOfOneDatabaseAreKept(
      TestSource source, String type, String contract, String literal, String kept)
      throws SQLException {
    source.fresh(
        "CREATE TABLE t.Line (Id INT PRIMARY KEY, Changed " + type + ")",
        "INSERT INTO t.Line VALUES (1, " + literal + ")");
    List<@Nullable Object> row =
        SourceRows.read(source.config(), everyRow(source, contract)).get(0);
    Object value = row.get(1);
    assertThat(
        value instanceof BigDecimal decimal ? decimal.toPlainString() : String.valueOf(value),
        is(kept));
  }

  @Test
  void aNumberBeyondItsContractsIntegerIsRefusedByName() throws SQLException {
    TestSource source = TestSource.POSTGRES;
    source.fresh(
        "CREATE TABLE t.Line (Id INT PRIMARY KEY, Changed NUMERIC(20,0))",
        "INSERT INTO t.Line VALUES (7, 2147483648)");
    SourceTable table = everyRow(source, "INT");
    assertThat(
        assertThrows(ContractViolation.class, () -> SourceRows.read(source.config(), table))
            .getMessage(),
        containsString(
            "Line: column Changed of the row with Id 7 in PostgreSQL t.line holds 2147483648, but its contract says INT"));
  }

  @ParameterizedTest
  @CsvSource({
    "POSTGRES, MONEY, 'DECIMAL(19,4)'",
    "POSTGRES, NUMERIC, BIGINT",
    "POSTGRES, 'NUMERIC(18,2)', BIGINT",
    "POSTGRES, INT[], VARCHAR(9)",
    "POSTGRES, INTERVAL, VARCHAR(9)",
    "H2, INTERVAL DAY TO SECOND, VARCHAR(9)",
    "H2, INT ARRAY, VARCHAR(9)",
    "H2, 'NUMERIC(18,2)', BIGINT"
  })
  void aTypeThatCannotBeKeptIsRefusedBeforeAnythingIsRead(
      TestSource source, String type, String contract) throws SQLException {
    source.fresh("CREATE TABLE t.Line (Id INT PRIMARY KEY, Changed " + type + ")");
    assertThat(
        assertThrows(ContractViolation.class, () -> everyRow(source, contract)).getMessage(),
        containsString("Line: column Changed is "));
  }

  @Test
  void locksAreWaitedForWithALimit() throws SQLException {
    try (Connection connection = SourcePools.connect(TestSource.POSTGRES.config());
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW lock_timeout")) {
      row.next();
      assertThat(row.getString(1), is("1min"));
      connection.rollback();
    }
  }
}
