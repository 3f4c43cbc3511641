// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A query in a table's place. */
class QueryTableTest {
  private static final TableContract CONTRACT =
      new TableContract(
          "Line",
          "t",
          List.of("id"),
          "changed",
          List.of(
              new ContractColumn("Id", SqlType.parse("INT"), false, false),
              new ContractColumn("Changed", SqlType.parse("DATETIME2"), true, false)));

  private static SourceTable table(TestSource source, String query) throws SQLException {
    source.fresh(
        source.sql("CREATE TABLE t.Raw (RawId INT PRIMARY KEY, At DATETIME2(6), Kind CHAR(1))"),
        "INSERT INTO t.Raw VALUES (1, '2024-02-05 10:00:00', 'a'), (2, '2024-02-05 11:00:00', 'b'),"
            + " (3, '2024-02-05 12:00:00', 'a')");
    return source.database().check(CONTRACT, TableRef.of(CONTRACT).withQuery(query));
  }

  @ParameterizedTest
  @EnumSource
  void itIsCheckedCapturedCountedAndReadAsATableIs(TestSource source) throws SQLException {
    SourceTable table =
        table(source, "SELECT RawId AS Id, At AS Changed FROM t.Raw WHERE Kind = 'a' -- fees only");
    Capture capture = source.database().capture(table, null, Duration.ZERO);
    assertThat(capture.high(), is(Mark.of(LocalDateTime.parse("2024-02-05T12:00"))));
    assertThat(capture.rows(), is(2L));
    MarkWindow window =
        MarkWindow.exact(Mark.of(LocalDateTime.parse("2024-02-05T10:00")), capture.high());
    assertThat(source.database().count(table, ReadScope.of(window)), is(1L));
    assertThat(source.database().probe(table, window).rows(), is(1L));
    assertThat(source.database().content(table).rows(), is(2L));
    assertThat(table.description(), containsString("query of t.Line"));
  }

  @ParameterizedTest
  @EnumSource
  void aCommonTableExpressionMayStandInIt(TestSource source) throws SQLException {
    SourceTable table =
        table(
            source,
            "WITH fees AS (SELECT RawId AS Id, At AS Changed FROM t.Raw) SELECT * FROM fees ORDER BY Id");
    assertThat(source.database().capture(table, null, Duration.ZERO).rows(), is(3L));
  }

  @ParameterizedTest
  @EnumSource
  void aColumnThatItDoesNotSelectIsNamed(TestSource source) {
    assertThat(
        assertThrows(ContractViolation.class, () -> table(source, "SELECT RawId AS Id FROM t.Raw"))
            .getMessage(),
        containsString("column Changed (DATETIME2) is missing from the query of t.Line"));
  }

  @ParameterizedTest
  @EnumSource
  void aQueryThatTheSourceRefusesFailsByName(TestSource source) {
    assertThat(
        assertThrows(
                SourceQueryException.class, () -> table(source, "SELECT Nothing FROM t.Nowhere"))
            .getMessage(),
        containsString("the query of t.Line"));
  }
}
