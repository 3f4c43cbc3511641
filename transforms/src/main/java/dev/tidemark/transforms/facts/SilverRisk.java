// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.TransactionTable;

/** Where the columns of silver risk lie. */
final class SilverRisk extends SilverTransaction {
  final int inceptionDate;
  final int expiryDate;
  final int riskCode;
  final int riskCountry;
  final int sumInsured;
  final int deductible;
  final int insuredNameHash;

  SilverRisk(RowLayout silver) {
    super(silver, TransactionTable.RISK);
    inceptionDate = silver.column("risk_inception_date");
    expiryDate = silver.column("risk_expiry_date");
    riskCode = silver.column("risk_code");
    riskCountry = silver.column("risk_country");
    sumInsured = silver.column("sum_insured");
    deductible = silver.column("deductible");
    insuredNameHash = silver.column("insured_name_hash");
  }

  @Override
  boolean hasAmount(RowView row) {
    return !row.isNull(sumInsured);
  }

  @Override
  long amount(RowView row) {
    return row.getLong(sumInsured);
  }
}
