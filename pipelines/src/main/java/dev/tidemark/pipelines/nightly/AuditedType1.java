// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.keys.DurableKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A dimension without history, and what the gate asks of it: one row per key, which is the key of
 * what the row is named by.
 */
record AuditedType1(GoldTable table, String named) implements AuditedDimension {

  @Override
  public List<GoldTable> tables() {
    return List.of(table);
  }

  @Override
  public GoldFindings check(List<TableChange> changes) {
    GoldFindings findings = new GoldFindings();
    String keyColumn = table.spec().key().get(0);
    int key = table.spec().layout().column(keyColumn);
    int name = table.spec().layout().column(named);
    Set<String> seen = new HashSet<>();
    findings.lookedAt(GoldRule.currentRows(), 0);
    table
        .after(changes)
        .only(keyColumn, named)
        .forEach(
            row -> {
              findings.lookedAt(GoldRule.currentRows(), 1);
              String text = table.spec() + " " + named + "=" + row.getString(name) + ": ";
              if (!seen.add(row.getString(key))) {
                findings.add(GoldRule.rowKey(), text + "a second row");
              }
              if (!row.getString(key).equals(DurableKey.key(row.getString(name)))) {
                findings.add(
                    GoldRule.rowKey(), text + "has " + keyColumn + " " + row.getString(key));
              }
            });
    return findings;
  }
}
