// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.SectionMonths;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.util.List;

/**
 * Merges bad rows into the quarantine of a table, one entry per source row, and takes out those
 * that came mended. What is quarantined was submitted all the same, so premium gives section months
 * too.
 */
final class QuarantineMerge {

  private final String table;
  private final RowLayout layout;

  QuarantineMerge(String table, TableSpec quarantine) {
    this.table = table;
    this.layout = quarantine.layout();
  }

  /**
   * Plans the merge; {@code incoming} holds the bad rows, and of the good ones the ids or the keys.
   */
  void merge(BucketMerge bucket, BucketRows incoming, BucketOutcome outcome) {
    RowBlocksBuilder bad = new RowBlocksBuilder();
    LatestPerKey.of(
            layout,
            List.of("source_key"),
            List.of(Order.desc("modified_date"), Order.desc("batch_id")))
        .forEachWinner(incoming.rows(), (winner, versions, ambiguous) -> bad.append(winner));
    RowBlocks entries = bad.build();
    outcome.count(table + ".landed_bad_keys", entries.rowCount());
    outcome.add(bucket.upsert(entries, mended(incoming)));
    if (table.equals(TransactionTable.PREMIUM.tableName())) {
      outcome.addSectionMonths(sectionMonths(bucket.result()));
    }
  }

  private RowBlocks mended(BucketRows incoming) {
    if (incoming.ids().isEmpty()) {
      return incoming.keys();
    }
    RowWriter row = new RowWriter(layout);
    int sourceKey = layout.column("source_key");
    RowBlocksBuilder keys = new RowBlocksBuilder();
    for (long id : incoming.ids()) {
      row.clear().setString(sourceKey, Long.toString(id));
      keys.append(row);
    }
    return keys.build();
  }

  private RowBlocks sectionMonths(RowBlocks rows) {
    SectionMonths months = new SectionMonths();
    RowView row = new RowView(layout);
    int umr = layout.column("_umr");
    int section = layout.column("_section_no");
    int submittedAt = layout.column("_submitted_at");
    for (long ref : rows.refs()) {
      row.at(rows, ref);
      if (row.isNull(umr)
          || row.isNull(section)
          || row.isNull(layout.column("_bordereau_month"))
          || row.getBoolean(layout.column("_is_deleted"))) {
        continue; // nobody can be told by whom, or it was withdrawn
      }
      SectionMonths.Sums sums =
          months.of(
              row.getString(umr),
              row.getString(section),
              row.getStringOrNull(layout.column("_coverholder_id")),
              MonthIndex.ofEpochDay(row.getInt(layout.column("_bordereau_month"))));
      sums.addQuarantined();
      if (!row.isNull(submittedAt)) {
        sums.addSubmission(row.getLong(submittedAt));
      }
    }
    return months.toBlocks();
  }
}
