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
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * Every silver row of premium or risk that is not the source of a fact: who won, by which rule, and
 * the money between the two. So the rows of silver are those of the facts and these.
 *
 * <p>Amounts are those that a fact would have, in the currency that it would have. The difference
 * is the winner's amount less this one; there is none without a winner, which is so when every
 * version of the key is deleted, when one of the two has no amount, or when they are in different
 * currencies.
 */
final class SupersededVersions {

  private final SilverTransaction in;
  private final ReferenceData reference;
  private final DurableKey keys = new DurableKey();
  private final RowWriter row;
  private final RowBlocksBuilder rows = new RowBlocksBuilder();

  SupersededVersions(Schema schema, SilverTransaction in, ReferenceData reference) {
    this.in = in;
    this.reference = reference;
    row = new RowWriter(RowLayout.of(schema));
  }

  /**
   * The columns of a superseded version.
   *
   * @param transaction what the columns of its ids are named by
   * @param amount the column of its amount, of this type
   */
  static Schema schema(String transaction, String amount, FieldType type, String difference) {
    return Schema.builder()
        .addInt64Field(transaction + "_id")
        .addStringField(transaction + "_key")
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
        .addNullableInt64Field("winner_" + transaction + "_id")
        .addBooleanField("is_ambiguous")
        .addNullableStringField("original_currency")
        .addField(amount, type)
        .addNullableStringField("winner_original_currency")
        .addNullableField("winner_" + amount, Columns.MONEY)
        .addNullableField(difference, Columns.MONEY_SUM)
        .build();
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
    addAmounts(++c, loser, winner);
    rows.append(row);
  }

  private void addAmounts(int first, RowView loser, @Nullable RowView winner) {
    String currency = currency(loser);
    row.setStringOrNull(first, currency);
    if (in.hasAmount(loser)) {
      row.setLong(first + 1, in.amount(loser));
    }
    if (winner == null) {
      return;
    }
    String winnerCurrency = currency(winner);
    row.setStringOrNull(first + 2, winnerCurrency);
    if (!in.hasAmount(winner)) {
      return;
    }
    row.setLong(first + 3, in.amount(winner));
    if (in.hasAmount(loser) && Objects.equals(currency, winnerCurrency)) {
      row.setDecimal(
          first + 4,
          BigDecimal.valueOf(in.amount(winner), 2)
              .subtract(BigDecimal.valueOf(in.amount(loser), 2)));
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
}
