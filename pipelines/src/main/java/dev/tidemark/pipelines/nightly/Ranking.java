// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableStore;
import dev.tidemark.transforms.facts.LargestRisks;
import java.io.Serializable;
import java.util.Map;

/**
 * How the largest risks are ranked by the configuration; and how those that are stored were, which
 * their table keeps as a property.
 *
 * @param settings what the table keeps; none where the tables are only read
 */
record Ranking(LargestRisks.Ranking ranking, Map<String, String> settings)
    implements Serializable {

  private static final String PROPERTY = "tidemark.ranked";

  /** Nobody says: the tables are only read. */
  static Ranking untold() {
    return new Ranking(LargestRisks.Ranking.DEFAULT, Map.of());
  }

  static Ranking of(LargestRisks.Ranking ranking) {
    return new Ranking(ranking, Map.of(PROPERTY, ranking.toString()));
  }

  /**
   * What must be made again because the stored mart was made by another ranking: it is made of all
   * facts, where these are derived.
   */
  Rebuild rebuild(LakeTables tables, TableStore store) {
    TableSnapshot stored = store.pin(tables.mart(Marts.LARGEST_RISKS));
    String before = stored.property(PROPERTY).orElse(ranking.toString());
    if (settings.isEmpty() || before.equals(ranking.toString())) {
      return Rebuild.none();
    }
    return Rebuild.ofEverything(
        "largest_risks is made again: marts.largestRisks was " + before + " and is " + ranking);
  }
}
