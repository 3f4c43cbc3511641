// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.CalendarDay;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A fact table, and the keys that the gate looks for in the dimensions. */
record AuditedFact(FactKeys keys, GoldTable facts) implements Serializable {

  static AuditedFact of(FactKeys keys, LakeSnapshot snapshot, String lakeRoot) {
    return new AuditedFact(keys, GoldTable.of(keys.facts(), snapshot, lakeRoot));
  }

  /**
   * Reads the key columns of a bucket as the changes would leave it, and of claims which positions
   * are the latest.
   *
   * @param known the keys of each {@link FactKeys.KeyColumn}, by its text
   */
  GoldFindings check(int bucket, List<TableChange> changes, Map<String, Set<String>> known) {
    TableRows rows = facts.after(changes).ofBucket(bucket).only(keys.columns());
    List<Column> columns =
        keys.references().stream().map(reference -> new Column(reference, known)).toList();
    GoldFindings findings = new GoldFindings();
    findings.lookedAt(GoldRule.lookedAt(keys), 0);
    rows.forEach(
        row -> {
          findings.lookedAt(GoldRule.lookedAt(keys), 1);
          columns.forEach(column -> column.check(row, findings));
        });
    if (LatestPositions.areIn(facts.spec().layout())) {
      LatestPositions.check(facts.after(changes).ofBucket(bucket), findings);
    }
    return findings;
  }

  /** A column that points to a dimension. */
  private final class Column {

    private final int at;
    private final GoldRule rule;
    private final Set<String> known;

    Column(FactKeys.Reference reference, Map<String, Set<String>> known) {
      at = layout().column(reference.column());
      rule = GoldRule.present(keys, reference);
      this.known = known.getOrDefault(reference.keys().toString(), Set.of());
    }

    void check(RowView row, GoldFindings findings) {
      if (!row.isNull(at) && !isKnown(row)) {
        String name =
            keys.naming().stream()
                .map(column -> column + "=" + row.getValue(layout().column(column)))
                .collect(Collectors.joining(", "));
        findings.add(
            rule, facts.spec() + " " + name + ": " + layout().name(at) + " " + row.getValue(at));
      }
    }

    /** A number is the key of a day. */
    private boolean isKnown(RowView row) {
      return layout().type(at) == ColumnType.INT32
          ? CalendarDay.isKey(row.getInt(at))
          : known.contains(row.getString(at));
    }

    private RowLayout layout() {
      return facts.spec().layout();
    }
  }
}
