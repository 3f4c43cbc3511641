// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.claims.ClaimStatus;
import dev.tidemark.transforms.claims.SentAmounts;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.keys.DurableKey;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/** Where the columns of silver claims lie, the claim that they name, and its amounts. */
final class SilverClaim extends SilverVersions {

  /** What makes a position of a claim. */
  static final List<String> NATURAL_KEY =
      List.of("umr", "section_no", "certificate_ref", "claim_ref", "bordereau_month");

  /** The columns that {@link #name} writes. */
  static final Schema NAMING =
      Schema.builder()
          .addStringField("claim_key")
          .addStringField("umr")
          .addStringField("section_no")
          .addStringField("certificate_ref")
          .addStringField("claim_ref")
          .addNullableStringField("claim_status")
          .addField("bordereau_month", Columns.DATE)
          .build();

  final int claimRef;
  final int lossDate;
  final int notifiedDate;
  final int paymentDate;
  final int closedDate;
  final int reopenedDate;
  final int claimStatus;
  final int paidThisMonth;
  final int previouslyPaid;
  final int paidToDate;
  final int outstanding;
  final int recoveriesToDate;
  final int rateOfExchange;

  SilverClaim(RowLayout silver) {
    super(silver, TransactionTable.CLAIM, NATURAL_KEY);
    claimRef = silver.column("claim_ref");
    lossDate = silver.column("loss_date");
    notifiedDate = silver.column("notified_date");
    paymentDate = silver.column("payment_date");
    closedDate = silver.column("closed_date");
    reopenedDate = silver.column("reopened_date");
    claimStatus = silver.column("claim_status");
    paidThisMonth = silver.column("paid_this_month");
    previouslyPaid = silver.column("previously_paid");
    paidToDate = silver.column("paid_to_date");
    outstanding = silver.column("outstanding");
    recoveriesToDate = silver.column("recoveries_to_date");
    rateOfExchange = silver.column("rate_of_exchange");
  }

  /**
   * The claim as one durable key, which {@code keys} holds until the next: its reference alone is
   * not unique.
   */
  byte[] claimKey(DurableKey keys, RowView row) {
    keys.add(row, umr);
    keys.add(row, sectionNo);
    keys.add(row, certificateRef);
    keys.add(row, claimRef);
    return keys.take();
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

  /** A row without a paid figure is in quarantine. */
  @Override
  boolean hasAmount(RowView row) {
    return true;
  }

  @Override
  long amount(RowView row) {
    return amounts(row).derivedPaidToDate();
  }

  @Override
  int name(RowView version, DurableKey keys, RowWriter out, int first) {
    int c = first;
    byte[] key = claimKey(keys, version);
    out.setBytes(c++, key, 0, key.length);
    out.copy(c++, version, umr);
    out.copy(c++, version, sectionNo);
    out.copy(c++, version, certificateRef);
    out.copy(c++, version, claimRef);
    out.setStringOrNull(c++, ClaimStatus.text(version.getStringOrNull(claimStatus)));
    out.copy(c++, version, bordereauMonth);
    return c;
  }

  private static long amount(RowView row, int column) {
    return row.isNull(column) ? SentAmounts.NONE : row.getLong(column);
  }
}
