// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.control.LoadStatus;
import dev.tidemark.pipelines.source.ClockedSource;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows without a mark under each policy, on real databases. */
class NullWatermarkTest {

  private static final String NIGHT = "2024-02-05T11:00:00Z";

  @ParameterizedTest
  @EnumSource
  void byDefaultTheyFailTheTable(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = withBoth(kind, "");
    TableSummary failed = ledger.runAt(NIGHT);
    assertThat(failed.status(), is(LoadStatus.FAILED));
    assertThat(
        failed.message(),
        is(
            "Entry: 1 rows have no Changed; give them one, or set nullWatermark: include to load"
                + " them, exclude to leave them out"));
    assertThat(ledger.rows(), is(Map.of()));
  }

  @ParameterizedTest
  @EnumSource
  void excludedTheyAreCountedAndLeftOut(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = withBoth(kind, ", nullWatermark: exclude");
    assertThat(ledger.runAt(NIGHT).nullRows(), is(1L));
    assertThat(ledger.rows(), is(Map.of(1L, "marked")));
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.EMPTY));
  }

  @ParameterizedTest
  @EnumSource
  void includedTheyAreReadWhenTheyChangedAndNeverBecomeTheMark(ClockedSource.Kind kind)
      throws SQLException {
    Ledger ledger = withBoth(kind, ", nullWatermark: include");
    TableSummary first = ledger.runAt(NIGHT);
    assertThat(first.nullRows(), is(1L));
    assertThat(ledger.rows(), is(Map.of(1L, "marked", 2L, "unmarked")));
    assertThat(ledger.mark(), is("2024-02-05 10:00:00.000000"));
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.EMPTY));

    ledger.put(2, null, "changed");
    TableSummary changed = ledger.runAt(NIGHT);
    assertThat(changed.status(), is(LoadStatus.NEW));
    assertThat(ledger.rows(), is(Map.of(1L, "marked", 2L, "changed")));
    assertThat(ledger.lastRead(), is(1L));
    assertThat(ledger.mark(), is("2024-02-05 10:00:00.000000"));
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.EMPTY));

    ledger.put(3, "2024-02-05 10:30:00", "newer");
    ledger.runAt(NIGHT);
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.EMPTY));
    ledger.put(2, "2024-02-05 10:40:00", "marked at last");
    assertThat(ledger.runAt(NIGHT).nullRows(), is(0L));
    assertThat(ledger.rows().get(2L), is("marked at last"));
    ledger.put(2, null, "changed");
    assertThat(ledger.runAt(NIGHT).nullRows(), is(1L));
    assertThat(ledger.rows().get(2L), is("changed"));
  }

  @ParameterizedTest
  @EnumSource
  void includedTheyAreLoadedBeforeAnyRowHasAMark(ClockedSource.Kind kind) throws SQLException {
    Ledger ledger = Ledger.of(ClockedSource.of(kind), "DATETIME2(6)", ", nullWatermark: include");
    ledger.put(1, null, "unmarked");
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.NEW));
    assertThat(ledger.mark(), is("none"));
    assertThat(ledger.runAt(NIGHT).status(), is(LoadStatus.EMPTY));
    ledger.put(2, "1990-01-01 00:00:00", "marked");
    ledger.runAt(NIGHT);
    assertThat(ledger.mark(), is("1990-01-01 00:00:00.000000"));
    assertThat(ledger.rows(), is(Map.of(1L, "unmarked", 2L, "marked")));
  }

  private static Ledger withBoth(ClockedSource.Kind kind, String settings) throws SQLException {
    Ledger ledger = Ledger.of(ClockedSource.of(kind), "DATETIME2(6)", settings);
    ledger.put(1, "2024-02-05 10:00:00", "marked");
    ledger.put(2, null, "unmarked");
    return ledger;
  }
}
