// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.source.ClockedSource;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Transactions that stamp their row when they begin and commit up to the overlap later. */
class LateCommitsPropertyTest {

  private static final LocalDateTime START = LocalDateTime.parse("2024-02-05T10:00:00");
  private static final int LAST_MINUTE = 60;
  private static final int OVERLAP = 15;

  /**
   * @param begins minute in which each row is stamped; many share one
   * @param takes minutes until it is committed
   * @param runs minutes in which a run reads
   */
  @Property(tries = 100)
  void whenEveryRowIsCommittedWithinTheOverlapNoneIsLost(
      @ForAll @Size(min = 1, max = 25) List<@IntRange(max = LAST_MINUTE) Integer> begins,
      @ForAll @Size(25) List<@IntRange(max = OVERLAP - 1) Integer> takes,
      @ForAll Set<@IntRange(max = LAST_MINUTE + OVERLAP) Integer> runs)
      throws SQLException {
    Ledger ledger = Ledger.of(ClockedSource.of(ClockedSource.Kind.H2), "DATETIME2(6)", "");
    Map<Long, String> committed = new TreeMap<>();
    for (int minute = 0; minute <= LAST_MINUTE + OVERLAP; minute++) {
      // half of the runs see what is committed in their own minute
      if (runs.contains(minute) && minute % 2 == 0) {
        run(ledger, minute);
      }
      for (int i = 0; i < begins.size(); i++) {
        if (begins.get(i) + takes.get(i) == minute) {
          ledger.put(i, START.plusMinutes(begins.get(i)).toString().replace('T', ' '), "row " + i);
          committed.put((long) i, "row " + i);
        }
      }
      if (runs.contains(minute) && minute % 2 == 1) {
        run(ledger, minute);
      }
    }
    run(ledger, LAST_MINUTE + OVERLAP);

    assertThat(ledger.rows(), is(committed));
    run(ledger, LAST_MINUTE + OVERLAP);
    assertThat("a last run finds nothing to read", ledger.lastRead(), is(0L));
  }

  private static void run(Ledger ledger, int minute) throws SQLException {
    ledger.runAt(START.plusMinutes(minute).toInstant(ZoneOffset.UTC).toString());
  }
}
