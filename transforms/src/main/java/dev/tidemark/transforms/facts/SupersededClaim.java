// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.claims.ClaimStatus;
import java.math.BigDecimal;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Every silver claim row that is not the source of a fact: who won the position, by which rule, and
 * what that changed in what was paid to date. So the rows of silver are those of the facts and
 * these.
 *
 * <p>A sum of what was sent is told as it is, also where no fact could hold it.
 */
public final class SupersededClaim {

  private static final String ID = "claim_transaction_id";

  /** The columns of a superseded version of a position. */
  public static final Schema SCHEMA =
      SupersededWriter.schema(
          Schema.builder()
              .addInt64Field(ID)
              .addStringField("claim_key")
              .addStringField("umr")
              .addStringField("section_no")
              .addStringField("certificate_ref")
              .addStringField("claim_ref")
              .addNullableStringField("claim_status")
              .addField("bordereau_month", Columns.DATE)
              .build(),
          ID,
          "paid_to_date",
          Columns.MONEY_SUM,
          "paid_to_date_difference");

  private final SilverClaim in;
  private final SupersededWriter version;

  SupersededClaim(SilverClaim in, ReferenceData reference) {
    this.in = in;
    version = new SupersededWriter(SCHEMA, in.layout, ID, reference);
  }

  /** Adds a row that is not the winner of its position. */
  void add(RowView loser, @Nullable RowView winner, int decidedBy, boolean ambiguous) {
    version.begin();
    version.copy(loser, in.id);
    version.text(in.claimKey(version.keys(), loser));
    version.copy(loser, in.umr);
    version.copy(loser, in.sectionNo);
    version.copy(loser, in.certificateRef);
    version.copy(loser, in.claimRef);
    version.text(ClaimStatus.text(loser.getStringOrNull(in.claimStatus)));
    version.copy(loser, in.bordereauMonth);
    version.end(loser, winner, decidedBy, ambiguous, this::paidToDate);
  }

  /** The rows so far. */
  RowBlocks rows() {
    return version.rows();
  }

  private BigDecimal paidToDate(RowView row) {
    return BigDecimal.valueOf(in.amounts(row).derivedPaidToDate(), 2);
  }
}
