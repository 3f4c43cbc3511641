// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.conform.SourceKey;
import java.util.HashMap;
import java.util.Map;

/**
 * From landing to silver, for one table that has no rules of transactions: no key is lost, doubled
 * or made up. Of a table that is read whole, the last landing is what counts.
 *
 * <p>Keys are held as texts, some 150 bytes each.
 */
final class TableProof {

  private final Cut cut;
  private final TableContract contract;
  private final StandingKeys standing;
  private final Map<String, Integer> places = new HashMap<>();

  private TableProof(Cut cut, TableContract contract) {
    this.cut = cut;
    this.contract = contract;
    standing = new StandingKeys(String.join(", ", contract.key()));
  }

  /** Reads a table's landing, silver and quarantine. */
  static Check of(Cut cut, String table) {
    return new TableProof(cut, cut.tables().contract(table)).prove();
  }

  private Check prove() {
    boolean isWhole = contract.watermark() == null;
    LandedImages landed = cut.landed(contract.table());
    if (isWhole) {
      landed = landed.last();
    }
    SourceKey landedKey = SourceKey.of(landed.layout(), contract.key());
    landed.forEach(contract.key(), row -> places.put(landedKey.of(row), 0));

    TableSpec silver = cut.tables().silver(contract.table());
    SourceKey silverKey = SourceKey.of(silver.layout(), contract.key());
    long[] counts = {0, 0};
    cut.rows(silver)
        .only(contract.key().toArray(new String[0]))
        .forEach(
            row -> {
              counts[0]++;
              String key = silverKey.of(row);
              standing.inSilver(key, find(key, LandedKeys.SILVER));
            });
    TableRows quarantine = cut.rows(cut.tables().quarantine(contract.table()));
    int sourceKey = quarantine.layout().column("source_key");
    int reason = quarantine.layout().column("reason");
    quarantine
        .only("source_key", "reason")
        .forEach(
            row -> {
              counts[1]++;
              String key = row.getString(sourceKey);
              standing.inQuarantine(key, find(key, LandedKeys.QUARANTINE), row.getString(reason));
            });
    places.forEach(
        (key, found) -> {
          if (found == 0) {
            standing.lost(key);
          }
        });
    return standing.check(
        contract.table()
            + (isWhole
                ? ": keys of the last landing are those of silver"
                : ": keys ever landed are silver and quarantined"),
        places.size(),
        counts[0] + counts[1],
        counts[0] + " silver + " + counts[1] + " quarantined");
  }

  private int find(String key, int place) {
    Integer before = places.get(key);
    if (before == null) {
      return -1;
    }
    places.put(key, before | place);
    return before;
  }
}
