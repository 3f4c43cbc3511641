// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowOrder;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.conform.QuarantineReason;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.SectionMonths;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.util.List;

/**
 * Merges bad rows into the quarantine of a table, one entry per source row: that of its latest
 * image. An entry leaves when its row came mended, and when the row's latest image is a good one.
 * What is quarantined was submitted all the same, so premium gives section months too.
 *
 * <p>Each entry that came counts as quarantined, but for one that a later image makes nothing of:
 * that changed nothing. A row that waits for its time has an entry whatever images it has beside.
 */
final class QuarantineMerge {

  private static final String UPDATE_TIME = "modified_date";

  private final String table;
  private final RowLayout layout;
  private final int sourceKey;
  private final int reason;

  QuarantineMerge(String table, TableSpec quarantine) {
    this.table = table;
    this.layout = quarantine.layout();
    sourceKey = layout.column("source_key");
    reason = layout.column("reason");
  }

  /** Plans the merge; {@code incoming} holds the bad rows, and the keys of those that came good. */
  void merge(BucketMerge bucket, BucketRows incoming, BucketOutcome outcome) {
    MovedRows moved = incoming.moved();
    RowBlocks rows = incoming.rows();
    long superseded = 0;
    if (!moved.isEmpty()) {
      superseded = countSuperseded(rows, moved);
      rows = rows.where(layout, row -> waits(row) || !moved.isElsewhere(id(row)));
    }
    Precedence precedence = new Precedence();
    outcome.add(bucket.upsert(newest(rows), leaving(incoming), precedence));
    superseded += precedence.older;
    long[] counted = {0};
    bucket.forEachIncoming(
        (entry, effect) -> counted[0] += moved.isEmpty() || countsHere(entry, moved) ? 1 : 0);
    outcome.count(table + ".landed_bad_keys", counted[0] - precedence.older);
    if (superseded > 0) {
      outcome.count(table + ".unchanged", superseded);
    }
    if (precedence.equal > 0) {
      outcome.count(table + ".equal_update_times", precedence.equal);
    }
    if (table.equals(TransactionTable.PREMIUM.tableName())) {
      outcome.addSectionMonths(sectionMonths(bucket.result()));
    }
  }

  /** The entries of the latest images among those that came. */
  private RowBlocks newest(RowBlocks rows) {
    RowBlocksBuilder entries = new RowBlocksBuilder();
    LatestPerKey.of(
            layout, List.of("source_key"), List.of(Order.desc(UPDATE_TIME), Order.desc("batch_id")))
        .forEachWinner(rows, (winner, versions, ambiguous) -> entries.append(winner));
    return entries.build();
  }

  /** Counts the rows whose latest image is not the bad one that came. */
  private long countSuperseded(RowBlocks rows, MovedRows moved) {
    IdIndex ids = new IdIndex();
    RowView row = new RowView(layout);
    for (long ref : rows.refs()) {
      row.at(rows, ref);
      if (!waits(row) && moved.isElsewhere(id(row)) && moved.countsHere(id(row))) {
        ids.add(id(row));
      }
    }
    return ids.size();
  }

  /** Where a row came in other images too, it counts by the latest that does not wait. */
  private boolean countsHere(RowView entry, MovedRows moved) {
    return moved.countsHere(id(entry)) && !moved.isElsewhere(id(entry));
  }

  private RowBlocks leaving(BucketRows incoming) {
    if (incoming.moved().isEmpty()) {
      return incoming.keys();
    }
    RowWriter row = new RowWriter(layout);
    RowBlocksBuilder keys = new RowBlocksBuilder();
    incoming
        .moved()
        .forEachLeaving(
            id -> {
              row.clear().setString(sourceKey, Long.toString(id));
              keys.append(row);
            });
    return keys.build();
  }

  private boolean waits(RowView entry) {
    return QuarantineReason.valueOf(entry.getString(reason)).waits();
  }

  /** The id of a row of transactions. */
  private long id(RowView entry) {
    return Long.parseLong(entry.getString(sourceKey));
  }

  /** An older bad image leaves the entry of a later one; what waits gives way to whatever comes. */
  private final class Precedence implements BucketMerge.Precedence {

    private final RowOrder byTime = RowOrder.by(layout, Order.desc(UPDATE_TIME));
    private long older;
    private long equal;

    @Override
    public boolean replaces(RowView stored, RowView fresh) {
      if (waits(stored) || waits(fresh)) {
        return true;
      }
      int order = byTime.compareColumns(fresh, stored);
      older += order > 0 ? 1 : 0;
      equal += order == 0 ? 1 : 0;
      return order <= 0;
    }
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
