// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.pipelines.config.DatabaseConfig;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The keys are two texts, {@code A} and {@code B}. */
class ProbeTest {
  private static final TableContract CONTRACT =
      new TableContract(
          "Pair",
          "t",
          List.of("a", "b"),
          "changed",
          List.of(
              new ContractColumn("A", SqlType.parse("VARCHAR(10)"), false, false),
              new ContractColumn("B", SqlType.parse("VARCHAR(10)"), false, false),
              new ContractColumn("Changed", SqlType.parse("DATETIMEOFFSET"), true, false)));
  private static final MarkWindow ALL =
      MarkWindow.exact(
          null, Mark.of(LocalDateTime.parse("2025-01-01T00:00").atOffset(ZoneOffset.UTC)));

  private static SourceTable table(TestSource source) throws SQLException {
    source.fresh(
        source.sql(
            "CREATE TABLE t.Pair (A VARCHAR(10), B VARCHAR(10), Changed DATETIMEOFFSET(6))"));
    return source.database().check(CONTRACT);
  }

  private static Probe with(TestSource source, SourceTable table, String... rows)
      throws SQLException {
    source.run("DELETE FROM t.Pair");
    for (String row : rows) {
      source.run("INSERT INTO t.Pair VALUES (" + row + ")");
    }
    return source.database().probe(table, ALL);
  }

  @ParameterizedTest
  @EnumSource
  void aProbeTellsKeysAndMarksApartWhateverTheOrder(TestSource source) throws SQLException {
    SourceTable table = table(source);
    String one = "'1', '23', '2024-02-05 10:00:00+00'";
    String two = "'2', '23', '2024-02-05 10:00:00+00'";
    Probe probe = with(source, table, one, two);
    assertThat(probe.rows(), is(2L));
    assertThat(with(source, table, two, one), is(probe));
    assertThat(with(source, table, "'12', '3', '2024-02-05 10:00:00+00'", two), is(not(probe)));
    assertThat(
        with(source, table, "'1', '23', '2024-02-05 10:00:00.000001+00'", two), is(not(probe)));
    assertThat(with(source, table, one, one).keySum(), is(not(probe.keySum())));
    assertThat(with(source, table), is(new Probe(0, "0")));
  }

  @Test
  void aSessionsZoneAndDateStyleDoNotMatter() throws SQLException {
    TestSource source = TestSource.POSTGRES;
    SourceTable table = table(source);
    Probe probe = with(source, table, "'1', '2', '2024-02-05 10:00:00+00'");
    JdbcSourceDatabase elsewhere =
        JdbcSourceDatabase.of(
            DatabaseConfig.of(
                source.url() + "?options=-c%20TimeZone=Asia/Kolkata%20-c%20DateStyle=German",
                source.user(),
                null));
    assertThat(elsewhere.probe(table, ALL), is(probe));
  }
}
