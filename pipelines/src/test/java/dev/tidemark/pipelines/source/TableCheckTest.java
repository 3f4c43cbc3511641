// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
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
      assertThat(table.extraColumns(), is(empty()));
      assertThat(table.markType(), is(Mark.Type.TIMESTAMP));
    }
  }

  @ParameterizedTest
  @EnumSource
  void anExtraColumnIsReported(TestSource source) throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.\"PlanLine\" (\"Note\" VARCHAR(5), \"PlanLineId\" BIGINT, \"GpiLimit\" DECIMAL(18,2), \"ModifiedDate\" DATETIME2(6))"));
    assertThat(source.database().check(CONTRACT).extraColumns(), contains("Note"));
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
    assertThat(table.extraColumns(), is(empty()));
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

  private static String violation(TestSource source) {
    String message =
        String.valueOf(
            assertThrows(ContractViolation.class, () -> source.database().check(CONTRACT))
                .getMessage());
    assertThat(message.lines().count(), is(1L));
    return message;
  }
}
