// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.util.List;

/**
 * What the silver rows of all transactions have in common: where these columns lie, and which
 * version of a natural key wins.
 */
abstract class SilverVersions {

  /** Versions that tie on so many columns of the order, with another payload, are ambiguous. */
  private static final int AMBIGUITY_COLUMNS = 2;

  final int id;
  final int umr;
  final int sectionNo;
  final int certificateRef;
  final int bordereauMonth;
  final int originalCurrency;
  final int submittedAt;
  final int bdxVersion;
  final int modifiedDate;
  final int isDeleted;
  private final RowLayout silver;
  private final TransactionTable table;
  private final List<String> naturalKey;

  SilverVersions(RowLayout silver, TransactionTable table, List<String> naturalKey) {
    this.silver = silver;
    this.table = table;
    this.naturalKey = naturalKey;
    id = silver.column(table.idColumn());
    umr = silver.column("umr");
    sectionNo = silver.column("section_no");
    certificateRef = silver.column("certificate_ref");
    bordereauMonth = silver.column("bordereau_month");
    originalCurrency = silver.column("original_currency");
    submittedAt = silver.column("submitted_at");
    bdxVersion = silver.column("bdx_version");
    modifiedDate = silver.column("modified_date");
    isDeleted = silver.column("is_deleted");
  }

  /**
   * The latest submission of every natural key, among the versions that are not deleted. Two
   * versions may differ in their source id, number, time and batch and still say the same.
   */
  LatestPerKey latest() {
    return LatestPerKey.of(
            silver,
            naturalKey,
            List.of(
                Order.desc("submitted_at"),
                Order.desc("_version"),
                Order.desc("modified_date"),
                Order.desc(table.idColumn())))
        .detectingTies(
            AMBIGUITY_COLUMNS, table.idColumn(), "bdx_version", "modified_date", "_batch_id")
        .where(row -> !row.getBoolean(isDeleted));
  }

  /** Whether a row has an amount: premium and claims always, a sum insured may be unsaid. */
  abstract boolean hasAmount(RowView row);

  /** What two versions are compared by: the amount of a fact, in hundredths of its currency. */
  abstract long amount(RowView row);

  /**
   * Writes the columns that name a version beside its source id.
   *
   * @param first the first of them
   * @return the column after them
   */
  abstract int name(RowView version, DurableKey keys, RowWriter out, int first);
}
