// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.claims.SentAmounts;
import dev.tidemark.transforms.keys.DurableKey;

/** Where the columns of silver claims lie, the claim that they name, and its amounts. */
final class SilverClaim {

  final RowLayout layout;
  final int id;
  final int umr;
  final int sectionNo;
  final int certificateRef;
  final int claimRef;
  final int bordereauMonth;
  final int lossDate;
  final int notifiedDate;
  final int paymentDate;
  final int closedDate;
  final int reopenedDate;
  final int claimStatus;
  final int originalCurrency;
  final int paidThisMonth;
  final int previouslyPaid;
  final int paidToDate;
  final int outstanding;
  final int recoveriesToDate;
  final int rateOfExchange;
  final int submittedAt;
  final int bdxVersion;
  final int modifiedDate;
  final int isDeleted;

  SilverClaim(RowLayout silver) {
    layout = silver;
    id = silver.column("claim_transaction_id");
    umr = silver.column("umr");
    sectionNo = silver.column("section_no");
    certificateRef = silver.column("certificate_ref");
    claimRef = silver.column("claim_ref");
    bordereauMonth = silver.column("bordereau_month");
    lossDate = silver.column("loss_date");
    notifiedDate = silver.column("notified_date");
    paymentDate = silver.column("payment_date");
    closedDate = silver.column("closed_date");
    reopenedDate = silver.column("reopened_date");
    claimStatus = silver.column("claim_status");
    originalCurrency = silver.column("original_currency");
    paidThisMonth = silver.column("paid_this_month");
    previouslyPaid = silver.column("previously_paid");
    paidToDate = silver.column("paid_to_date");
    outstanding = silver.column("outstanding");
    recoveriesToDate = silver.column("recoveries_to_date");
    rateOfExchange = silver.column("rate_of_exchange");
    submittedAt = silver.column("submitted_at");
    bdxVersion = silver.column("bdx_version");
    modifiedDate = silver.column("modified_date");
    isDeleted = silver.column("is_deleted");
  }

  /** The claim as one durable key: its reference alone is not unique. */
  String claimKey(DurableKey keys, RowView row) {
    return keys.of(
        row.getString(umr),
        row.getString(sectionNo),
        row.getString(certificateRef),
        row.getString(claimRef));
  }

  /** The amounts of a position as they were sent. */
  SentAmounts amounts(RowView row) {
    return new SentAmounts(
        amount(row, paidThisMonth),
        amount(row, previouslyPaid),
        amount(row, paidToDate),
        amount(row, outstanding),
        amount(row, recoveriesToDate));
  }

  private static long amount(RowView row, int column) {
    return row.isNull(column) ? SentAmounts.NONE : row.getLong(column);
  }
}
