// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.facts.PaidByClaim;
import dev.tidemark.transforms.facts.PaidDays;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.totals.MovingSumKernel;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/**
 * What was paid of a coverholder's claims on a day and in the ninety days up to it. A section's day
 * of payments is its coverholder's now; of an unknown section, as it was derived. What was paid by
 * claim is made where its facts are.
 */
final class PaidByCoverholder implements MartStage {

  private static final RowLayout PAYMENTS =
      RowLayout.of(
          Schema.builder()
              .addNullableStringField("coverholder_key")
              .addNullableStringField("coverholder_id")
              .addField("payment_date", Columns.DATE)
              .addField("paid_gbp", Columns.MONEY_SUM)
              .build());

  private static final List<String> COVERHOLDER = List.of("coverholder_key", "coverholder_id");
  private static final RowKey KEY = RowKey.of(PAYMENTS, COVERHOLDER);

  private static final RowLayout DAYS = RowLayout.of(PaidDays.SCHEMA);
  private static final int NAMED = DAYS.column("coverholder_id");
  private static final int DATE = DAYS.column("payment_date");
  private static final int PAID = DAYS.column("paid_gbp");

  @Override
  public List<String> marts() {
    return List.of(Marts.PAID_BY_COVERHOLDER);
  }

  @Override
  public RowKey key() {
    return KEY;
  }

  @Override
  public void select(AffectedPartials partials, RowBlocksBuilder selected) {
    RowWriter payment = new RowWriter(PAYMENTS);
    partials.payments(
        MartScope.COVERHOLDER,
        (day, section) -> {
          String coverholder = Section.coverholderOf(section, day.getStringOrNull(NAMED));
          payment.clear();
          payment.setStringOrNull(0, partials.keyOf(coverholder));
          payment.setStringOrNull(1, coverholder);
          payment.copy(2, day, DATE);
          payment.copy(3, day, PAID);
          selected.append(payment);
        });
  }

  @Override
  public void make(RowBlocks selected, Context context, MartRows made) {
    new MovingSumKernel(
            Marts.PAID_BY_COVERHOLDER,
            PAYMENTS,
            RowLayout.of(Marts.PAID_BY_COVERHOLDER_SCHEMA),
            COVERHOLDER,
            "payment_date",
            "paid_gbp",
            PaidByClaim.DAYS)
        .run(selected, block -> made.addBlock(Marts.PAID_BY_COVERHOLDER, block));
  }
}
