// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.keys.DurableKey;
import java.math.BigDecimal;
import java.util.Objects;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * Every silver row of a table of transactions that is not the source of a fact: who won, by which
 * rule, and the money between the two. So the rows of silver are those of the facts and these.
 *
 * <p>Amounts are those that a fact would have, in the currency that it would have. The difference
 * is the winner's amount less this one; there is none without a winner, which is so when every
 * version of the key is deleted, when one of the two has no amount, or when they are in different
 * currencies.
 */
final class SupersededVersions {

  private final SilverVersions in;
  private final ReferenceData reference;
  private final DurableKey keys = new DurableKey();
  private final RowWriter row;
  private final RowBlocksBuilder rows = new RowBlocksBuilder();

  SupersededVersions(Schema schema, SilverVersions in, ReferenceData reference) {
    this.in = in;
    this.reference = reference;
    row = new RowWriter(RowLayout.of(schema));
  }

  /**
   * The columns of a superseded version.
   *
   * @param id its source id, by which the winner is named too
   * @param naming those that {@link SilverVersions#name} writes
   * @param amount the column of its amount, of this type
   */
  static Schema schema(String id, Schema naming, String amount, FieldType type, String difference) {
    return Schema.builder()
        .addInt64Field(id)
        .addFields(naming.getFields())
        .addNullableField("submitted_at", Columns.TIMESTAMP)
        .addNullableInt32Field("bdx_version")
        .addNullableField("modified_date", Columns.TIMESTAMP)
        .addStringField("decided_by")
        .addNullableInt64Field("winner_" + id)
        .addBooleanField("is_ambiguous")
        .addNullableStringField("original_currency")
        .addField(amount, type)
        .addNullableStringField("winner_original_currency")
        .addNullableField("winner_" + amount, type)
        .addNullableField(difference, Columns.MONEY_SUM)
        .build();
  }

  /** Adds a row that is not the winner of its natural key. */
  void add(RowView loser, @Nullable RowView winner, int decidedBy, boolean ambiguous) {
    row.clear();
    row.copy(0, loser, in.id);
    int c = in.name(loser, keys, row, 1);
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
      row.setDecimal(first + 1, amount(loser));
    }
    if (winner == null) {
      return;
    }
    String winnerCurrency = currency(winner);
    row.setStringOrNull(first + 2, winnerCurrency);
    if (!in.hasAmount(winner)) {
      return;
    }
    row.setDecimal(first + 3, amount(winner));
    if (in.hasAmount(loser) && Objects.equals(currency, winnerCurrency)) {
      row.setDecimal(first + 4, amount(winner).subtract(amount(loser)));
    }
  }

  /** The rows so far. */
  RowBlocks rows() {
    return rows.build();
  }

  private BigDecimal amount(RowView version) {
    return BigDecimal.valueOf(in.amount(version), 2);
  }

  private @Nullable String currency(RowView version) {
    if (!version.isNull(in.originalCurrency)) {
      return version.getString(in.originalCurrency);
    }
    Section section = reference.section(version.getString(in.umr), version.getString(in.sectionNo));
    return section == null ? null : section.currency();
  }
}
