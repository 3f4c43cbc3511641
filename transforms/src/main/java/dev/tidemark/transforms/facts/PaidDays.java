// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.totals.WideTotal;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;

/**
 * What was paid of one section's claims on one day: stored partial sums. One row per (umr,
 * section_no, coverholder_id, payment_date) on which a position has a movement, be it nil; a
 * position without a payment date is dated to the end of its month.
 */
public final class PaidDays {

  /** The columns of a section's day of payments. */
  public static final Schema SCHEMA =
      Schema.builder()
          .addStringField("umr")
          .addStringField("section_no")
          .addNullableStringField("coverholder_id")
          .addField("payment_date", Columns.DATE)
          .addInt64Field("payments")
          .addField("paid_gbp", Columns.MONEY_SUM)
          .build();

  /** What makes a section's day. */
  public static final List<String> KEY =
      List.of("umr", "section_no", "coverholder_id", "payment_date");

  private static final class Sums {

    private long payments;
    private final WideTotal paid = new WideTotal("paid_gbp", 2);

    private void write(RowWriter row, int first) {
      row.setLong(first, payments);
      row.setDecimal(first + 1, paid.value());
    }
  }

  private final SectionSums<Sums> days = new SectionSums<>(Sums::new);

  /** Adds a movement, in pence of sterling, to a day counted from 1970-01-01. */
  void add(Parties parties, int day, long paidMovementGbp) {
    Sums sums = days.ofDay(parties.umr(), parties.sectionNo(), parties.coverholderId(), day);
    sums.payments++;
    sums.paid.add(paidMovementGbp);
  }

  /**
   * The day that a position's movement is dated to, counted from 1970-01-01.
   *
   * @param row of silver or of the facts
   */
  public static int dayOf(RowView row, int paymentDate, int bordereauMonth) {
    return row.isNull(paymentDate)
        ? Math.toIntExact(
            MonthIndex.lastDay(MonthIndex.ofEpochDay(row.getInt(bordereauMonth))).toEpochDay())
        : row.getInt(paymentDate);
  }

  /** The days, packed. */
  public RowBlocks toBlocks() {
    return days.toBlocks(SCHEMA, Sums::write);
  }
}
