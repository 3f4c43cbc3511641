// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IndexCheckTest {

  private static final TableContract CONTRACT =
      new TableContract(
          "FeeNote",
          "t",
          List.of("office", "fee_note_id"),
          "modified_date",
          List.of(
              new ContractColumn("Office", SqlType.parse("VARCHAR(5)"), false, false),
              new ContractColumn("FeeNoteId", SqlType.parse("BIGINT"), false, false),
              new ContractColumn("ModifiedDate", SqlType.parse("DATETIME2(6)"), true, false)));

  private static final String TABLE =
      "CREATE TABLE t.\"FeeNote\" (\"Office\" VARCHAR(5), \"FeeNoteId\" BIGINT, \"ModifiedDate\""
          + " DATETIME2(6))";

  @ParameterizedTest
  @EnumSource
  void theStatementThatIsNamedMakesTheIndexThatWasMissing(TestSource source) throws SQLException {
    source.fresh(
        source.sql(TABLE), "CREATE INDEX ix_other ON t.\"FeeNote\" (\"Office\", \"ModifiedDate\")");

    String statement = missing(source, TableRef.of(CONTRACT)).orElseThrow();

    assertThat(
        statement,
        is(
            source == TestSource.H2
                ? "CREATE INDEX \"ix_FeeNote_ModifiedDate\" ON \"T\".\"FeeNote\" (\"ModifiedDate\")"
                : "CREATE INDEX CONCURRENTLY \"ix_FeeNote_ModifiedDate\" ON \"t\".\"FeeNote\""
                    + " (\"ModifiedDate\")"));
    source.run(statement);
    assertThat(missing(source, TableRef.of(CONTRACT)), is(Optional.empty()));
  }

  @ParameterizedTest
  @EnumSource
  void anIndexOfSeveralColumnsThatBeginsWithTheMarkWillDo(TestSource source) throws SQLException {
    source.fresh(
        source.sql(TABLE), "CREATE INDEX ix_both ON t.\"FeeNote\" (\"ModifiedDate\", \"Office\")");

    assertThat(missing(source, TableRef.of(CONTRACT)), is(Optional.empty()));
  }

  @ParameterizedTest
  @EnumSource
  void aViewAndATableThatIsReadWholeNeedNone(TestSource source) throws SQLException {
    source.fresh(source.sql(TABLE), "CREATE VIEW t.fee_view AS SELECT * FROM t.\"FeeNote\"");

    assertThat(missing(source, TableRef.of(CONTRACT).named("t", "fee_view")), is(Optional.empty()));
    assertThat(missing(source, TableRef.of(CONTRACT).whole()), is(Optional.empty()));
  }

  @Test
  void anIndexOfSomeRowsIsNone() throws SQLException {
    TestSource source = TestSource.POSTGRES;
    source.fresh(
        source.sql(TABLE),
        "CREATE INDEX ix_some ON t.\"FeeNote\" (\"ModifiedDate\") WHERE \"Office\" = 'LON'");

    assertThat(missing(source, TableRef.of(CONTRACT)).isPresent(), is(true));
  }

  @ParameterizedTest
  @EnumSource
  void aKeyIsKeptByAPrimaryKeyOrByAUniqueIndexOnPartOfIt(TestSource source) throws SQLException {
    source.fresh(source.sql(TABLE));
    assertThat(key(source), is(new KeyState(false, 0)));

    source.run("CREATE UNIQUE INDEX ux ON t.\"FeeNote\" (\"FeeNoteId\")");
    assertThat(key(source), is(new KeyState(true, 0)));

    source.fresh(source.sql(TABLE.replace("))", "), PRIMARY KEY (\"Office\", \"FeeNoteId\"))")));
    assertThat(key(source), is(new KeyState(true, 0)));

    source.fresh(
        source.sql(TABLE),
        "CREATE UNIQUE INDEX ux ON t.\"FeeNote\" (\"FeeNoteId\", \"ModifiedDate\")");
    assertThat(key(source), is(new KeyState(false, 0)));
  }

  @ParameterizedTest
  @EnumSource
  void rowsWithoutAKeyAreCounted(TestSource source) throws SQLException {
    source.fresh(
        source.sql(TABLE),
        "INSERT INTO t.\"FeeNote\" VALUES ('LON', 1, NULL), (NULL, 2, NULL), ('LON', NULL, NULL),"
            + " (NULL, NULL, NULL)");

    assertThat(key(source), is(new KeyState(false, 3)));
  }

  private static Optional<String> missing(TestSource source, TableRef ref) {
    SourceDatabase database = source.database();
    return database.missingIndex(database.check(CONTRACT, ref));
  }

  private static KeyState key(TestSource source) {
    SourceDatabase database = source.database();
    return database.key(database.check(CONTRACT));
  }
}
