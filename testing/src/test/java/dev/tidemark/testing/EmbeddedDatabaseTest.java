// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedDatabaseTest {

  @RegisterExtension
  final EmbeddedDatabase source =
      EmbeddedDatabase.inMode("MSSQLServer")
          .withTable(
              "ledger.Entry",
              "Id BIGINT PRIMARY KEY, Amount DECIMAL(18,2), At DATETIME2(6), Sent DATETIMEOFFSET(6),"
                  + " Note NVARCHAR(20) DEFAULT 'new', Raw VARBINARY(8), Done BIT, Code CHAR(3),"
                  + " Ident UNIQUEIDENTIFIER, SoldOn DATE",
              """
              Id | Amount  | At                         | Note
              1  | 1200.00 | 2026-01-31 10:15:00.123456 | "a | b"
              2  | null    | 2026-02-01 00:00:00        | ""
              """)
          .withTable("ledger.Account", "Id INT");

  @Test
  void tablesAreThereWithTheirRows() throws SQLException {
    assertThat(
        select("SELECT Id, Amount, At, Note FROM ledger.Entry ORDER BY Id"),
        is(
            List.of(
                "1, 1200.00, 2026-01-31 10:15:00.123456, a | b",
                "2, null, 2026-02-01 00:00:00, ")));
    assertThat(select("SELECT count(*) FROM ledger.Account"), is(List.of("0")));
  }

  @Test
  void aCellIsWhatTheDatabaseTakesForItsType() throws SQLException {
    source.insert(
        "ledger.Entry",
        """
        Id | Amount | Sent                      | Raw    | Done | Code | Ident                                | SoldOn
        3  | 0.5    | 2026-01-31 10:15:00+02:00 | 0x0aff | 1    | LON  | 00000000-0000-0000-0000-000000000001 | 2026-01-31
        """);

    assertThat(
        select(
            "SELECT Amount, Sent, rawtohex(Raw), Done, Code, Ident, SoldOn, Note, At FROM ledger.Entry"
                + " WHERE Id = 3"),
        is(
            List.of(
                "0.50, 2026-01-31 10:15:00+02, 0aff, TRUE, LON, 00000000-0000-0000-0000-000000000001,"
                    + " 2026-01-31, new, null")));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void everyRepetitionHasAFreshOne(int id) throws SQLException {
    source.insert("ledger.Account", "Id\n" + id);
    assertThat(select("SELECT Id FROM ledger.Account"), is(List.of(String.valueOf(id))));
  }

  @Test
  void twoOfThemAreTwoDatabases() {
    EmbeddedDatabase other = EmbeddedDatabase.create();
    assertThat(other.url(), is(not(source.url())));
    assertThat(other.withTable("t", "a INT").url(), is(not(other.url())));
    assertThat(other.url(), startsWith("jdbc:h2:mem:"));
  }

  @Test
  void itsClockIsInUtcWhateverTheZoneOfTheTest() throws SQLException {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
    try {
      source.execute("UPDATE ledger.Entry SET Sent = At WHERE Id = 2");
      assertThat(
          select("SELECT Sent FROM ledger.Entry WHERE Id = 2"),
          is(List.of("2026-02-01 00:00:00+00")));
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void aRowThatCannotBeInsertedIsNamed() {
    assertThat(
        refusal("Id\n4\n1"),
        startsWith(
            "Row 2 of the text table for ledger.Entry cannot be inserted: Unique index or primary"
                + " key violation"));
    assertThat(
        refusal("Id | Amount\n4 | much"),
        startsWith(
            "Row 1 of the text table for ledger.Entry cannot be inserted: Data conversion error"
                + " converting \"'much' "));
    assertThat(
        refusal("Id | Raw\n4 | 0a"),
        is(
            "Row 1 of the text table for ledger.Entry cannot be inserted: 0a is not hexadecimal"
                + " bytes such as 0x0aff"));
    assertThat(
        refusal("Id | Note\n4"),
        is("Row 1 of the text table for ledger.Entry has 1 cells, its header 2: 4"));
  }

  @Test
  void nothingIsLeftOfItAfterTheTest() {
    assertThat(JUnitRun.failure(Short.class, "leavesARow"), is(Optional.empty()));
    assertThat(
        assertThrows(SQLException.class, () -> Short.database.insert("kept", "a\n1")).getMessage(),
        startsWith("Table \"KEPT\" not found"));
  }

  /** Run by the test above only: a nested class is invisible to the build. */
  static class Short {

    @RegisterExtension
    static final EmbeddedDatabase database = EmbeddedDatabase.create().withTable("kept", "a INT");

    @Test
    void leavesARow() throws SQLException {
      database.insert("kept", "a\n1");
    }
  }

  private String refusal(String rows) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> source.insert("ledger.Entry", rows))
            .getMessage());
  }

  private List<String> select(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = source.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> cells = new ArrayList<>();
        for (int c = 1; c <= result.getMetaData().getColumnCount(); c++) {
          cells.add(String.valueOf(result.getString(c)));
        }
        rows.add(String.join(", ", cells));
      }
    }
    return rows;
  }
}
