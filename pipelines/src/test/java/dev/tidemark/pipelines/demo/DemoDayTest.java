// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import static java.util.Objects.requireNonNull;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoDayTest {

  private static final Map<Integer, Map<String, Map<String, String>>> STATES = new TreeMap<>();
  private static final Map<Integer, String> PREMIUM_MARKS = new TreeMap<>();
  private static DemoSource source;

  @BeforeAll
  static void playsTheFourDays(@TempDir Path dir) throws SQLException {
    source = DemoSource.at(dir);
    source.recreate();
    for (int day = DemoDay.FIRST; day <= DemoDay.LAST; day++) {
      source.advanceTo(day);
      STATES.put(day, SourceRead.tables(source));
      PREMIUM_MARKS.put(
          day, SourceRead.scalar(source, "SELECT MAX(ModifiedDate) FROM bdx.PremiumTransaction"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void aDayInsertsAndUpdatesWhatItAnnouncesAndNothingElse(int day) {
    Map<String, Integer> inserted = new TreeMap<>();
    Map<String, Integer> updated = new TreeMap<>();
    for (String table : tables(day).keySet()) {
      Map<String, String> before = rows(day - 1, table);
      assertThat(table, rows(day, table).keySet().containsAll(before.keySet()));
      for (Map.Entry<String, String> row : rows(day, table).entrySet()) {
        String old = before.get(row.getKey());
        if (old == null) {
          inserted.merge(table, 1, Integer::sum);
        } else if (!old.equals(row.getValue())) {
          updated.merge(table, 1, Integer::sum);
        }
      }
    }

    assertThat(inserted, is(new TreeMap<>(DemoDay.of(day).insertedRows())));
    assertThat(updated, is(new TreeMap<>(DemoDay.of(day).updatedRows())));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void oneRowOfADayIsLateWithinTheOverlap(int day) throws SQLException {
    String mark = "TIMESTAMP '" + PREMIUM_MARKS.get(day - 1) + "'";
    assertThat(
        SourceRead.scalar(
            source,
            "SELECT COUNT(*) FROM bdx.PremiumTransaction WHERE PremiumTransactionId > "
                + day * 100_000
                + " AND PremiumTransactionId < "
                + (day * 100_000 + 100)
                + " AND ModifiedDate <= "
                + mark
                + " AND ModifiedDate > DATEADD(MINUTE, -15, "
                + mark
                + ")"),
        is("1"));
  }

  @Test
  void everyDayMovesTheHighestModifiedDateOfPremium() {
    assertThat(
        List.copyOf(PREMIUM_MARKS.values()),
        contains(
            "2024-06-02 18:00:00.123457",
            "2024-06-03 17:30:00.654321",
            "2024-06-04 17:45:00.000001",
            "2024-06-05 17:40:00.999999"));
  }

  @Test
  void theSameThreeCoverholdersChangeTheirStatusOnEachDay() {
    for (int day = 2; day <= 4; day++) {
      Map<String, String> before = rows(day - 1, "Coverholder");
      assertThat(
          rows(day, "Coverholder").entrySet().stream()
              .filter(row -> !row.getValue().equals(before.get(row.getKey())))
              .map(Map.Entry::getKey)
              .toList(),
          contains("CH101", "CH202", "CH303"));
    }
  }

  @Test
  void changedRowsCountInsertsAndUpdates() {
    assertThat(
        DemoDay.of(3).changedRows(),
        is(Map.of("ClaimTransaction", 1, "Coverholder", 3, "PremiumTransaction", 5)));
  }

  @Test
  void theSentencesComeFromTheScript() {
    assertThat(DemoDay.of(4).sentences(), is(DemoSource.changesOf(4)));
    assertThat(DemoDay.of(4).sentences(), hasItem(startsWith("CH005 cancels CH005-0005")));
  }

  private static Map<String, Map<String, String>> tables(int day) {
    return requireNonNull(STATES.get(day));
  }

  private static Map<String, String> rows(int day, String table) {
    return requireNonNull(tables(day).get(table));
  }
}
