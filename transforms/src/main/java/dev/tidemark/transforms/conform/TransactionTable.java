// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.claims.SentAmounts;
import dev.tidemark.transforms.premium.PremiumRule;
import dev.tidemark.transforms.premium.TransactionType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The three tables of transactions: what each needs before a row is fit for silver. */
public enum TransactionTable {
  /** Risks. */
  RISK("RiskTransaction", "risk_transaction_id", List.of("umr", "section_no", "certificate_ref")) {
    @Override
    boolean hasAmount(RowLayout layout, RowView row) {
      return true;
    }
  },
  /** Premium. */
  PREMIUM(
      "PremiumTransaction",
      "premium_transaction_id",
      List.of("umr", "section_no", "certificate_ref")) {
    @Override
    boolean hasAmount(RowLayout layout, RowView row) {
      // the type matters to a row without premium alone
      return !row.isNull(layout.column("gross_premium"))
          || PremiumRule.hasAmount(
              TransactionType.parse(
                  KeyText.upper(row.getStringOrNull(layout.column("transaction_type")))),
              null);
    }
  },
  /** Claims: a paid figure must be derivable, PreviouslyPaid alone gives none. */
  CLAIM(
      "ClaimTransaction",
      "claim_transaction_id",
      List.of("umr", "section_no", "certificate_ref", "claim_ref")) {
    @Override
    boolean hasAmount(RowLayout layout, RowView row) {
      return SentAmounts.hasPaid(
          row.getValue(layout.column("paid_to_date")),
          row.getValue(layout.column("paid_this_month")));
    }
  };

  private final String tableName;
  private final String idColumn;
  private final List<String> required;

  TransactionTable(String tableName, String idColumn, List<String> required) {
    this.tableName = tableName;
    this.idColumn = idColumn;
    this.required = required;
  }

  /** The table of this name, if it is one of transactions. */
  public static Optional<TransactionTable> named(String tableName) {
    return Arrays.stream(values()).filter(t -> t.tableName.equals(tableName)).findFirst();
  }

  /** The source's name of the table. */
  public String tableName() {
    return tableName;
  }

  /** The source key: one BIGINT. */
  public String idColumn() {
    return idColumn;
  }

  /** The key parts without which a row cannot be placed. */
  public List<String> requiredKeys() {
    return required;
  }

  /** Whether a landed row has the amounts that its fact starts from. */
  abstract boolean hasAmount(RowLayout layout, RowView row);

  /** Whether the natural key is made of type and month where there is no transaction number. */
  boolean hasTransactionSeq() {
    return this != CLAIM;
  }
}
