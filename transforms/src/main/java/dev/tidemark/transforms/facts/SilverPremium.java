// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.premium.TransactionType;

/** Where the columns of silver premium lie. */
final class SilverPremium extends SilverTransaction {
  final int coverholderId;
  final int settlementCurrency;
  final int rateOfExchange;
  final int grossPremium;
  final int commissionPct;
  final int taxAmount;
  final int feeAmount;

  SilverPremium(RowLayout silver) {
    super(silver, TransactionTable.PREMIUM);
    coverholderId = silver.column("coverholder_id");
    settlementCurrency = silver.column("settlement_currency");
    rateOfExchange = silver.column("rate_of_exchange");
    grossPremium = silver.column("gross_premium");
    commissionPct = silver.column("commission_pct");
    taxAmount = silver.column("tax_amount");
    feeAmount = silver.column("fee_amount");
  }

  /** A premium without an amount is a nil return, of 0.00. */
  @Override
  boolean hasAmount(RowView row) {
    return true;
  }

  @Override
  long amount(RowView row) {
    return TransactionType.signOf(type(row).type()).signed(row.getLong(grossPremium));
  }
}
