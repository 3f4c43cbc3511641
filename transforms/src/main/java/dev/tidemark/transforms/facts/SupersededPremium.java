// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.keys.DurableKey;
import dev.tidemark.transforms.premium.TransactionType;
import java.math.BigDecimal;
import java.util.Objects;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Every silver premium row that is not the source of a fact: who won, by which rule, and the money
 * between the two. So the rows of silver are those of the facts and these.
 *
 * <p>Premiums are those that a fact would have, in the currency that it would have. The difference
 * is the winner's premium less this one; there is none without a winner, which is so when every
 * version of the key is deleted, or when the two are in different currencies.
 */
public final class SupersededPremium {

  /** The columns of a superseded version. */
  public static final Schema SCHEMA =
      Schema.builder()
          .addInt64Field("premium_transaction_id")
          .addStringField("premium_transaction_key")
          .addStringField("umr")
          .addStringField("section_no")
          .addStringField("certificate_ref")
          .addNullableInt32Field("transaction_seq")
          .addNullableStringField("transaction_type")
          .addField("bordereau_month", Columns.DATE)
          .addNullableField("submitted_at", Columns.TIMESTAMP)
          .addNullableInt32Field("bdx_version")
          .addNullableField("modified_date", Columns.TIMESTAMP)
          .addStringField("decided_by")
          .addNullableInt64Field("winner_premium_transaction_id")
          .addBooleanField("is_ambiguous")
          .addNullableStringField("original_currency")
          .addField("gross_premium_signed", Columns.MONEY)
          .addNullableStringField("winner_original_currency")
          .addNullableField("winner_gross_premium_signed", Columns.MONEY)
          .addNullableField("gross_premium_difference", Columns.MONEY_SUM)
          .build();

  private final SilverPremium in;
  private final ReferenceData reference;
  private final DurableKey keys = new DurableKey();
  private final RowWriter row = new RowWriter(RowLayout.of(SCHEMA));
  private final RowBlocksBuilder rows = new RowBlocksBuilder();

  SupersededPremium(SilverPremium in, ReferenceData reference) {
    this.in = in;
    this.reference = reference;
  }

  /** Adds a row that is not the winner of its natural key. */
  void add(RowView loser, @Nullable RowView winner, int decidedBy, boolean ambiguous) {
    row.clear();
    int c = 0;
    row.copy(c++, loser, in.id);
    row.setString(c++, in.naturalKey(keys, loser));
    row.copy(c++, loser, in.umr);
    row.copy(c++, loser, in.sectionNo);
    row.copy(c++, loser, in.certificateRef);
    row.copy(c++, loser, in.transactionSeq);
    row.setStringOrNull(c++, TransactionType.canonical(loser.getStringOrNull(in.transactionType)));
    row.copy(c++, loser, in.bordereauMonth);
    row.copy(c++, loser, in.submittedAt);
    row.copy(c++, loser, in.bdxVersion);
    row.copy(c++, loser, in.modifiedDate);
    row.setString(c++, DecidedBy.of(decidedBy).name());
    if (winner != null) {
      row.copy(c, winner, in.id);
    }
    row.setBoolean(++c, ambiguous);
    addPremiums(++c, loser, winner);
    rows.append(row);
  }

  private void addPremiums(int first, RowView loser, @Nullable RowView winner) {
    String currency = currency(loser);
    long gross = signedGross(loser);
    row.setStringOrNull(first, currency);
    row.setLong(first + 1, gross);
    if (winner == null) {
      return;
    }
    String winnerCurrency = currency(winner);
    long winnerGross = signedGross(winner);
    row.setStringOrNull(first + 2, winnerCurrency);
    row.setLong(first + 3, winnerGross);
    if (Objects.equals(currency, winnerCurrency)) {
      row.setDecimal(
          first + 4, BigDecimal.valueOf(winnerGross, 2).subtract(BigDecimal.valueOf(gross, 2)));
    }
  }

  /** The rows so far. */
  RowBlocks rows() {
    return rows.build();
  }

  private @Nullable String currency(RowView version) {
    String sent = version.getStringOrNull(in.originalCurrency);
    Section section = reference.section(version.getString(in.umr), version.getString(in.sectionNo));
    return sent != null || section == null ? sent : section.currency();
  }

  private long signedGross(RowView version) {
    TransactionType type = TransactionType.parse(version.getStringOrNull(in.transactionType));
    return TransactionType.signOf(type).signed(version.getLong(in.grossPremium));
  }
}
