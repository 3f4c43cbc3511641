// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.facts;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.claims.ClaimAmounts.GbpAmounts;
import dev.tidemark.transforms.totals.WideTotal;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What one section reported of claims for one month: the stored partial sums that marts are made
 * of. One row per (umr, section_no, coverholder_id, bordereau_month); a claim has no coverholder of
 * its own, so it is the section's, and null while the section is unknown.
 *
 * <p>{@code live_versions = fact_rows + superseded versions}; {@code fact_rows} counts positions,
 * {@code rows_without_gbp} those of them without a rate: their amounts count as 0. What a claim
 * comes to stands in the month of its latest position: claim_count and latest_paid_gbp,
 * latest_outstanding_gbp and latest_incurred_gbp. {@code incurred_change_gbp} is what positions
 * come to less the positions before them, so over all months of a section it adds up to {@code
 * latest_incurred_gbp}.
 */
public final class ClaimMonths {

  /** The columns of a section's month of claims. */
  public static final Schema SCHEMA =
      Schema.builder()
          .addStringField("umr")
          .addStringField("section_no")
          .addNullableStringField("coverholder_id")
          .addField("bordereau_month", Columns.DATE)
          .addInt64Field("live_versions")
          .addInt64Field("deleted_versions")
          .addInt64Field("fact_rows")
          .addInt64Field("rows_without_gbp")
          .addField("paid_movement_gbp", Columns.MONEY_SUM)
          .addField("incurred_change_gbp", Columns.MONEY_SUM)
          .addInt64Field("claim_count")
          .addField("latest_paid_gbp", Columns.MONEY_SUM)
          .addField("latest_outstanding_gbp", Columns.MONEY_SUM)
          .addField("latest_incurred_gbp", Columns.MONEY_SUM)
          .build();

  /** What makes a section's month. */
  public static final List<String> KEY = SectionMonths.KEY;

  /** The sums of one section's month. */
  static final class Sums {

    private long live;
    private long deleted;
    private long positions;
    private long withoutGbp;
    private long claims;
    private final WideTotal paidMovement = new WideTotal("paid_movement_gbp", 2);
    private final WideTotal incurredChange = new WideTotal("incurred_change_gbp", 2);
    private final WideTotal latestPaid = new WideTotal("latest_paid_gbp", 2);
    private final WideTotal latestOutstanding = new WideTotal("latest_outstanding_gbp", 2);
    private final WideTotal latestIncurred = new WideTotal("latest_incurred_gbp", 2);

    private Sums() {}

    void addLive() {
      live++;
    }

    void addDeleted() {
      deleted++;
    }

    /**
     * Counts a position.
     *
     * @param gbp null without a rate
     * @param incurredBefore what the claim's position before came to, in pence of sterling
     */
    void addPosition(@Nullable GbpAmounts gbp, long incurredBefore) {
      positions++;
      if (gbp == null) {
        withoutGbp++;
      } else {
        paidMovement.add(gbp.paidMovementGbp());
        incurredChange.add(gbp.incurredGbp());
      }
      incurredChange.add(-incurredBefore);
    }

    /** Counts a claim whose latest position is of this month. */
    void addLatest(@Nullable GbpAmounts gbp) {
      claims++;
      if (gbp != null) {
        latestPaid.add(gbp.paidGbp());
        latestOutstanding.add(gbp.outstandingGbp());
        latestIncurred.add(gbp.incurredGbp());
      }
    }

    private void write(RowWriter row, int first) {
      int c = first;
      row.setLong(c++, live);
      row.setLong(c++, deleted);
      row.setLong(c++, positions);
      row.setLong(c++, withoutGbp);
      row.setDecimal(c++, paidMovement.value());
      row.setDecimal(c++, incurredChange.value());
      row.setLong(c++, claims);
      row.setDecimal(c++, latestPaid.value());
      row.setDecimal(c++, latestOutstanding.value());
      row.setDecimal(c, latestIncurred.value());
    }
  }

  private final SectionSums<Sums> months = new SectionSums<>(Sums::new);

  /** The sums of a month ({@code month} as in {@link MonthIndex}); they start at zero. */
  Sums of(Parties parties, int month) {
    return months.ofMonth(parties.umr(), parties.sectionNo(), parties.coverholderId(), month);
  }

  /** The months, packed. */
  public RowBlocks toBlocks() {
    return months.toBlocks(SCHEMA, Sums::write);
  }
}
