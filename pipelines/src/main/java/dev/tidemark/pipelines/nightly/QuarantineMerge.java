// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.SpillingRows;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
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
import java.util.function.Consumer;

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

  private static final RowLayout MONTHS = RowLayout.of(SectionMonths.SCHEMA);
  private static final RowKey MONTH_KEY = RowKey.of(MONTHS, SectionMonths.KEY);

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
    Entries entries = new Entries(incoming.moved());
    bucket
        .choosing(entries::latest)
        .preferring(entries)
        .telling((entry, effect) -> entries.count(entry));
    boolean isPremium = table.equals(TransactionTable.PREMIUM.tableName());
    RowBlocks before = isPremium ? sectionMonths(bucket) : RowBlocks.empty();
    try (SpillingRows leaving = leaving(incoming)) {
      outcome.add(bucket.upsert(incoming.rows(), leaving));
    }
    entries.report(outcome);
    if (isPremium) {
      // these are not stored: the quarantine is read every time
      RowBlocks after = sectionMonths(bucket);
      outcome.addPartials(FactTables.SECTION_MONTHS, after);
      outcome.addTouched(
          FactTables.SECTION_MONTHS, TouchedSections.between(MONTHS, MONTH_KEY, before, after));
    }
  }

  /** The keys of the entries that leave. */
  private SpillingRows leaving(BucketRows incoming) {
    SpillingRows keys = SpillingRows.by(incoming.rows().key());
    incoming.keys().forEachBlock(keys::add);
    RowWriter row = new RowWriter(layout);
    incoming
        .moved()
        .forEachLeaving(
            id -> {
              row.clear().setString(sourceKey, Long.toString(id));
              keys.add(row);
            });
    return keys;
  }

  private boolean waits(RowView entry) {
    return QuarantineReason.valueOf(entry.getString(reason)).waits();
  }

  /** The id of a row of transactions. */
  private long id(RowView entry) {
    return Long.parseLong(entry.getString(sourceKey));
  }

  /**
   * The entries that came, and what became of them. An older bad image leaves the entry of a later
   * one; what waits gives way to whatever comes.
   */
  private final class Entries implements BucketMerge.Precedence {

    private final MovedRows moved;
    private final RowOrder byTime = RowOrder.by(layout, Order.desc(UPDATE_TIME));
    private long counted;
    private long leftOut;
    private long older;
    private long equal;

    Entries(MovedRows moved) {
      this.moved = moved;
    }

    /** The entry of each row's latest image; none of a row whose latest image lies elsewhere. */
    RowBlocks latest(RowBlocks rows) {
      RowBlocks staying = rows;
      if (!moved.isEmpty()) {
        staying = rows.where(layout, this::stays);
        forEachLatest(rows.where(layout, row -> !stays(row)), this::countLeftOut);
      }
      RowBlocksBuilder latest = new RowBlocksBuilder();
      forEachLatest(staying, latest::append);
      return latest.build();
    }

    private void forEachLatest(RowBlocks rows, Consumer<RowView> entry) {
      LatestPerKey.of(
              layout,
              List.of("source_key"),
              List.of(Order.desc(UPDATE_TIME), Order.desc("batch_id")))
          .forEachWinner(rows, (winner, versions, ambiguous) -> entry.accept(winner));
    }

    /** What waits has an entry, whatever images its row has beside. */
    private boolean stays(RowView entry) {
      return waits(entry) || !moved.isElsewhere(id(entry));
    }

    private void countLeftOut(RowView entry) {
      leftOut += moved.countsHere(id(entry)) ? 1 : 0;
    }

    @Override
    public boolean replaces(RowView stored, RowView fresh) {
      if (waits(stored) || waits(fresh)) {
        return true;
      }
      int order = byTime.compareColumns(fresh, stored);
      older += order > 0 && countsHere(fresh) ? 1 : 0;
      equal += order == 0 ? 1 : 0;
      return order <= 0;
    }

    void count(RowView entry) {
      counted += countsHere(entry) ? 1 : 0;
    }

    /** One that waits beside another image of its row counts by that. */
    private boolean countsHere(RowView entry) {
      return moved.isEmpty() || moved.countsHere(id(entry)) && !moved.isElsewhere(id(entry));
    }

    void report(BucketOutcome outcome) {
      outcome.count(table + ".landed_bad_keys", counted - older);
      if (leftOut + older > 0) {
        outcome.count(table + ".unchanged", leftOut + older);
      }
      if (equal > 0) {
        outcome.count(table + ".equal_update_times", equal);
      }
    }
  }

  private RowBlocks sectionMonths(BucketMerge bucket) {
    SectionMonths months = new SectionMonths();
    RowView row = new RowView(layout);
    bucket.forEachBlock(
        block -> {
          for (int at = 0; at < block.length; at += row.length()) {
            addTo(months, row.at(block, at));
          }
        });
    return months.toBlocks();
  }

  private void addTo(SectionMonths months, RowView row) {
    int umr = layout.column("_umr");
    int section = layout.column("_section_no");
    int submittedAt = layout.column("_submitted_at");
    if (row.isNull(umr)
        || row.isNull(section)
        || row.isNull(layout.column("_bordereau_month"))
        || row.getBoolean(layout.column("_is_deleted"))) {
      return; // nobody can be told by whom, or it was withdrawn
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
}
