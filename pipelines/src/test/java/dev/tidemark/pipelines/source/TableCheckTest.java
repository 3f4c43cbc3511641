// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TableCheckTest {
  private static final TableContract CONTRACT =
      new TableContract(
          "PlanLine",
          "t",
          List.of("plan_line_id"),
          "modified_date",
          List.of(
              new ContractColumn("PlanLineId", SqlType.parse("BIGINT"), false, false),
              new ContractColumn("GpiLimit", SqlType.parse("DECIMAL(18,2)"), true, false),
              new ContractColumn("ModifiedDate", SqlType.parse("DATETIME2(6)"), true, false)));

  @ParameterizedTest
  @EnumSource
  void everySpellingOfANameIsFound(TestSource source) throws SQLException {
    for (String ddl :
        List.of(
            "CREATE TABLE t.PlanLine (PlanLineId BIGINT, GpiLimit DECIMAL(18,2), ModifiedDate DATETIME2(6))",
            "CREATE TABLE t.plan_line (plan_line_id BIGINT, gpi_limit DECIMAL(18,2), modified_date DATETIME2(6))",
            "CREATE TABLE t.\"PlanLine\" (\"PlanLineId\" BIGINT, \"GpiLimit\" DECIMAL(18,2), \"ModifiedDate\" DATETIME2(6))")) {
      source.fresh(source.sql(ddl));
      SourceTable table = source.database().check(CONTRACT);
      assertThat(table.contract().added(), is(empty()));
      assertThat(table.markType(), is(Mark.Type.TIMESTAMP));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aColumnThatTheContractDoesNotNameIsFound(TestSource source) throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.\"PlanLine\" (\"Note\" VARCHAR(5), \"PlanLineId\" BIGINT, \"GpiLimit\" DECIMAL(18,2), \"ModifiedDate\" DATETIME2(6))"));
    SourceTable table = source.database().check(CONTRACT);
    assertThat(
        table.contract().added(),
        contains(new ContractColumn("Note", SqlType.parse("VARCHAR"), true, false)));
    assertThat(table.leftOut(), is(empty()));
  }

  @ParameterizedTest
  @EnumSource
  void aViewCanStandForATable(TestSource source) throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.raw (PlanLineId BIGINT, GpiLimit DECIMAL(18,2), ModifiedDate DATETIME2(6))"),
        "CREATE VIEW t.plan_line_view AS SELECT * FROM t.raw");
    SourceTable table =
        source.database().check(CONTRACT, TableRef.of(CONTRACT).named("T", "PlanLineView"));
    assertThat(table.contract().added(), is(empty()));
  }

  @ParameterizedTest
  @EnumSource
  void aMissingColumnIsNamed(TestSource source) throws SQLException {
    source.fresh(
        source.sql("CREATE TABLE t.PlanLine (PlanLineId BIGINT, ModifiedDate DATETIME2(6))"));
    assertThat(
        violation(source),
        allOf(
            containsString("PlanLine: column GpiLimit (DECIMAL(18,2)) is missing from"),
            containsString("add it there")));
  }

  @ParameterizedTest
  @EnumSource
  void anIncompatibleTypeIsNamedWithWhatTheContractSays(TestSource source) throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.PlanLine (PlanLineId BIGINT, GpiLimit FLOAT, ModifiedDate DATETIME2(6))"));
    assertThat(
        violation(source),
        allOf(
            containsString("column GpiLimit is "),
            containsString("its contract says DECIMAL(18,2)"),
            containsString("a view that casts it")));
  }

  @ParameterizedTest
  @EnumSource
  void twoColumnsThatDifferOnlyInCaseOrUnderscoresAreAnError(TestSource source)
      throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.PlanLine (PlanLineId BIGINT, \"GpiLimit\" DECIMAL(18,2), \"gpi_limit\" DECIMAL(18,2), ModifiedDate DATETIME2(6))"));
    assertThat(violation(source), containsString("columns GpiLimit and gpi_limit of"));
  }

  @ParameterizedTest
  @EnumSource
  void twoTablesThatReadAlikeAreAnErrorUnlessOneIsNamedExactly(TestSource source)
      throws SQLException {
    String columns =
        source.sql(" (PlanLineId BIGINT, GpiLimit DECIMAL(18,2), ModifiedDate DATETIME2(6))");
    source.fresh("CREATE TABLE t.plan_line" + columns, "CREATE TABLE t.planline" + columns);
    assertThat(violation(source), containsString("could be any of"));
  }

  @ParameterizedTest
  @EnumSource
  void anUnknownTableIsNamedWithTheSource(TestSource source) throws SQLException {
    source.fresh();
    assertThat(
        violation(source),
        allOf(
            containsString("PlanLine: table t.PlanLine is not in jdbc:"),
            containsString("check schema and sourceTable")));
  }

  @ParameterizedTest
  @EnumSource
  void aWatermarkOfATypeWithoutOrderIsRefused(TestSource source) throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.PlanLine (PlanLineId BIGINT, GpiLimit DECIMAL(18,2), ModifiedDate DATETIME2(6))"));
    TableRef ref = TableRef.of(CONTRACT).withWatermark("GpiLimit");
    assertThat(
        assertThrows(ContractViolation.class, () -> source.database().check(CONTRACT, ref))
            .getMessage(),
        containsString("is a DECIMAL"));
    TableRef unknown = TableRef.of(CONTRACT).withWatermark("ChangedAt");
    assertThat(
        assertThrows(ContractViolation.class, () -> source.database().check(CONTRACT, unknown))
            .getMessage(),
        containsString("watermark changed_at is not a column of its contract"));
  }

  @ParameterizedTest
  @EnumSource
  void everyProblemOfATableIsNamedInOneMessage(TestSource source) throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.PlanLine (PlanLineId VARCHAR(10), \"ModifiedDate\" DATETIME2(6),"
                + " \"modified_date\" DATETIME2(6))"));
    assertThat(
        violation(source),
        allOf(
            startsWith("PlanLine: (1) column PlanLineId is "),
            containsString("; (2) column GpiLimit (DECIMAL(18,2)) is missing from "),
            containsString("; (3) columns ModifiedDate and modified_date of ")));
  }

  @ParameterizedTest
  @EnumSource
  void aNarrowerOrWiderDecimalIsStillRead(TestSource source) throws SQLException {
    for (String type : List.of("DECIMAL(9,2)", "DECIMAL(30,4)", "INT")) {
      source.fresh(
          source.sql(
              "CREATE TABLE t.PlanLine (PlanLineId BIGINT, GpiLimit "
                  + type
                  + ", ModifiedDate DATETIME2(6))"));
      assertThat(source.database().check(CONTRACT).contract().landed().size(), is(3));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNewColumnIsReadAsTheTypeThatItHas(TestSource source) throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.PlanLine (PlanLineId BIGINT, GpiLimit DECIMAL(18,2), ModifiedDate"
                + " DATETIME2(6), \"Flag\" BIT, \"Small\" SMALLINT, \"Count\" INT, \"Big\" BIGINT,"
                + " \"Rate\" DECIMAL(18,8), \"Share\" FLOAT, \"Code\" CHAR(3), \"Note\""
                + " NVARCHAR(200), \"SentOn\" DATE, \"SentAt\" DATETIME2(6), \"SeenAt\""
                + " DATETIMEOFFSET(6), \"Hour\" TIME, \"Reference\" UNIQUEIDENTIFIER, \"Scan\""
                + " VARBINARY(20))"));
    assertThat(
        source.database().check(CONTRACT).contract().added().stream()
            .map(column -> column.name() + " " + column.type())
            .toList(),
        contains(
            "flag BIT",
            "small SMALLINT",
            "count INT",
            "big BIGINT",
            "rate DECIMAL(18,8)",
            "share FLOAT",
            "code CHAR",
            "note VARCHAR",
            "sent_on DATE",
            "sent_at DATETIME2",
            "seen_at DATETIMEOFFSET",
            "hour TIME",
            "reference UUID",
            "scan VARBINARY"));
  }

  @ParameterizedTest
  @EnumSource
  void whatCannotBeKeptExactlyIsLeftOutWithASentence(TestSource source) throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.PlanLine (PlanLineId BIGINT, GpiLimit DECIMAL(18,2), ModifiedDate"
                + " DATETIME2(6), \"Any\" "
                + (source == TestSource.H2 ? "DECFLOAT" : "NUMERIC")
                + ", \"Spaced Name\" INT, \"_batch\" INT, \"Twin\" INT, \"TWIN\" INT)"));
    SourceTable table = source.database().check(CONTRACT);
    assertThat(table.contract().added(), is(empty()));
    assertThat(
        table.leftOut(),
        contains(
            allOf(
                startsWith("PlanLine: column Any is not in its contract and its type "),
                endsWith(
                    " cannot be kept exactly; it is left out: read a view that casts it to text or"
                        + " to a decimal of declared precision")),
            is(
                "PlanLine: column Spaced Name is not in its contract and cannot be kept under this"
                    + " name; it is left out: read a view that gives it a name of letters and"
                    + " digits"),
            startsWith("PlanLine: column _batch is not in its contract and cannot be kept under"),
            startsWith("PlanLine: columns Twin and TWIN are not in its contract and differ only")));
  }

  @ParameterizedTest
  @EnumSource
  void aColumnThatIsStoredIsReadAsItIsStoredOrLeftOut(TestSource source) throws SQLException {
    TableContract stored =
        CONTRACT.withAdded(
            List.of(
                new ContractColumn("note", SqlType.parse("VARCHAR"), true, false),
                new ContractColumn("fee", SqlType.parse("DECIMAL(18,2)"), true, false),
                new ContractColumn("gone", SqlType.parse("INT"), true, false)));
    String columns = "PlanLineId BIGINT, GpiLimit DECIMAL(18,2), ModifiedDate DATETIME2(6), ";
    source.fresh(
        source.sql(
            "CREATE TABLE t.PlanLine (" + columns + "\"Note\" VARCHAR(90), \"Fee\" DECIMAL(9,1))"));
    SourceTable same = source.database().check(stored);
    assertThat(
        same.contract().added().stream().map(c -> c.name() + " " + c.type()).toList(),
        contains("note VARCHAR", "fee DECIMAL(18,2)"));
    assertThat(same.leftOut(), is(empty()));

    source.fresh(
        source.sql(
            "CREATE TABLE t.PlanLine (" + columns + "\"Note\" DATE, \"Fee\" DECIMAL(18,4))"));
    SourceTable other = source.database().check(stored);
    assertThat(other.contract().added(), is(empty()));
    assertThat(
        other.leftOut(),
        contains(
            "PlanLine: column Note is DATE at the source, but was stored as VARCHAR when it was"
                + " new; it is left out: read a view that casts it",
            "PlanLine: column Fee is DECIMAL(18,4) at the source, but was stored as DECIMAL(18,2)"
                + " when it was new; it is left out: read a view that casts it"));
  }

  private static String violation(TestSource source) {
    String message =
        String.valueOf(
            assertThrows(ContractViolation.class, () -> source.database().check(CONTRACT))
                .getMessage());
    assertThat(message.lines().count(), is(1L));
    return message;
  }
}
