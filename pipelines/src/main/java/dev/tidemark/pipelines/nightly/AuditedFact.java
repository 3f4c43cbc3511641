// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.KeySet;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A fact table, and the keys that the gate looks for in the dimensions. */
record AuditedFact(FactKeys keys, GoldTable facts) implements Serializable {

  static AuditedFact of(FactKeys keys, LakeSnapshot snapshot, String lakeRoot) {
    return new AuditedFact(keys, GoldTable.of(keys.facts(), snapshot, lakeRoot));
  }

  /** What its key columns may hold, out of the keys of each {@link FactKeys.KeyColumn} by text. */
  Known known(Map<String, List<byte[]>> keyTexts) {
    return new Known(
        keys.references().stream()
            .map(
                reference ->
                    new Column(
                        reference, keyTexts.getOrDefault(reference.keys().toString(), List.of())))
            .toList());
  }

  /** What the key columns may hold. */
  final class Known {

    private final List<Column> columns;

    private Known(List<Column> columns) {
      this.columns = columns;
    }

    /** Checks a bucket as the changes would leave it, all of its rows. */
    GoldFindings check(int bucket, List<TableChange> changes) {
      return check(facts.after(changes).ofBucket(bucket), bucket, changes);
    }

    /** Checks what the changes write into a bucket: the rest of it came through the gate before. */
    GoldFindings checkWritten(int bucket, List<TableChange> changes) {
      return check(facts.writtenBy(changes), bucket, changes);
    }

    /**
     * Reads the key columns of rows, and of claims which positions of the bucket are the latest.
     */
    private GoldFindings check(TableRows read, int bucket, List<TableChange> changes) {
      GoldFindings findings = new GoldFindings();
      long[] rows = {0};
      read.only(keys.columns())
          .forEach(
              row -> {
                rows[0]++;
                for (Column column : columns) {
                  column.check(row, findings);
                }
              });
      findings.lookedAt(GoldRule.lookedAt(keys), rows[0]);
      if (LatestPositions.areIn(facts.spec().layout())) {
        LatestPositions.check(facts.after(changes).ofBucket(bucket), findings);
      }
      return findings;
    }
  }

  /** A column that points to a dimension. */
  private final class Column {

    private final int at;
    private final GoldRule rule;

    /** The keys of the dimension; null of days, whose numbers tell. */
    private final @Nullable KeySet known;

    Column(FactKeys.Reference reference, List<byte[]> keyTexts) {
      at = layout().column(reference.column());
      rule = GoldRule.present(keys, reference);
      known = layout().type(at) == ColumnType.INT32 ? null : KeyTexts.keys(keyTexts, layout(), at);
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

    private boolean isKnown(RowView row) {
      return known == null ? CalendarDay.isKey(row.getInt(at)) : known.contains(row);
    }

    private RowLayout layout() {
      return facts.spec().layout();
    }
  }
}
