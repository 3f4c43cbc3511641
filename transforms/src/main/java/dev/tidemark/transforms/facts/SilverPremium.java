// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.keys.DurableKey;
import java.time.LocalDate;

/** Where the columns of silver premium lie, and the natural key that they make. */
final class SilverPremium {

  final int id;
  final int umr;
  final int sectionNo;
  final int certificateRef;
  final int transactionSeq;
  final int transactionType;
  final int keyType;
  final int keyMonth;
  final int bordereauMonth;
  final int coverholderId;
  final int effectiveDate;
  final int originalCurrency;
  final int settlementCurrency;
  final int rateOfExchange;
  final int grossPremium;
  final int commissionPct;
  final int taxAmount;
  final int feeAmount;
  final int submittedAt;
  final int bdxVersion;
  final int modifiedDate;
  final int isDeleted;

  SilverPremium(RowLayout silver) {
    id = silver.column("premium_transaction_id");
    umr = silver.column("umr");
    sectionNo = silver.column("section_no");
    certificateRef = silver.column("certificate_ref");
    transactionSeq = silver.column("transaction_seq");
    transactionType = silver.column("transaction_type");
    keyType = silver.column("_nk_type");
    keyMonth = silver.column("_nk_month");
    bordereauMonth = silver.column("bordereau_month");
    coverholderId = silver.column("coverholder_id");
    effectiveDate = silver.column("effective_date");
    originalCurrency = silver.column("original_currency");
    settlementCurrency = silver.column("settlement_currency");
    rateOfExchange = silver.column("rate_of_exchange");
    grossPremium = silver.column("gross_premium");
    commissionPct = silver.column("commission_pct");
    taxAmount = silver.column("tax_amount");
    feeAmount = silver.column("fee_amount");
    submittedAt = silver.column("submitted_at");
    bdxVersion = silver.column("bdx_version");
    modifiedDate = silver.column("modified_date");
    isDeleted = silver.column("is_deleted");
  }

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
