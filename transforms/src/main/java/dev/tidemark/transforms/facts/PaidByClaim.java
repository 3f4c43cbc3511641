// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.totals.MovingSumKernel;
import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/**
 * What was paid of each claim on a day and in the ninety days up to it, from {@link ClaimFacts}:
 * one row per claim and day.
 *
 * <p>A position's movement counts on its payment date, else on the last day of its month. A
 * movement without sterling counts 0, and one of nil has a row all the same. One claim is of one
 * section, so this is made where the facts are.
 */
public final class PaidByClaim {

  /** The days of the window, the day itself among them. */
  public static final int DAYS = 90;

  /** The columns of the mart. */
  public static final Schema SCHEMA =
      Schema.builder()
          .addStringField("claim_key")
          .addStringField("umr")
          .addStringField("section_no")
          .addStringField("certificate_ref")
          .addStringField("claim_ref")
          .addStringField("contract_section_key")
          .addNullableStringField("coverholder_key")
          .addField("payment_date", Columns.DATE)
          .addField("paid_day_gbp", Columns.MONEY_SUM)
          .addField("paid_last_90_days_gbp", Columns.MONEY_SUM)
          .build();

  /** What makes a row of the mart. */
  public static final List<String> KEY = List.of("claim_key", "payment_date");

  /** What tells a claim: the columns before the date, all of which follow from its key. */
  private static final List<String> CLAIM = SCHEMA.getFieldNames().subList(0, 7);

  private static final String DATE = "payment_date";
  private static final String AMOUNT = "paid_movement_gbp";

  private static final RowLayout FACTS = RowLayout.of(ClaimFacts.SCHEMA);
  private static final int PAYMENT_DATE = FACTS.column(DATE);
  private static final int MONTH = FACTS.column("bordereau_month");
  private static final int MOVEMENT = FACTS.column(AMOUNT);
  private static final RowLayout PAYMENTS =
      RowLayout.of(
          Schema.builder()
              .addFields(SCHEMA.getFields().subList(0, 8))
              .addNullableField(AMOUNT, Columns.MONEY)
              .build());

  private PaidByClaim() {}

  /** The rows of the claims whose facts these are, every position of a claim among them. */
  public static RowBlocks of(RowBlocks facts) {
    List<byte[]> blocks = new ArrayList<>();
    new MovingSumKernel(
            "claims_paid_90d_by_claim", PAYMENTS, RowLayout.of(SCHEMA), CLAIM, DATE, AMOUNT, DAYS)
        .run(payments(facts), blocks::add);
    return RowBlocks.of(blocks);
  }

  private static RowBlocks payments(RowBlocks facts) {
    int[] claim = FACTS.columns(CLAIM);
    RowView fact = new RowView(FACTS);
    RowWriter payment = new RowWriter(PAYMENTS);
    RowBlocksBuilder payments = new RowBlocksBuilder();
    for (long ref : facts.refs()) {
      fact.at(facts, ref);
      payment.clear();
      for (int c = 0; c < claim.length; c++) {
        payment.copy(c, fact, claim[c]);
      }
      payment.setInt(claim.length, PaidDays.dayOf(fact, PAYMENT_DATE, MONTH));
      payment.copy(claim.length + 1, fact, MOVEMENT);
      payments.append(payment);
    }
    return payments.build();
  }
}
