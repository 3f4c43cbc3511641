// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Order;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.latest.LatestPerKey;
import java.time.LocalDate;
import java.util.List;

/**
 * What silver premium and silver risk have in common: where these columns lie, the natural key that
 * they make, and which version of it wins.
 */
abstract class SilverTransaction {

  /** The natural key: without a transaction number, type and month stand in for it. */
  static final List<String> NATURAL_KEY =
      List.of("umr", "section_no", "certificate_ref", "transaction_seq", "_nk_type", "_nk_month");

  /** Versions that tie on so many columns of the order, with another payload, are ambiguous. */
  private static final int AMBIGUITY_COLUMNS = 2;

  final int id;
  final int umr;
  final int sectionNo;
  final int certificateRef;
  final int transactionSeq;
  final int transactionType;
  final int bordereauMonth;
  final int effectiveDate;
  final int originalCurrency;
  final int submittedAt;
  final int bdxVersion;
  final int modifiedDate;
  final int isDeleted;
  private final RowLayout silver;
  private final TransactionTable table;
  private final int keyType;
  private final int keyMonth;

  SilverTransaction(RowLayout silver, TransactionTable table) {
    this.silver = silver;
    this.table = table;
    id = silver.column(table.idColumn());
    umr = silver.column("umr");
    sectionNo = silver.column("section_no");
    certificateRef = silver.column("certificate_ref");
    transactionSeq = silver.column("transaction_seq");
    transactionType = silver.column("transaction_type");
    keyType = silver.column("_nk_type");
    keyMonth = silver.column("_nk_month");
    bordereauMonth = silver.column("bordereau_month");
    effectiveDate = silver.column("effective_date");
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
            NATURAL_KEY,
            List.of(
                Order.desc("submitted_at"),
                Order.desc("_version"),
                Order.desc("modified_date"),
                Order.desc(table.idColumn())))
        .detectingTies(
            AMBIGUITY_COLUMNS, table.idColumn(), "bdx_version", "modified_date", "_batch_id")
        .where(row -> !row.getBoolean(isDeleted));
  }

  /** Whether a row has an amount: premium is there always, a sum insured may be unsaid. */
  abstract boolean hasAmount(RowView row);

  /** The amount that a fact would have, in hundredths of its currency. */
  abstract long amount(RowView row);

  /** The natural key as one durable key; a row with a number has no type and month in it. */
  String naturalKey(DurableKey keys, RowView row) {
    return keys.of(
        row.getString(umr),
        row.getString(sectionNo),
        row.getString(certificateRef),
        row.isNull(transactionSeq) ? null : Integer.toString(row.getInt(transactionSeq)),
        row.getStringOrNull(keyType),
        row.isNull(keyMonth) ? null : LocalDate.ofEpochDay(row.getInt(keyMonth)).toString());
  }
}
