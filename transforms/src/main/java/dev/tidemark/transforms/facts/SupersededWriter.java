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
import java.util.function.Function;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Writes versions that lost: first the columns that name one, by the methods that say what they
 * write, then all that such tables have in common: when it was sent, who won, by which rule, and
 * the money between the two.
 *
 * <p>The difference is the winner's amount less this one; there is none without a winner, which is
 * so when every version of the key is deleted, nor when the two are in different currencies.
 */
final class SupersededWriter {

  /** What a version amounts to, by its row; null where it has no amount. */
  interface Amount extends Function<RowView, @Nullable BigDecimal> {}

  private final ReferenceData reference;
  private final DurableKey keys = new DurableKey();
  private final RowWriter row;
  private final RowBlocksBuilder rows = new RowBlocksBuilder();
  private final int[] times;
  private final int id;
  private final int umr;
  private final int sectionNo;
  private final int originalCurrency;
  private int column;

  /**
   * A writer of rows of {@code schema}, which {@link #schema} made.
   *
   * @param silver where the columns of a version lie
   */
  SupersededWriter(Schema schema, RowLayout silver, String idColumn, ReferenceData reference) {
    this.reference = reference;
    row = new RowWriter(RowLayout.of(schema));
    times = new int[] {
      silver.column("submitted_at"), silver.column("bdx_version"), silver.column("modified_date")
    };
    id = silver.column(idColumn);
    umr = silver.column("umr");
    sectionNo = silver.column("section_no");
    originalCurrency = silver.column("original_currency");
  }

  /**
   * The columns of a table of superseded versions.
   *
   * @param naming those that name a version
   * @param idColumn the source id, which names the winner too
   * @param amount what the versions are compared by
   * @param type of the amount
   */
  static Schema schema(
      Schema naming, String idColumn, String amount, Schema.FieldType type, String difference) {
    return Schema.builder()
        .addFields(naming.getFields())
        .addNullableField("submitted_at", Columns.TIMESTAMP)
        .addNullableInt32Field("bdx_version")
        .addNullableField("modified_date", Columns.TIMESTAMP)
        .addStringField("decided_by")
        .addNullableInt64Field("winner_" + idColumn)
        .addBooleanField("is_ambiguous")
        .addNullableStringField("original_currency")
        .addField(amount, type)
        .addNullableStringField("winner_original_currency")
        .addNullableField("winner_" + amount, type)
        .addNullableField(difference, Columns.MONEY_SUM)
        .build();
  }

  /** The maker of the natural keys. */
  DurableKey keys() {
    return keys;
  }

  void begin() {
    row.clear();
    column = 0;
  }

  void text(@Nullable String value) {
    row.setStringOrNull(column++, value);
  }

  void copy(RowView version, int from) {
    row.copy(column++, version, from);
  }

  /** Writes what the tables have in common; the version is complete. */
  void end(
      RowView loser,
      @Nullable RowView winner,
      int decidedBy,
      boolean ambiguous,
      Amount amount) {
    for (int time : times) {
      copy(loser, time);
    }
    text(DecidedBy.of(decidedBy).name());
    if (winner != null) {
      row.copy(column, winner, id);
    }
    column++;
    row.setBoolean(column++, ambiguous);
    String currency = currency(loser);
    BigDecimal money = amount.apply(loser);
    text(currency);
    decimal(money);
    if (winner != null) {
      String winnerCurrency = currency(winner);
      BigDecimal winnerMoney = amount.apply(winner);
      text(winnerCurrency);
      decimal(winnerMoney);
      boolean isComparable = money != null && Objects.equals(currency, winnerCurrency);
      decimal(isComparable && winnerMoney != null ? winnerMoney.subtract(money) : null);
    }
    rows.append(row);
  }

  /** The rows so far. */
  RowBlocks rows() {
    return rows.build();
  }

  private void decimal(@Nullable BigDecimal value) {
    if (value != null) {
      row.setDecimal(column, value);
    }
    column++;
  }

  /** The currency that a fact of the version would have. */
  private @Nullable String currency(RowView version) {
    String sent = version.getStringOrNull(originalCurrency);
    Section section = reference.section(version.getString(umr), version.getString(sectionNo));
    return sent != null || section == null ? sent : section.currency();
  }
}
